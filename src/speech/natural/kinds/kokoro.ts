import { AudiobookError } from '../../../core/errors.ts';
import { baseLanguage } from '../../../core/language.ts';
import type { EspeakReader } from '../phonemes/espeak-reader.ts';
import type { KokoroPhonemes } from '../phonemes/open-phonemes.ts';
import { isReadInPhonemes } from '../phonemes/readers.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import type { UtteranceLength, VoiceKind } from './voice-kind.ts';
import { kokoroSpeakers } from './kokoro-speakers.ts';

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

/**
 * Lengths of the languages whose characters are more than one phoneme each: 2.6 in Japanese, 3.8 in Chinese with the arrow of the tone (150 and 4,354
 * sentences). Kokoro is best at 100 to 200 phonemes; the others are nearly one for a letter.
 */
const lengthsInHan: Readonly<Record<string, UtteranceLength>> = {
  ja: { target: 60, max: 95 },
  zh: { target: 40, max: 65 },
};

/** Kokoro 1.0: English first, seven more languages less well. A call takes 510 phonemes; 400 sound rushed, below 20 is weak. */
export const kokoro: VoiceKind = {
  kind: 'kokoro',
  languages: ['en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh'],
  speakers: kokoroSpeakers,
  mixes: true,
  // 82 million numbers, which are computed as floats however the file stores them: 830 MB at the most with 8 bits, 950 MB with 32.
  memory: (bytes) => ({ model: Math.max(2.7 * bytes, 830e6), call: 150e6 }),
  // One core of an AMD EPYC made 3.1 with the weights that come along (voices/kokoro/QUALITY.md), 1.2 with those of 32 bits.
  usualSpeed: 2.7,
  bySentence: false,
  // StyleTTS 2: a predictor of durations, then one pass over all frames.
  drawsLengthsFirst: true,
  utteranceLength: (language) => lengthsInHan[baseLanguage(language)] ?? { target: 160, max: 240 },
  // A recognizer hears 34 of 36 short titles and words with a full stop, and 30 without (af_heart, Whisper tiny.en).
  endMark: '.',
  // Heard as 0.36 s, with the edges that are kept; between sentences of one call it is silent for 0.47 s (median of af_heart,
  // test/bench/natural.mjs), other programs with the same voice for 0.35 s.
  pauses: { sentence: 300, clause: 140 },
  version: 3,
  readsIpa: isReadInPhonemes,
  async open(installed, { voicesFile, espeak } = {}) {
    const file = await modelFiles(installed, files);
    const phonemes = espeak && (await openPhonemesOf(installed, file('tokens.txt'), espeak));
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
      prepare: textForEngine,
      phonemes,
      settings: (language) => ({ lang: espeakLanguage(language) }),
    };
  },
};

/** The engine takes Han characters for the code of phonemes, so a text that holds them is spoken in phonemes or not at all. */
function textForEngine(text: string, language: string): string {
  if (!Object.hasOwn(lengthsInHan, baseLanguage(language))) return engineText(text, language);
  const message = `Kokoro speaks this language (${language}) only in phonemes, which this engine does not take. Install audiobook again with its optional packages.`;
  throw new AudiobookError('tool-missing', message);
}

async function openPhonemesOf(
  installed: InstalledModel,
  tokensFile: string,
  espeak: EspeakReader,
): Promise<KokoroPhonemes> {
  const { openPhonemes } = await import('../phonemes/open-phonemes.ts');
  return await openPhonemes(installed, tokensFile, { espeak, clean: engineText });
}

function espeakLanguage(language: string): string {
  return espeakLanguages[language] ?? espeakLanguages[baseLanguage(language)] ?? 'en-us';
}
