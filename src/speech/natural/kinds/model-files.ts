import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import { exists } from '../../../core/files/exists.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { makeReady } from '../../../voice-models/included-models.ts';
import { madeFolder } from '../../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';

/** Files without which espeak-ng ends the process or refuses to start. */
export const espeakFiles = ['phondata', 'phonindex', 'phontab', 'intonations'].map(
  (name) => `${espeakDataName}/${name}`,
);

/**
 * Returns a function that gives the absolute path of a file of a model. Throws `provider-failed` when one of the files is missing, and
 * as `makeReady`.
 */
export async function modelFiles(
  installed: InstalledModel,
  names: readonly string[],
): Promise<(name: string) => string> {
  await makeReady(installed);
  const { model, folder } = installed;
  const ofPackage = new Set(model.files.map((file) => file.path));
  const place = (name: string): string => path.join(ofPackage.has(name) ? folder : madeFolder(installed), name);
  const missing = await Promise.all(names.map(async (name) => ((await exists(place(name))) ? [] : [name])));
  const [first] = missing.flat();
  if (first === undefined) return place;
  throw new AudiobookError(
    'provider-failed',
    `The installed voice ${model.id} lacks the file ${first}. Install it again: 'audiobook voices install ${model.id}'.`,
  );
}
