import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';

/** The query of the timed text of a job. */
export const timingsFields = {
  after: {
    field: 'after',
    schema: z.coerce.number().int().min(0),
    expected: 'a whole number from 0',
    description: 'leaves out this many chapters, which the caller has already',
    default: 0,
  },
} as const satisfies OptionGroup;
