import { readFile } from 'node:fs/promises';
import anyAscii from 'any-ascii';
import { baseLanguage } from '../../../core/language.ts';
import { engineText } from './engine-text.ts';
import { modelFiles } from './model-files.ts';
import type { VoiceKind } from './voice-kind.ts';

const files = {
  durationPredictor: 'duration_predictor.int8.onnx',
  textEncoder: 'text_encoder.int8.onnx',
  vectorEstimator: 'vector_estimator.int8.onnx',
  vocoder: 'vocoder.int8.onnx',
  ttsJson: 'tts.json',
  unicodeIndexer: 'unicode_indexer.bin',
  voiceStyle: 'voice.bin',
};

/** The noise that the sound is made from. A fixed seed gives the same sound every time. */
const seed = 7;

/** Supertonic 3: 31 languages, chosen by a code in every call. Reads characters; it needs no espeak-ng. */
export const supertonic: VoiceKind = {
  kind: 'supertonic',
  memory: (bytes) => ({ model: 70e6 + 2 * bytes, call: 150e6 }),
  // 0.3 to 0.5 seconds for one of speech on two cores, by published figures.
  usualSpeed: 1.2,
  bySentence: true,
  // It draws one length for the whole text, and loses words where that is too short (supertone-oss-archive/supertonic issue 39).
  drawsLengthsFirst: false,
  utteranceLength: (language) =>
    ['ja', 'ko'].includes(baseLanguage(language)) ? { target: 80, max: 115 } : { target: 200, max: 290 },
  pauses: { sentence: 300, clause: 150 },
  version: 1,
  async open(installed) {
    const file = await modelFiles(installed, Object.values(files));
    const reads = await readIndexer(file(files.unicodeIndexer));
    return {
      engine: { supertonic: Object.fromEntries(Object.entries(files).map(([name, value]) => [name, file(value)])) },
      prepare: (text, language) => withoutSpacesLost(readable(engineText(text, language), reads)),
      settings: (language) => ({ lang: baseLanguage(language), seed }),
    };
  },
};

/** Returns a function that reports whether the model knows a character. The file has a number for each, -1 for an unknown one. */
async function readIndexer(file: string): Promise<(character: string) => boolean> {
  const bytes = await readFile(file);
  const known = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readInt32LE(4 * at) >= 0);
  // The engine takes characters apart before it looks them up.
  return (character) => Array.from(character.normalize('NFKD')).every((part) => known[part.codePointAt(0) ?? -1]);
}

/** Replaces characters that the model would silently leave out. */
function readable(text: string, reads: (character: string) => boolean): string {
  return Array.from(text, (character) => {
    if (character === ' ' || reads(character)) return character;
    return Array.from(anyAscii(character)).filter(reads).join('');
  }).join('');
}

/** The engine drops a space after an end mark, which joins two words. It keeps U+00A0. */
function withoutSpacesLost(text: string): string {
  return text.replaceAll(/([.!?…,;:]["'”’»)\]]*) /gu, '$1\u00A0');
}
