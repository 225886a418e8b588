import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import { offsetField } from './offset-field.ts';

/** Orders of the library. */
export const libraryOrders = ['added', 'title', 'author', 'series', 'length', 'heard'] as const;

/** The query of the library. */
export const libraryFields = {
  text: {
    field: 'text',
    schema: z.string().max(200),
    description: 'only books with this text in title, author, series or file name, in any case',
  },
  sort: {
    field: 'sort',
    schema: z.enum(libraryOrders),
    description: 'order: added and heard begin with the latest, length with the longest',
    default: 'added',
  },
  limit: {
    field: 'limit',
    schema: z.coerce.number().int().min(1).max(1000),
    description: 'most books of a page',
    default: 100,
  },
  offset: offsetField,
} as const satisfies OptionGroup;
