import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import { offsetField } from './offset-field.ts';

const token = {
  field: 'token',
  schema: z.string().max(100),
  expected: 'the token of a feed',
  description: 'token of the feed, instead of any other',
} as const;

/** The queries of feeds. */
export const feedFields = {
  podcast: {
    token,
    book: {
      field: 'book',
      schema: z.uuid(),
      expected: 'the id of a finished book',
      description: 'only this book; its files are the episodes',
    },
    limit: {
      field: 'limit',
      schema: z.coerce.number().int().min(1).max(1000),
      expected: 'a whole number from 1 to 1000',
      description: 'most books, from the latest',
      default: 1000,
    },
  },
  catalog: {
    token,
    offset: offsetField,
  },
} as const satisfies Record<string, OptionGroup>;
