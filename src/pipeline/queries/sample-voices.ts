import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { encodeWav } from '../../core/wav.ts';
import { writeWhole } from '../../core/write-whole.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { inOrder } from '../synthesis/in-order.ts';
import { speakSegment } from '../../speech/call/speak-segment.ts';

export interface SampleRequest {
  readonly provider?: string | undefined;
  /** BCP-47 code; empty for every voice there is. */
  readonly language: string;
  /** What each voice says. */
  readonly text: string;
  /** Where the WAV files go, one a voice; made when it is missing. */
  readonly folder: string;
}

/** Lets every voice of a provider say the same text, each into a WAV file named for it. Yields the files as they are made. */
export async function* sampleVoices(
  { provider: wanted, language, text, folder }: SampleRequest,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const chosen = await chooseProvider(wanted, settings, signal);
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
    const pcm = await speakSegment(provider, { text, voice: voice.id, language: voice.language, signal }, {});
    await writeWhole(file, encodeWav(pcm));
    return file;
  });
}
