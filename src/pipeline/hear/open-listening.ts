import { RecognizerPool } from '../../listening/recognizer-pool.ts';
import { recognizerShelf } from '../../listening/recognizer.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { modelsOn } from '../../voice-models/installed-models.ts';
import { Listening } from './listening.ts';
import { TestedRecognizers } from './tested-recognizers.ts';
import type { TestSurroundings } from './tested-recognizers.ts';
import type { VerifyMode } from '../options/verify-mode.ts';
import { AudiobookError } from '../../core/errors.ts';
import { baseLanguage, languageName } from '../../core/language.ts';

/** Options of `openListening`. */
export interface OpenListeningOptions {
  /** Default: `doubtful` when a recognizer is installed, otherwise `off`. */
  readonly mode: VerifyMode | undefined;
  /** BCP-47 code of the main language. */
  readonly language: string;
  readonly expectedSegments: number;
  /** Folder of the segment store. */
  readonly storeFolder: string;
}

/** The recognizer of a run. */
export type OpenListening = AsyncDisposable & { readonly listening?: Listening | undefined };

/**
 * Opens the recognizers of this machine. When listening was asked for, they are tried out first: without `listening`, nothing
 * is heard. For doubtful segments, a recognizer is loaded and tried out when the first one comes. Throws `tool-missing` when
 * listening was asked for and no recognizer for the language is installed.
 */
export async function openListening(
  { mode, language, expectedSegments, storeFolder: folder }: OpenListeningOptions,
  surroundings: TestSurroundings,
): Promise<OpenListening> {
  if (mode === 'off') return nothing;
  const { settings, warn } = surroundings;
  const pool = new RecognizerPool(await modelsOn(recognizerShelf, dataFolder(settings), warn));
  const isAsked = mode !== undefined && mode !== 'doubtful';
  if (!pool.recognizerFor(language)) {
    if (!isAsked) return nothing;
    throw missingRecognizer(language);
  }
  const tested = new TestedRecognizers(pool, surroundings);
  try {
    if (isAsked && !(await tested.isUsable(language))) return await closed(pool);
  } catch (thrown) {
    await closed(pool);
    throw thrown;
  }
  const listening = new Listening({ pool: tested, mode: mode ?? 'doubtful', expectedSegments, folder });
  return { listening, [Symbol.asyncDispose]: async () => await pool[Symbol.asyncDispose]() };
}

async function closed(pool: RecognizerPool): Promise<OpenListening> {
  await pool[Symbol.asyncDispose]();
  return nothing;
}

const nothing: OpenListening = { [Symbol.asyncDispose]: async () => {} };

/** Returns the error for a language that no installed recognizer hears. */
export function missingRecognizer(language: string): AudiobookError {
  return new AudiobookError(
    'tool-missing',
    `No recognizer for ${languageName(language)} is installed. Install one with 'audiobook recognizers install ${baseLanguage(language)}'.`,
  );
}
