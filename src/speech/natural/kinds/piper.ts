import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import type { VoiceKind } from './voice-kind.ts';

const files = ['model.onnx', 'tokens.txt', ...espeakFiles];

/** Piper: one language a model, small and fast. Speaks a sentence in one pass, whose memory grows with its length. */
export const piper: VoiceKind = {
  kind: 'piper',
  bestSpeakers: [],
  memory: (bytes) => ({ model: 70e6 + 2 * bytes, call: 100e6 }),
  // Two cores of an AMD EPYC made 18.9 with en_US-joe-medium. A "high" model is a third as fast.
  usualSpeed: 9,
  bySentence: true,
  utteranceLength: () => ({ target: 300, max: 400 }),
  // As Piper's own program has it between sentences.
  pauseMs: 200,
  version: 1,
  async open(installed) {
    const file = await modelFiles(installed, files);
    return {
      engine: {
        vits: { model: file('model.onnx'), tokens: file('tokens.txt'), dataDir: file(espeakDataName) },
      },
      prepare: engineText,
      settings: () => ({}),
    };
  },
};
