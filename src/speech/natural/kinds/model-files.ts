import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import { exists } from '../../../core/files/exists.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';

/** Files without which espeak-ng ends the process or refuses to start. */
export const espeakFiles = ['phondata', 'phonindex', 'phontab', 'intonations'].map(
  (name) => `${espeakDataName}/${name}`,
);

/** Returns a function that gives the absolute path of a file of a model. Throws `provider-failed` when one of the files is missing. */
export async function modelFiles(
  { model, folder }: InstalledModel,
  names: readonly string[],
): Promise<(name: string) => string> {
  const missing = await Promise.all(names.map(async (name) => ((await exists(path.join(folder, name))) ? [] : [name])));
  const [first] = missing.flat();
  if (first === undefined) return (name) => path.join(folder, name);
  throw new AudiobookError(
    'provider-failed',
    `The installed voice ${model.id} lacks the file ${first}. Install it again: 'audiobook voices install ${model.id}'.`,
  );
}
