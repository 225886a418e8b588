import { baseLanguage } from '../../../core/language.ts';
import type { ReadWords } from '../phonemes/espeak-word.ts';
import type { KokoroPhonemes } from '../phonemes/open-phonemes.ts';
import { isReadInPhonemes } from '../phonemes/readers.ts';
import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import { kokoroSpeakers } from './kokoro-speakers.ts';
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
  speakers: kokoroSpeakers,
  mixes: true,
  memory: (bytes) => ({ model: 2.7 * bytes, call: 150e6 }),
  bySentence: false,
  utteranceLength: () => ({ target: 160, max: 240 }),
  pauseMs: 0,
  version: 2,
  readsIpa: isReadInPhonemes,
  async open(installed, { voicesFile, readWords } = {}) {
    const file = await modelFiles(installed, files);
    const phonemes = readWords && (await openPhonemesOf(installed.folder, file('tokens.txt'), readWords));
    return {
      engine: {
        kokoro: {
          model: file('model.onnx'),
          voices: voicesFile ?? file('voices.bin'),
          tokens: file('tokens.txt'),
          dataDir: file(espeakDataName),
          lang: 'en-us',
          ...phonemes?.files,
        },
      },
      prepare: engineText,
      phonemes,
      tryOut: async (speak) => await phonemes?.tryOut(speak),
      settings: (language) => ({ lang: espeakLanguage(language) }),
    };
  },
};

async function openPhonemesOf(folder: string, tokensFile: string, readWords: ReadWords): Promise<KokoroPhonemes> {
  const { openPhonemes } = await import('../phonemes/open-phonemes.ts');
  return await openPhonemes(folder, tokensFile, { readWords, clean: engineText });
}

function espeakLanguage(language: string): string {
  return espeakLanguages[language] ?? espeakLanguages[baseLanguage(language)] ?? 'en-us';
}
