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
  limit: {
    field: 'limit',
    schema: z.coerce.number().int().min(1),
    expected: 'a whole number from 1',
    description: 'returns at most this many chapters; absent: all',
  },
} as const satisfies OptionGroup;
