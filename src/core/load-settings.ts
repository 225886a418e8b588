import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'dotenv';
import { AudiobookError, systemCode } from './errors.ts';
import { oldNameHint, settingsFrom } from './settings.ts';
import type { Setting, SettingSource, Settings } from './settings.ts';

/** Sources of settings. */
export interface SettingsSources {
  readonly environment: SettingSource;
  /** Folder with `.env` and `.keys`. Default: none. */
  readonly workingFolder?: string | undefined;
  /** The user's folder with `.keys` and `keys.mjs`. Default: none. */
  readonly configFolder?: string | undefined;
}

/** Settings and where they are from. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly warnings: readonly string[];
  /** Returns `environment` or the file that a setting is from, or undefined when it has its default. */
  readonly originOf: (setting: Setting) => string | undefined;
}

/**
 * Loads settings in descending precedence (docs/specification.md, "Settings"): environment, `.env`, `.keys` (working folder,
 * then config folder), `keys.mjs`. Nothing in the folder of a book is executed: `keys.mjs` and paths of programs count in the
 * config folder only. Returns warnings for what is ignored. Throws `bad-value` when the keys module is unusable.
 */
export async function loadSettings(sources: SettingsSources, known: readonly Setting[]): Promise<LoadedSettings> {
  const { environment, workingFolder, configFolder } = sources;
  const files = [
    { file: fileIn(workingFolder, '.env'), isTrusted: workingFolder === configFolder, mayHaveOtherNames: true },
    { file: fileIn(workingFolder, '.keys'), isTrusted: workingFolder === configFolder, mayHaveOtherNames: false },
    { file: fileIn(configFolder, '.keys'), isTrusted: true, mayHaveOtherNames: false },
  ];
  const keysModule = fileIn(configFolder, 'keys.mjs');
  const names = new Set(known.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const programs = new Set(known.filter(({ isProgram }) => isProgram).map(({ name }) => name));
  const warnings: string[] = [];
  const warnOfUnknown = (source: SettingSource, file: string): void => {
    const unknown = Object.keys(source).filter((name) => !names.has(name));
    warnings.push(...unknown.map((name) => `Unknown name '${name}' in ${file} is ignored.`));
  };
  const seen = new Set<string>();
  const loaded: { readonly origin: string; readonly source: SettingSource }[] = [
    { origin: 'environment', source: environment },
  ];
  for (const { file, isTrusted, mayHaveOtherNames } of files) {
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    const source = await readAssignments(file, warnings);
    const ignored = isTrusted ? [] : Object.keys(source).filter((name) => programs.has(name));
    warnings.push(...ignored.map((name) => `${name} in ${file} is ignored. Set it in the environment.`));
    if (!mayHaveOtherNames) warnOfUnknown(source, file);
    const taken = Object.entries(source).filter(([name]) => !ignored.includes(name));
    loaded.push({ origin: file, source: Object.fromEntries(taken) });
  }
  const moduleKeys = await readKeysModule(keysModule);
  warnOfUnknown(moduleKeys, keysModule ?? '');
  loaded.push({ origin: keysModule ?? '', source: moduleKeys });
  // Without its default, which no source has.
  const originOf = ({ name, description, aliases = [] }: Setting): string | undefined =>
    loaded.find(({ source }) => settingsFrom([source]).get({ name, description, aliases }) !== undefined)?.origin;
  warnings.push(
    ...known.flatMap((one) => (one.old !== undefined && originOf(one) ? [oldNameHint(one.name, one.old)] : [])),
  );
  return { settings: settingsFrom(loaded.map(({ source }) => source)), warnings, originOf };
}

function fileIn(folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : path.join(folder, name);
}

/** Where no such file is, there may be a folder: tools of other languages make one. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

async function readAssignments(file: string, warnings: string[]): Promise<SettingSource> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    const code = systemCode(thrown) ?? '';
    if (!absent.has(code)) warnings.push(`${file} cannot be read (${code}): its settings do not count.`);
    return {};
  }
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
