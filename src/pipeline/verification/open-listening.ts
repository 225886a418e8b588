import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pcm } from '../../core/pcm.ts';
import type { Settings } from '../../core/settings.ts';
import { decodeWav } from '../../core/wav.ts';
import { Ears } from '../../listening/ears.ts';
import { recognizerShelf } from '../../listening/recognizer.ts';
import type { InstalledRecognizer } from '../../listening/recognizer.ts';
import { findProvider } from '../../speech/registry.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { modelsOn } from '../../voice-models/installed-models.ts';
import { Listening } from './listening.ts';
import { missingRecognizer } from './missing-recognizer.ts';
import type { VerifyMode } from './verify-mode.ts';

/** Options of `openListening`. */
export interface OpenListeningOptions {
  /** Default: `doubtful` when a recognizer is installed, else `off`. */
  readonly mode: VerifyMode | undefined;
  /** BCP-47 code of the main language. */
  readonly language: string;
  readonly expectedSegments: number;
  /** Folder of the segment store. */
  readonly storeFolder: string;
}

/** Surroundings of `openListening`. */
export interface ListeningSurroundings {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** What a run listens with. */
export type OpenListening = AsyncDisposable & { readonly listening?: Listening | undefined };

/**
 * Opens the recognizers of this machine. They are tried out first: without `listening`, nothing is heard. Throws `tool-missing`
 * when listening was asked for and no recognizer for the language is installed.
 */
export async function openListening(
  { mode, language, expectedSegments, storeFolder: folder }: OpenListeningOptions,
  { settings, signal, warn }: ListeningSurroundings,
): Promise<OpenListening> {
  if (mode === 'off') return nothing;
  const installed = await modelsOn(recognizerShelf, dataFolder(settings), warn);
  const ears = new Ears(installed);
  const recognizer = ears.recognizerFor(language);
  if (!recognizer) {
    if (mode === undefined || mode === 'doubtful') return nothing;
    throw missingRecognizer(language);
  }
  const listening = new Listening({ ears, mode: mode ?? 'doubtful', expectedSegments, folder, signal });
  try {
    const share = await heardOfTest(ears, recognizer, { language, settings, signal });
    if (share >= leastShare) return { listening, [Symbol.asyncDispose]: () => ears[Symbol.asyncDispose]() };
    const percent = Math.round(100 * share);
    warn(
      `Nothing is verified: the recognizer ${recognizer.model.id} understands only ${percent} % of a test sentence on this machine.`,
    );
  } catch (thrown) {
    await ears[Symbol.asyncDispose]();
    throw thrown;
  }
  await ears[Symbol.asyncDispose]();
  return nothing;
}

const nothing: OpenListening = { [Symbol.asyncDispose]: async () => {} };

/** Share of the test sentence that a recognizer must hear. */
const leastShare = 0.8;

interface TestSurroundings {
  readonly language: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Returns the share that a recognizer hears of a sentence: of a recording that was installed with it (`self-test.wav` and
 * `self-test.txt`), else of the embedded voice.
 */
async function heardOfTest(ears: Ears, { folder }: InstalledRecognizer, options: TestSurroundings): Promise<number> {
  const { text, pcm } = (await recordedTest(folder)) ?? (await spokenTest(options));
  const heard = await ears.hear({ pcm, text, language: options.language }, options.signal);
  return 'share' in heard ? heard.share : 0;
}

interface TestSentence {
  readonly text: string;
  readonly pcm: Pcm;
}

async function recordedTest(folder: string): Promise<TestSentence | undefined> {
  const sound = await readFile(path.join(folder, 'self-test.wav')).catch(() => undefined);
  const text = await readFile(path.join(folder, 'self-test.txt'), 'utf8').catch(() => undefined);
  return sound && text !== undefined ? { text: text.trim(), pcm: decodeWav(sound) } : undefined;
}

/** Sentences of common words. Other languages count, which every language has words for. */
const testSentences: Readonly<Record<string, string>> = {
  en: 'The old man counted seven ships in the harbour this morning.',
  de: 'Der alte Mann zählte heute Morgen sieben Schiffe im Hafen.',
  fr: 'Le vieil homme a compté sept bateaux dans le port ce matin.',
  es: 'El viejo contó siete barcos en el puerto esta mañana.',
};

async function spokenTest({ language, settings, signal }: TestSurroundings): Promise<TestSentence> {
  const text = testSentences[language.split('-')[0] ?? ''] ?? '1 2 3 4 5 6 7 8 9 10 11 12';
  await using provider = await findProvider('embedded').create(settings);
  const voice = (await provider.defaultVoice(language, signal)) ?? '';
  return { text, pcm: await provider.synthesize({ text, voice, language, signal }) };
}
