import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import { cursorPattern } from '../jobs/job-page.ts';
import { jobKinds, jobStates } from '../jobs/job-record.ts';

/** The query of a list of jobs. */
export const jobListFields = {
  states: {
    field: 'status',
    label: 'status',
    schema: z.array(z.enum(jobStates)),
    expected: `one of ${jobStates.join(', ')}, or several of them as repeated parameters`,
    description: 'only jobs in this state; may be repeated',
  },
  kind: { field: 'kind', schema: z.enum(jobKinds), description: 'only conversions of this kind' },
  sinceMs: {
    field: 'since',
    label: 'time',
    schema: z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
    expected: 'a time in ISO 8601 with its zone, for example 2026-05-01T00:00:00Z',
    description: 'only jobs created at this time or later',
  },
  text: {
    field: 'text',
    schema: z.string().max(200),
    description: 'only jobs with this text in the file name or the title of the book, in any case',
  },
  limit: {
    field: 'limit',
    schema: z.coerce.number().int().min(1).max(1000),
    description: 'most jobs of a page',
    default: 100,
  },
  cursor: {
    field: 'cursor',
    schema: z.string().regex(cursorPattern),
    expected: "the value of 'next' of the page before",
    description: 'continues the list; the other parameters must be the same',
  },
} as const satisfies OptionGroup;
