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
  /** Folder with `.env` and `.keys`. */
  readonly workingFolder: string;
  /** The user's folder with `.keys` and `keys.mjs`. */
  readonly configFolder: string;
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
  const values = [environment, dotEnv, workingKeys, configKeys, moduleKeys];
  return {
    settings: settingsFrom(values.map((source) => source ?? {})),
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
