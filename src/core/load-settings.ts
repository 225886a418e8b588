import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'dotenv';
import { AudiobookError } from './errors.ts';
import { settingsFrom } from './settings.ts';
import type { Setting, SettingSource, Settings } from './settings.ts';

/** Sources of settings. */
export interface SettingsSources {
  readonly environment: SettingSource;
  /** Folder with `.env` and `.keys`. Default: none. */
  readonly workingFolder?: string | undefined;
  /** The user's folder with `.keys` and `keys.mjs`. Default: none. */
  readonly configFolder?: string | undefined;
}

/**
 * Loads settings in descending precedence (docs/specification.md, "Settings"): environment, `.env`, `.keys` (working folder,
 * then config folder), `keys.mjs` (config folder only: code in the folder of a book is never executed). Returns warnings
 * for unknown names in keys files. Throws `bad-value` when the keys module is unusable.
 */
export async function loadSettings(
  sources: SettingsSources,
  known: readonly Setting[],
): Promise<{ readonly settings: Settings; readonly warnings: readonly string[] }> {
  const { environment, workingFolder, configFolder } = sources;
  const dotEnv = fileIn(workingFolder, '.env');
  const keysFiles = [...new Set([fileIn(workingFolder, '.keys'), fileIn(configFolder, '.keys')])];
  const keysModule = fileIn(configFolder, 'keys.mjs');
  const assignments = await Promise.all([dotEnv, ...keysFiles].map(readAssignments));
  const moduleKeys = await readKeysModule(keysModule);
  const names = new Set(known.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const unknown = (source: SettingSource, file = ''): string[] =>
    Object.keys(source)
      .filter((name) => !names.has(name))
      .map((name) => `Unknown name '${name}' in ${file} is ignored.`);
  const [, ...keys] = assignments;
  return {
    settings: settingsFrom([environment, ...assignments, moduleKeys]),
    warnings: [
      ...keys.flatMap((source, index) => unknown(source, keysFiles[index])),
      ...unknown(moduleKeys, keysModule),
    ],
  };
}

function fileIn(folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : path.join(folder, name);
}

async function readAssignments(file: string | undefined): Promise<SettingSource> {
  const text = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? {} : parse(text);
}

async function readKeysModule(file: string | undefined): Promise<SettingSource> {
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !found) return {};
  try {
    const { default: values }: { default?: unknown } = await import(pathToFileURL(file).href);
    return stringValues(values);
  } catch (cause) {
    throw new AudiobookError(
      'bad-value',
      `The keys module ${file} is unusable. Expected an object as default export.`,
      {
        cause,
      },
    );
  }
}

function stringValues(value: unknown): SettingSource {
  if (typeof value !== 'object' || value === null) throw new TypeError('The default export is not an object.');
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, String(entry)]));
}
