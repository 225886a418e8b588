import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { encodeWav } from '../../core/wav.ts';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { inOrder } from '../synthesis/in-order.ts';
import { singleTextPolicy, speakSegment } from '../../speech/call/speak-segment.ts';

/** What `sampleVoices` synthesizes and where. */
export interface SampleRequest {
  readonly provider?: string | undefined;
  /** BCP-47 code. Empty for all voices. */
  readonly language: string;
  readonly text: string;
  /** Folder for the WAV files, one per voice. Created when it is missing. */
  readonly folder: string;
}

/** Synthesizes one text with every voice of a provider, one WAV file per voice. Yields each file when it is written. */
export async function* sampleVoices(
  { provider: id, language, text, folder }: SampleRequest,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const chosen = await chooseProvider(id, settings, signal);
  await using provider = chosen.provider;
  const voices = await provider.voices(language, signal);
  if (voices.length === 0) {
    throw new AudiobookError(
      'bad-value',
      `Speech provider '${provider.id}' has no voice for the language '${language}'.`,
    );
  }
  await mkdir(folder, { recursive: true });
  yield* inOrder(voices, provider.concurrency.start, async (voice) => {
    const file = path.join(folder, `${voice.id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.wav`);
    const { pcm } = await speakSegment(
      provider,
      { text, voice: voice.id, language: voice.language, signal },
      { policy: singleTextPolicy },
    );
    await writeFileAtomic(file, encodeWav(pcm));
    return file;
  });
}
