import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import type { Option, OptionGroup } from '../../pipeline/options/option.ts';
import type { ProcessContext } from '../process-context.ts';
import { findConfigs, namedConfig } from './find-configs.ts';
import { readConfig } from './read-config.ts';
import type { ConfigValue, ConfigValues } from './read-config.ts';

/** The configs and values that are used. */
export interface ConfigChoice {
  readonly profile?: string | undefined;
  /** A file, or `none`. Default: the configs of the folders. */
  readonly config?: string | undefined;
  /** The words of the command line that name books. */
  readonly books: readonly string[];
}

const noConfig = 'none';

/**
 * Returns the values of the configs by the name of the option: those of the profile, then the others, each beside the book
 * before the working folder before the user's. Throws `bad-value`, and `file-not-found` for a config that was named.
 */
export async function configuredValues(
  { workingFolder, configFolder }: Pick<ProcessContext, 'workingFolder' | 'configFolder'>,
  { profile, config, books }: ConfigChoice,
  warn: (message: string) => void,
): Promise<ReadonlyMap<string, ConfigValue>> {
  const bookFolder = await folderOf(books, workingFolder);
  const found =
    config === undefined
      ? await findConfigs({ bookFolder, workingFolder, configFolder }, warn)
      : await Promise.all(config === noConfig ? [] : [namedConfig(path.resolve(workingFolder, config))]);
  const read: ConfigValues[] = [];
  for (const one of found) read.push(await readConfig(one, warn));
  const chosen = profile === undefined ? [] : valuesOfProfile(profile, read);
  const values = new Map<string, ConfigValue>();
  for (const value of [...chosen, ...read.flatMap(({ plain }) => plain)]) {
    if (!values.has(value.name)) values.set(value.name, value);
  }
  return values;
}

function valuesOfProfile(profile: string, read: readonly ConfigValues[]): readonly ConfigValue[] {
  const found = read.flatMap(({ profiles }) => [profiles.get(profile)].filter((values) => values !== undefined));
  if (found.length > 0) return found.flat();
  const names = [...new Set(read.flatMap(({ profiles }) => [...profiles.keys()]))];
  if (names.length > 0) throw invalidValue('profile', profile, names.join(' or '));
  const lines = `profiles: { ${profile}: { voice: af_heart, format: m4b } }`;
  throw new AudiobookError('bad-value', `No config has a profile. Write one into audiobook.config.yaml: ${lines}`);
}

/** Returns the folder that all books are in, or undefined when they are in several. */
async function folderOf(books: readonly string[], workingFolder: string): Promise<string | undefined> {
  const folders = await Promise.all(
    books.map(async (book) => {
      const file = path.resolve(workingFolder, book);
      const isFolder = (await stat(file).catch(() => undefined))?.isDirectory();
      return isFolder ? file : path.dirname(file);
    }),
  );
  const [first, ...others] = new Set(folders);
  return others.length === 0 ? first : undefined;
}

/** Values that a flag takes the place of, beside its own: a file that is named needs no folder, name or format. */
function replacedBy({ output }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  if (typeof output !== 'string') return new Set();
  const others = ['outFolder', 'name', 'skipExisting'];
  return new Set(output === '-' || path.extname(output) !== '' ? [...others, 'format', 'layout'] : others);
}

/**
 * Returns the values of the configs that count for a command: those of its own options, which neither a flag nor the
 * environment has.
 */
export function valuesFor(
  options: OptionGroup,
  values: ReadonlyMap<string, ConfigValue>,
  { flags, isSet }: { readonly flags: Readonly<Record<string, unknown>>; readonly isSet: (setting: string) => boolean },
): readonly ConfigValue[] {
  const replaced = replacedBy(flags);
  return [...values.values()].filter(({ name }) => {
    const option: Option | undefined = options[name];
    if (option === undefined || flags[name] !== undefined || replaced.has(name)) return false;
    return option.setting === undefined || !isSet(option.setting);
  });
}
