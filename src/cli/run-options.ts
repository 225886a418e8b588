import { z } from 'zod';
import { switchSchema } from '../pipeline/options/option.ts';
import type { OptionGroup } from '../pipeline/options/option.ts';
import { noticeOptions } from './notices/notice-options.ts';

/** The option of the commands that print a list or a report. */
export const jsonOptions = {
  json: { flag: '--json', schema: switchSchema, description: 'print JSON' },
} as const satisfies OptionGroup;

/** The option of the commands that write one file made from a book. */
export const bookFileOptions = {
  force: { flag: '--force', schema: switchSchema, description: 'replace a file with other content' },
} as const satisfies OptionGroup;

/** Options of commands that write a text of a book. */
export const textFileOptions = {
  output: {
    flag: '-o, --output <file>',
    schema: z.string(),
    description: 'file to write, or - for standard output',
    defaultNote: 'standard output',
    isPath: true,
  },
  ...bookFileOptions,
} as const satisfies OptionGroup;

/** Options about what a conversion prints. */
export const runOptions = {
  quiet: { flag: '-q, --quiet', schema: switchSchema, description: 'print nothing but errors' },
  json: { ...jsonOptions.json, description: 'print the report as JSON' },
  progress: {
    flag: '--progress <mode>',
    schema: z.enum(['auto', 'json']),
    description: 'how to show the progress on standard error; json: an event per line',
    default: 'auto',
  },
  dryRun: {
    flag: '--dry-run',
    schema: switchSchema,
    description: 'print the plan with its cost (`audiobook plan`) and convert nothing',
  },
  ...noticeOptions,
  yes: {
    flag: '-y, --yes',
    schema: switchSchema,
    description: 'ask nothing, and download nothing that would be asked about',
  },
} as const satisfies OptionGroup;
