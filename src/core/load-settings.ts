import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'dotenv';
import { AudiobookError } from './errors.ts';
import { settingsFrom } from './settings.ts';
import type { Setting, SettingSource, Settings } from './settings.ts';

export interface SettingsPaths {
  readonly environment: SettingSource;
  /** Where `.env` and `.keys` are looked for. */
  readonly workingFolder: string;
  /** The user's own folder for `.keys` and `keys.mjs`. */
  readonly configFolder: string;
}

/**
 * Settings in the contract's order of precedence: environment, `.env`, `.keys` (working folder, then config folder),
 * `keys.mjs` (config folder only: code from the folder of a book is never run). Unknown names in a keys file are warnings.
 * Throws `bad-value` when the keys module cannot be used.
 */
export async function loadSettings(
  places: SettingsPaths,
  known: readonly Setting[],
): Promise<{ readonly settings: Settings; readonly warnings: readonly string[] }> {
  const { environment, workingFolder, configFolder } = places;
  const keysFiles = [path.join(workingFolder, '.keys'), path.join(configFolder, '.keys')];
  const keysModule = path.join(configFolder, 'keys.mjs');
  const [dotEnv, workingKeys, configKeys, moduleKeys] = await Promise.all([
    readAssignments(path.join(workingFolder, '.env')),
    ...keysFiles.map(readAssignments),
    readKeysModule(keysModule),
  ]);
  const names = new Set(known.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const unknown = (source: SettingSource | undefined, file: string): string[] =>
    Object.keys(source ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `Unknown name '${name}' in ${file} is ignored.`);
  const sources = [environment, dotEnv, workingKeys, configKeys, moduleKeys];
  return {
    settings: settingsFrom(sources.map((source) => source ?? {})),
    warnings: [
      ...unknown(workingKeys, keysFiles[0] ?? ''),
      ...unknown(configKeys, keysFiles[1] ?? ''),
      ...unknown(moduleKeys, keysModule),
    ],
  };
}

async function readAssignments(file: string): Promise<SettingSource | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parse(text);
}

async function readKeysModule(file: string): Promise<SettingSource | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  try {
    const { default: values }: { default?: unknown } = await import(pathToFileURL(file).href);
    return stringValues(values);
  } catch (cause) {
    throw new AudiobookError('bad-value', `The keys module ${file} cannot be used: wanted a default export object.`, {
      cause,
    });
  }
}

function stringValues(value: unknown): SettingSource {
  if (typeof value !== 'object' || value === null) throw new TypeError('The default export is no object.');
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, String(entry)]));
}
