import { Option as Flag } from 'commander';
import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { Option } from '../../pipeline/options/option.ts';
import { batchOptions, rememberOptions, runOptions } from '../options.ts';

/** A key of a config: a flag of a conversion without its dashes. */
export interface ConfigKey {
  readonly key: string;
  /** Name of the option. */
  readonly name: string;
  readonly option: Option;
}

/** Options of one run, which no config has, and secrets, which belong in `.keys`. */
const neverKept = new Set(['output', 'dryRun', 'password', 'force', 'freshScripts']);

/** Returns the keys that a config may have, in the order of the help. */
export function configKeys(): readonly ConfigKey[] {
  const options = { ...runOptions, ...batchOptions, ...rememberOptions, ...narratedConversionOptions };
  return Object.entries<Option>(options).flatMap(([name, option]) =>
    option.flag === undefined || neverKept.has(name) ? [] : [{ key: keyOf(option.flag), name, option }],
  );
}

function keyOf(flag: string): string {
  return new Flag(flag).name();
}

/**
 * Keys that count in the user's own config alone, with the reason. A book is downloaded with what lies beside it, and a
 * program is run in folders of downloads: a config there may say how a book sounds, and nothing else.
 */
export const ownKeys: ReadonlyMap<string, string> = new Map([
  ['notify', 'it runs a program'],
  ['webhook', 'it sends to an address'],
  ['llm-base-url', 'it sends the text to an address'],
  ['model', 'it may cost money'],
  ['translate', 'it may cost money'],
  ['max-cost', 'it allows costs'],
  ['remember', 'it is kept for other books'],
]);
