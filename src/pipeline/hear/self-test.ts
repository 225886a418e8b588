import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pcm } from '../../core/pcm.ts';
import type { Settings } from '../../core/settings.ts';
import { decodeWav } from '../../core/wav.ts';
import type { RecognizerPool } from '../../listening/recognizer-pool.ts';
import { languageOf } from '../../languages/languages.ts';
import type { InstalledRecognizer } from '../../listening/recognizer.ts';
import { findProvider } from '../../speech/registry.ts';

/** The options of a self-test. */
export interface SelfTestOptions {
  /** BCP-47 code. */
  readonly language: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Returns the share that a recognizer hears of a sentence: of a recording that was installed with it (`self-test.wav` and
 * `self-test.txt`), otherwise of the embedded voice. Throws as `RecognizerPool.hear`.
 */
export async function selfTest(
  pool: Pick<RecognizerPool, 'hear'>,
  { folder, model }: InstalledRecognizer,
  options: SelfTestOptions,
): Promise<number> {
  const { text, pcm } = (await recordedTest(folder)) ?? (await spokenTest(options));
  const heard = await pool.hear({ pcm, text, language: options.language, recognizer: model.id }, options.signal);
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

async function spokenTest({ language, settings, signal }: SelfTestOptions): Promise<TestSentence> {
  // Other languages count, which every language has words for.
  const text = languageOf(language).testSentence ?? '1 2 3 4 5 6 7 8 9 10 11 12';
  await using provider = await findProvider('embedded').create(settings);
  const voice = (await provider.defaultVoice(language, signal)) ?? '';
  return { text, pcm: await provider.synthesize({ text, voice, language, signal }) };
}
