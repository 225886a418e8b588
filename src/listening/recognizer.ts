import path from 'node:path';
import { z } from 'zod';
import { sameLanguage } from '../core/language.ts';
import type { InstalledModel } from '../voice-models/installed-models.ts';
import type { Shelf } from '../voice-models/shelf.ts';
import { downloadableFields } from '../voice-models/voice-model.ts';
import type { DownloadableModel } from '../voice-models/voice-model.ts';
import type { RecognizerModel } from './engine/recognizer-protocol.ts';

/**
 * Families of recognizers. All are bound to the frames of the sound: recognizers that write freely, such as Whisper, invent
 * text in silence and mend what is broken.
 */
const recognizerKinds = ['nemo-transducer', 'nemo-ctc', 'omnilingual'] as const;

/** A model that hears speech. `languages` may hold `*`: all that espeak-ng reads. */
export interface Recognizer extends DownloadableModel {
  readonly kind: (typeof recognizerKinds)[number];
  /** Memory that it needs, in bytes. */
  readonly memoryBytes: number;
}

/** A recognizer on this machine. */
export type InstalledRecognizer = InstalledModel<Recognizer>;

/** Reads an entry of the catalogue or a manifest. */
const recognizerSchema: z.ZodType<Recognizer> = z.object({
  ...downloadableFields,
  kind: z.enum(recognizerKinds),
  memoryBytes: z.number().int().nonnegative(),
});

/** The recognizers. Their files are used as they are. */
export const recognizerShelf: Shelf<Recognizer> = {
  folder: 'recognizers',
  noun: 'recognizer',
  installCommand: 'audiobook recognizers install',
  schema: recognizerSchema,
  changesFiles: () => false,
  prepare: async () => {},
  preparedFiles: () => [],
  preparedBytes: () => 0,
};

/** Languages without blanks between words, of which espeak-ng does not read the signs as they are spoken. */
const unread = ['zh', 'ja', 'yue', 'th', 'my', 'km', 'lo'];

/** Reports whether a recognizer hears a language well enough to judge it. */
export function hearsLanguage({ languages }: Pick<Recognizer, 'languages'>, language: string): boolean {
  if (unread.some((code) => sameLanguage(code, language))) return false;
  return languages.some((heard) => heard === '*' || sameLanguage(heard, language));
}

/** Returns the settings of the engine for an installed recognizer. */
export function recognizerModel({ model, folder }: InstalledRecognizer): RecognizerModel {
  const file = (name: string): string => path.join(folder, name);
  const named = (part: string): string =>
    file(
      [...model.files.map((one) => one.path), ...Object.keys(model.archive?.members ?? {})].find((name) =>
        name.startsWith(part),
      ) ?? part,
    );
  const tokens = file('tokens.txt');
  if (model.kind === 'nemo-ctc') return { tokens, nemoCtc: { model: named('model') } };
  if (model.kind === 'omnilingual') return { tokens, omnilingual: { model: named('model') } };
  const transducer = { encoder: named('encoder'), decoder: named('decoder'), joiner: named('joiner') };
  return { tokens, transducer, modelType: 'nemo_transducer' };
}
