import { engineText } from './engine-text.ts';
import { espeakDataName } from '../../../voice-models/prepare/espeak-data.ts';
import { espeakFiles, modelFiles } from './model-files.ts';
import type { VoiceKind } from './voice-kind.ts';

const files = ['model.onnx', 'voices.bin', 'tokens.txt', ...espeakFiles];

/** Kitten: English, very small. A call takes 400 phonemes, and clips the ends of very short texts. */
export const kitten: VoiceKind = {
  kind: 'kitten',
  languages: ['en'],
  memory: (bytes) => ({ model: 70e6 + 2 * bytes, call: 80e6 }),
  // 0.15 to 0.2 seconds for one of speech on two cores, by published figures.
  usualSpeed: 2.8,
  // At 1 it speaks 95 words a minute (KittenML/KittenTTS issue 103).
  speed: 1.5,
  bySentence: false,
  // StyleTTS 2, as Kokoro.
  drawsLengthsFirst: true,
  utteranceLength: () => ({ target: 150, max: 240 }),
  pauses: { sentence: 300, clause: 150 },
  version: 2,
  async open(installed) {
    const file = await modelFiles(installed, files);
    return {
      engine: {
        kitten: {
          model: file('model.onnx'),
          voices: file('voices.bin'),
          tokens: file('tokens.txt'),
          dataDir: file(espeakDataName),
        },
      },
      prepare: engineText,
      settings: () => ({}),
    };
  },
};
