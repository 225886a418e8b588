import { toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { decodeWav } from '../../core/wav.ts';
import { messageText } from '../../core/failed-response.ts';
import { SpoiledAudioError } from './spoiled-audio-error.ts';

/** The sound in a WAV answer. Throws `SpoiledAudioError` when it is empty, a page or an error text, or cut in its header. */
export function wavAnswer(bytes: Uint8Array, who: string): Pcm {
  refuseNonAudio(bytes, who);
  let pcm: Pcm;
  try {
    pcm = decodeWav(bytes);
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    throw new SpoiledAudioError(`${who} answered with damaged audio: ${message}`, { cause: thrown });
  }
  if (pcm.samples.length === 0) throw new SpoiledAudioError(`${who} answered with empty audio.`);
  return pcm;
}

/** Throws `SpoiledAudioError` for an empty answer and for one that is text: proxies and portals send pages with status 200. */
export function refuseNonAudio(bytes: Uint8Array, who: string): void {
  if (bytes.length === 0) throw new SpoiledAudioError(`${who} answered with nothing.`);
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1').trimStart();
  if (!/^[<{[]/u.test(start) || /[^\t\r\n\u0020-\u00ff]/u.test(start)) return;
  throw new SpoiledAudioError(`${who} answered with text instead of audio: ${messageText(start)}`);
}
