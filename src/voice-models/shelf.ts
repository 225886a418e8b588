import type { z } from 'zod';
import { writeEspeakData, espeakDataBytes, espeakDataName } from './prepare/espeak-data.ts';
import { preparePiperVoice } from './prepare/prepare-piper-voice.ts';
import { voiceModelSchema } from './voice-model.ts';
import type { DownloadableModel, VoiceModel } from './voice-model.ts';

/** Models of one purpose: where they lie on this machine, and what is done with their files. */
export interface Shelf<Model extends DownloadableModel> {
  /** Name of its folder in the data folder. */
  readonly folder: string;
  /** The noun for such a model. */
  readonly noun: string;
  /** Command that installs one, without its name. */
  readonly installCommand: string;
  /** Reads the model in a manifest. */
  readonly schema: z.ZodType<Model>;
  /** Whether `prepare` changes the downloaded files, so that they must be copied. */
  readonly changesFiles: (model: Model) => boolean;
  /** Makes the files that are not downloaded, in the folder of the model. */
  readonly prepare: (model: Model, folder: string) => Promise<void>;
  /** Paths of the files that `prepare` makes. */
  readonly preparedFiles: (model: Model) => readonly string[];
  /** Bytes that `prepare` writes. */
  readonly preparedBytes: (model: Model) => number;
}

/** The natural voices. */
export const voiceShelf: Shelf<VoiceModel> = {
  folder: 'voices',
  noun: 'voice',
  installCommand: 'audiobook voices install',
  schema: voiceModelSchema,
  changesFiles: ({ kind }) => kind === 'piper',
  async prepare(model, folder) {
    if (model.kind === 'piper') await preparePiperVoice(folder);
    if (usesEspeak(model)) await writeEspeakData(folder, model.languages);
  },
  preparedFiles: (model) => [
    ...(model.kind === 'piper' ? ['tokens.txt'] : []),
    ...(usesEspeak(model) ? [`${espeakDataName}/phontab`] : []),
  ],
  preparedBytes: ({ kind, files }) => (kind === 'piper' ? (files[0]?.bytes ?? 0) : 0) + espeakDataBytes,
};

function usesEspeak({ kind }: VoiceModel): boolean {
  return kind !== 'supertonic';
}
