import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AudiobookError, systemCode } from '../core/errors.ts';
import type { Setting, Settings } from '../core/settings.ts';
import { catalog } from './catalog.ts';
import { voiceModelSchema } from './voice-model.ts';
import type { VoiceModel } from './voice-model.ts';

/** A file with models of the user's own. */
export const catalogSetting: Setting = {
  name: 'AUDIOBOOK_VOICE_CATALOG',
  description:
    'JSON file with more natural voices to install, as `voices list --json` prints them; from the environment or the configuration folder only',
  // Models are run by a native engine: a file beside a book must not choose them.
  isProgram: true,
};

/**
 * Returns the models that can be installed: those of the setting's file first, then the catalogue's. Throws `file-not-found`
 * and `bad-value` for a file that cannot be used.
 */
export async function readCatalog(settings: Settings): Promise<readonly VoiceModel[]> {
  const file = settings.get(catalogSetting);
  if (file === undefined) return catalog;
  const own = await readModels(path.resolve(file));
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...catalog.filter(({ id }) => !ids.has(id))];
}

async function readModels(file: string): Promise<readonly VoiceModel[]> {
  try {
    return z.object({ models: z.array(voiceModelSchema) }).parse(JSON.parse(await readFile(file, 'utf8'))).models;
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT')
      throw new AudiobookError('file-not-found', `There is no file ${file} (${catalogSetting.name}).`);
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    const where = issue ? ` at ${issue.path.join('.')}: ${issue.message}` : '';
    const message = `The catalogue ${file} (${catalogSetting.name}) cannot be used${where}. Expected { "models": […] }.`;
    throw new AudiobookError('bad-value', message, { cause });
  }
}
