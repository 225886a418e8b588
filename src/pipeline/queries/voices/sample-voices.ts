import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { outputError } from '../../../core/files/output-error.ts';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { encodeSample, isSampleReplaceable } from './sample-file.ts';
import { chooseProvider } from '../../tools/choose-provider.ts';
import { inOrder } from '../../synthesis/in-order.ts';
import { singleTextPolicy, speakSegment } from '../../../speech/call/speak-segment.ts';

/** The texts, voices and target of `sampleVoices`. */
export interface SampleRequest {
  readonly provider?: string | undefined;
  /** BCP-47 code. Empty for all voices. */
  readonly language: string;
  readonly text: string;
  /** Folder for the WAV files, one per voice. Created when it is missing. */
  readonly folder: string;
  /** Replaces files that are not samples. Default: `false`. */
  readonly force?: boolean | undefined;
  /** Receives the terms of the provider, before its service is asked. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Synthesizes one text with every voice of a provider, one WAV file per voice. Yields each file when it is written. Throws
 * `bad-value` before anything is spoken when a file there is not an earlier sample.
 */
export async function* sampleVoices(
  { provider: id, language, text, folder, force = false, warn }: SampleRequest,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const chosen = await chooseProvider(id, settings, signal);
  if (chosen.description.terms !== undefined) warn?.(chosen.description.terms);
  await using provider = chosen.provider;
  const voices = await provider.voices(language, signal);
  if (voices.length === 0) {
    throw new AudiobookError(
      'bad-value',
      `Speech provider '${provider.id}' has no voice for the language '${language}'.`,
    );
  }
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw outputError(thrown, folder);
  });
  if (!force) await requireSamples(voices.map(({ id: voice }) => samplePath(folder, voice)));
  yield* inOrder(voices, provider.concurrency.start, async (voice) => {
    const file = samplePath(folder, voice.id);
    const { pcm } = await speakSegment(
      provider,
      { text, voice: voice.id, language: voice.language, signal },
      { policy: singleTextPolicy },
    );
    await writeFileAtomic(file, encodeSample(pcm));
    return file;
  });
}

function samplePath(folder: string, voice: string): string {
  return path.join(folder, `${voice.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.wav`);
}

async function requireSamples(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (await isSampleReplaceable(file)) continue;
    throw new AudiobookError('bad-value', `${file} exists and is not an earlier sample. Use --force to replace it.`);
  }
}
