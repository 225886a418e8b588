import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import type { VoiceKind } from './voice-kind.ts';

const files = ['model.onnx', 'tokens.txt', ...espeakFiles];

/** Piper: one language a model, small and fast. Speaks a sentence in one pass, whose memory grows with its length. */
export const piper: VoiceKind = {
  kind: 'piper',
  memory: (bytes) => ({ model: 70e6 + 2 * bytes, call: 100e6 }),
  // Two cores of an AMD EPYC made 18.9 with en_US-joe-medium. A "high" model is a third as fast.
  usualSpeed: 9,
  bySentence: true,
  // VITS: a predictor of durations, then one pass over all frames.
  drawsLengthsFirst: true,
  utteranceLength: () => ({ target: 300, max: 400 }),
  pauses: { sentence: 300, clause: 150 },
  version: 2,
  async open(installed) {
    const file = await modelFiles(installed, files);
    return {
      engine: {
        vits: { model: file('model.onnx'), tokens: file('tokens.txt'), dataDir: file(espeakDataName) },
      },
      prepare: (text, language) => withoutEmptySentence(engineText(text, language)),
      settings: () => ({}),
    };
  },
};

/** The engine makes a sentence of its own, a short sound, of marks after the last end of a sentence: the quote in `“Go!”`. */
function withoutEmptySentence(text: string): string {
  return text.replace(/(?<=[.!?…])[^\p{L}\p{N}.!?…]+$/u, '');
}
