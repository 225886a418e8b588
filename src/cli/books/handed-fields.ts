import { readFile } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { parseOption } from '../../pipeline/options/option.ts';
import type { Option, OptionGroup } from '../../pipeline/options/option.ts';
import type { JobRecord } from '../../server/jobs/job-record.ts';
import { flagNames } from '../tables/flag-names.ts';
import { configOptions, handOverOptions, noticeOptions } from '../options.ts';

/** Options that stay on this machine: where files go, what is shown, and who is notified. */
const ownOptions: ReadonlySet<string> = new Set([
  ...Object.keys({ ...handOverOptions, ...configOptions, ...noticeOptions }),
  'output',
  'force',
  'waitMs',
  'waitLockMs',
  'coverFile',
  'password',
  'quiet',
  'json',
  'progress',
  'yes',
]);

/** A cast is kept up to date in its file, and scripts without speech stay where they are written: on one machine. */
const neverHanded: ReadonlySet<string> = new Set(['cast', 'scriptsOnly']);

/**
 * Returns the options of a command as the fields of a form when the book is for a queue, or undefined. Throws `usage` for options that
 * only a run on this machine can have, and `file-not-found` for a file that cannot be read.
 */
export async function handedFields(
  options: OptionGroup,
  texts: Readonly<Record<string, unknown>>,
): Promise<JobRecord['fields'] | undefined> {
  if (texts['queue'] === undefined) {
    if (texts['storage'] === undefined) return undefined;
    throw new AudiobookError('usage', '--storage needs --queue. A run on this machine uses AUDIOBOOK_STORAGE.');
  }
  const given = Object.entries(options).filter(([name]) => texts[name] !== undefined && !ownOptions.has(name));
  const refused = given.filter(([name, { field }]) => field === undefined || neverHanded.has(name));
  if (refused.length > 0) {
    const names = refused.map(([, option]) => flagOf(option)).join(', ');
    const verb = refused.length === 1 ? 'works' : 'work';
    throw new AudiobookError('usage', `${names} ${verb} on this machine only. Leave out --queue, or ${names}.`);
  }
  const fields = given.map(
    async ([name, option]) => [option.field, await fieldText(name, option, texts[name])] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

async function fieldText(name: string, option: Option, given: unknown): Promise<string | string[]> {
  const { isPath } = option;
  const read = async (value: unknown): Promise<string> => (isPath ? await textOf(String(value)) : String(value));
  const text = Array.isArray(given) ? await Promise.all(given.map(read)) : await read(given);
  // The text of a file has a limit of its own.
  if (isPath) parseOption(name, option, text);
  return text;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new AudiobookError('file-not-found', `Cannot read ${file}.`, { cause });
  }
}

function flagOf({ flag = '' }: Option): string {
  return flagNames(flag).find(([name]) => name.startsWith('--'))?.[0] ?? flag;
}
