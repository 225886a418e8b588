import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recognizerShelf } from '../../src/listening/recognizer.ts';
import type { InstalledRecognizer, Recognizer } from '../../src/listening/recognizer.ts';
import { manifestName, modelsFolder } from '../../src/voice-models/installed-models.ts';
import { wavBytes } from './servers/spoken-audio.ts';
import { toneGraph } from './tiny-recognizer/tone-graph.ts';
import type { ToneGraph } from './tiny-recognizer/tone-graph.ts';
import { letterHertz, letters, speakLetters, toneSeconds } from './servers/letter-tones.ts';

/** Options of `installTinyRecognizer`. */
export interface TinyRecognizer {
  /** Default: `tiny-recognizer`. */
  readonly id?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  /** Default: those of `speakLetters`, which speaks the sentence of the self-test. */
  readonly tones?: ToneGraph | undefined;
}

const hertz = letters.map(letterHertz);
const letterTones: ToneGraph = { symbols: letters, hertz, frameSeconds: toneSeconds, blankFrames: 1.4 };

/** Installs a recognizer without trained weights that hears what `speakLetters` speaks. */
export async function installTinyRecognizer(
  dataFolder: string,
  { id = 'tiny-recognizer', languages = ['en', 'de', 'fr'], tones = letterTones }: TinyRecognizer = {},
): Promise<InstalledRecognizer> {
  const model: Recognizer = {
    id,
    kind: 'omnilingual',
    name: 'Tiny recognizer',
    languages,
    memoryBytes: 80_000_000,
    files: ['model.onnx', 'tokens.txt'].map((name) => ({
      path: name,
      url: 'https://example.org/',
      bytes: 0,
      sha256: '0'.repeat(64),
    })),
    licence: { name: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    source: 'made by the tests',
    dated: '2026-11-22',
  };
  const folder = path.join(modelsFolder(dataFolder, recognizerShelf), model.id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'model.onnx'), toneGraph(tones));
  const tokens = ['<s>', '\u2581', ...tones.symbols];
  await writeFile(path.join(folder, 'tokens.txt'), tokens.map((token, index) => `${token} ${index}\n`).join(''));
  const test = 'The old man counted seven ships.';
  await writeFile(path.join(folder, 'self-test.txt'), test);
  await writeFile(path.join(folder, 'self-test.wav'), wavBytes(speakLetters(test, 16_000), 16_000));
  const installed = new Date().toISOString();
  await writeFile(path.join(folder, manifestName), JSON.stringify({ installed, model }));
  return { model, folder, installed };
}
