import { toAudiobookError } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import type { Pcm } from '../../core/pcm.ts';
import { decodeWav } from '../../core/wav.ts';
import { SpoiledAudioError } from './provider-errors.ts';

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

/** Throws `SpoiledAudioError` for an empty or textual response: proxies and portals send pages with status 200. */
export function rejectNonAudio(bytes: Uint8Array, serviceName: string): void {
  if (bytes.length === 0) throw new SpoiledAudioError(`${serviceName} answered with nothing.`);
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1').trimStart();
  if (!/^[<{[]/u.test(start) || /[^\t\r\n\u0020-\u00ff]/u.test(start)) return;
  throw new SpoiledAudioError(`${serviceName} answered with text instead of audio: ${messageText(start)}`);
}
