import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';

const maxBytes = 100_000;

/**
 * Reads a config: JSON, YAML, or a module with an object as default export. Throws `bad-value` when it cannot be used. The file
 * must be one that may be run when it is a module.
 */
export async function loadConfig(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    if ((await stat(file)).size > maxBytes) throw new Error(`it has more than ${maxBytes / 1000} kB`);
    const { lilconfig } = await import('lilconfig');
    const loaders = { '.yaml': readYaml, '.yml': readYaml };
    const loaded = await lilconfig('audiobook', { loaders, cache: false }).load(path.resolve(file));
    return requireMapping(loaded?.isEmpty ? {} : (loaded?.config ?? {}));
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new AudiobookError('bad-value', `The config ${file} cannot be used: ${reason.replace(/[.:]+$/u, '')}.`, {
      cause,
    });
  }
}

async function readYaml(_file: string, text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  return parse(text);
}

/** Returns a value that has keys. Throws an `Error` otherwise. */
export function requireMapping(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('expected keys with values, such as voice: af_heart');
  }
  return Object.fromEntries(Object.entries(value));
}
