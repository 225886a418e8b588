import { baseLanguage, sameLanguage } from '../../../core/language.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { ReadWords } from '../phonemes/espeak-word.ts';
import type { KokoroEnglish } from '../phonemes/open-english.ts';
import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import type { VoiceKind } from './voice-kind.ts';

const files = ['model.onnx', 'voices.bin', 'tokens.txt', ...espeakFiles];

/** espeak-ng's names of the languages. `en-gb` is refused. */
const espeakLanguages: Readonly<Record<string, string>> = {
  en: 'en-us',
  'en-GB': 'en-gb-x-rp',
  es: 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
};

/** Kokoro 1.0: English first, six more languages less well. A call takes 510 phonemes; 400 sound rushed, below 20 is weak. */
export const kokoro: VoiceKind = {
  kind: 'kokoro',
  languages: ['en', 'es', 'fr', 'hi', 'it', 'pt'],
  // By the author's grades (VOICES.md of hexgrad/Kokoro-82M), without voices that whisper or laugh.
  bestSpeakers: ['af_heart', 'af_bella', 'bf_emma', 'ff_siwis', 'am_michael', 'am_fenrir', 'am_puck', 'bm_george'],
  mixes: true,
  memory: (bytes) => ({ model: 2.7 * bytes, call: 150e6 }),
  // One core of an AMD EPYC: 1.2 with weights of 32 bits, 1.7 with the ones that come along (voices/kokoro).
  usualSpeed: 1.5,
  bySentence: false,
  utteranceLength: () => ({ target: 160, max: 240 }),
  pauseMs: 0,
  version: 2,
  readsIpa: isEnglish,
  async open(installed, { voicesFile, readWords } = {}) {
    const file = await modelFiles(installed, files);
    const english = readWords && (await readEnglish(installed, file('tokens.txt'), readWords));
    return {
      engine: {
        kokoro: {
          model: file('model.onnx'),
          voices: voicesFile ?? file('voices.bin'),
          tokens: file('tokens.txt'),
          dataDir: file(espeakDataName),
          lang: 'en-us',
          ...english?.files,
        },
      },
      prepare: engineText,
      prepareParts: async (parts, language, signal) =>
        isEnglish(language) ? await english?.prepare(parts, language, signal) : undefined,
      tryOut: async (speak) => await english?.tryOut(speak),
      settings: (language) => ({ lang: espeakLanguage(language) }),
    };
  },
};

async function readEnglish(
  installed: InstalledModel,
  tokensFile: string,
  readWords: ReadWords,
): Promise<KokoroEnglish> {
  const { openEnglish } = await import('../phonemes/open-english.ts');
  return await openEnglish(installed, tokensFile, { readWords, clean: engineText });
}

function isEnglish(language: string): boolean {
  return sameLanguage(language, 'en');
}

function espeakLanguage(language: string): string {
  return espeakLanguages[language] ?? espeakLanguages[baseLanguage(language)] ?? 'en-us';
}
