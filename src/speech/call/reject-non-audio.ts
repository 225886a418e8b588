import { messageText } from '../../core/http/failed-response.ts';
import { SpoiledAudioError } from './provider-errors.ts';

/** Throws `SpoiledAudioError` for an empty or textual response: proxies and portals send pages with status 200. */
export function rejectNonAudio(bytes: Uint8Array, serviceName: string): void {
  if (bytes.length === 0) throw new SpoiledAudioError(`${serviceName} answered with nothing.`);
  const text = textOf(bytes.subarray(0, 300));
  if (text === undefined) return;
  throw new SpoiledAudioError(`${serviceName} answered with text instead of audio: ${messageText(text)}`);
}

/** Returns bytes as text, or undefined when they hold anything that text does not. Audio always does, within a few samples. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    // More bytes may follow, so the last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /^[^\p{Cc}\p{Co}\p{Cn}]*$/u.test(text.replaceAll(/[\t\r\n]/gu, ' ')) && text.trim() !== ''
      ? text
      : undefined;
  } catch {
    return undefined;
  }
}
