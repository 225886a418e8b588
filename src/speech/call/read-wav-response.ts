import { toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { decodeWav } from '../../core/wav.ts';
import { SpoiledAudioError } from './provider-errors.ts';
import { rejectNonAudio } from './reject-non-audio.ts';

/** Returns the audio of a WAV response. Throws `SpoiledAudioError` when it is empty, text, or damaged. */
export function readWavResponse(bytes: Uint8Array, serviceName: string): Pcm {
  rejectNonAudio(bytes, serviceName);
  let pcm: Pcm;
  try {
    pcm = decodeWav(bytes);
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    throw new SpoiledAudioError(`${serviceName} answered with damaged audio: ${message}`, { cause: thrown });
  }
  if (pcm.samples.length === 0) throw new SpoiledAudioError(`${serviceName} answered with empty audio.`);
  return pcm;
}
