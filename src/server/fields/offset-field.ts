import { z } from 'zod';
import type { Option } from '../../pipeline/options/option.ts';

/** The field of lists of books that are paged by number. */
export const offsetField = {
  field: 'offset',
  schema: z.coerce.number().int().min(0),
  expected: 'a whole number from 0',
  description: 'leaves out this many books',
  default: 0,
} as const satisfies Option;
