import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { expandHome } from '../../core/files/expand-home.ts';
import { closestNames } from '../../core/strings/closest-names.ts';
import { parseOption } from '../../pipeline/options/option.ts';
import { isHostedProvider } from '../../pipeline/open/choose-provider.ts';
import { configKeys, ownKeys } from './config-keys.ts';
import type { ConfigKey } from './config-keys.ts';
import { configTexts } from './config-texts.ts';
import type { FoundConfig } from './find-configs.ts';
import { loadConfig, requireMapping } from './load-config.ts';

/** A value of a config. */
export interface ConfigValue {
  /** Name of the option. */
  readonly name: string;
  readonly key: string;
  /** As the flag would have it. */
  readonly text: string | readonly string[];
  /** Its origin as users read it: the file and the profile. */
  readonly origin: string;
}

/** The values of a config. */
export interface ConfigValues {
  readonly plain: readonly ConfigValue[];
  readonly profiles: ReadonlyMap<string, readonly ConfigValue[]>;
}

/**
 * Reads a config. Keys that only the user's own config may have are left out of others, with a warning. Throws `bad-value` for
 * a key that is unknown, and for a value that its option does not accept.
 */
export async function readConfig(config: FoundConfig, warn: (message: string) => void): Promise<ConfigValues> {
  const { profiles: given = {}, ...plain } = await loadConfig(config.file);
  const profiles = new Map<string, readonly ConfigValue[]>();
  for (const [name, values] of Object.entries(mappingIn(given, 'profiles', config.file))) {
    const origin = `${config.file} (profile ${name})`;
    profiles.set(
      name,
      await readValues(mappingIn(values, `profile ${name}`, config.file), { ...config, origin }, warn),
    );
  }
  return { plain: await readValues(plain, { ...config, origin: config.file }, warn), profiles };
}

interface Origin extends FoundConfig {
  readonly origin: string;
}

function mappingIn(value: unknown, name: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return requireMapping(value);
  } catch (cause) {
    throw new AudiobookError(
      'bad-value',
      `The ${name} in ${file} cannot be used: ${toAudiobookError(cause).message}.`,
      {
        cause,
      },
    );
  }
}

async function readValues(
  given: Readonly<Record<string, unknown>>,
  config: Origin,
  warn: (message: string) => void,
): Promise<readonly ConfigValue[]> {
  const known = configKeys();
  const values: ConfigValue[] = [];
  for (const [key, value] of Object.entries(given)) {
    const found = known.find((one) => one.key === key);
    if (!found) throw unknownKey(key, known, config.origin);
    const read = await readValue(found, value, config);
    const reason = config.isOwn ? undefined : whyNotTaken(read);
    if (reason === undefined) values.push(read);
    else
      warn(`'${key}' in ${config.origin} is ignored, because ${reason}. Give the flag, or set it in your own config.`);
  }
  return values;
}

function unknownKey(key: string, known: readonly ConfigKey[], origin: string): AudiobookError {
  const names = known.map((one) => one.key);
  const [close] = closestNames(key, [...names, 'profiles']);
  const hint =
    close === undefined ? 'Expected flags of a conversion, such as voice or speed' : `Did you mean '${close}'?`;
  return new AudiobookError('bad-value', `Unknown key '${key}' in ${origin}. ${hint}${close === undefined ? '.' : ''}`);
}

async function readValue({ key, name, option }: ConfigKey, value: unknown, config: Origin): Promise<ConfigValue> {
  const text = configTexts(value, option);
  const { origin } = config;
  try {
    // Values that no flag accepts are refused with the error of the flag.
    if (text === undefined || !option.isPath) parseOption(name, option, text ?? {});
    const read = { name, key, origin };
    return { ...read, text: option.isPath && text !== undefined ? await resolvedPaths(text, config) : (text ?? '') };
  } catch (cause) {
    throw new AudiobookError('bad-value', `${toAudiobookError(cause).message} It is '${key}' in ${origin}.`, { cause });
  }
}

/** Returns why a value does not count in a config that the user may not have written. */
function whyNotTaken({ key, text }: ConfigValue): string | undefined {
  if (key === 'provider' && typeof text === 'string' && isHostedProvider(text)) return 'it may cost money';
  return ownKeys.get(key);
}

async function resolvedPaths(text: string | readonly string[], config: Origin): Promise<string | readonly string[]> {
  if (typeof text === 'string') return await resolvedPath(text, config);
  return await Promise.all(text.map((item) => resolvedPath(item, config)));
}

/** Paths start at the config. A config that the user may not have written names only what is beside it. */
async function resolvedPath(text: string, { file, isOwn }: Origin): Promise<string> {
  const folder = path.dirname(file);
  const target = path.resolve(folder, isOwn ? expandHome(text) : text);
  if (!isOwn && !isInside(await existingPart(target), await realpath(folder))) {
    throw new AudiobookError('bad-value', `The path ${text} leaves the folder of the config.`);
  }
  return target;
}

/** Returns the real path of a file, or of the closest folder above it that exists: links may lead elsewhere. */
async function existingPart(target: string): Promise<string> {
  const found = await realpath(target).catch(() => undefined);
  return found ?? (await existingPart(path.dirname(target)));
}

function isInside(target: string, folder: string): boolean {
  const relative = path.relative(folder, target);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
