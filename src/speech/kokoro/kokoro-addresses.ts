import { httpUrl } from '../../core/http/http-url.ts';

/** Addresses of one Kokoro server. */
export interface KokoroAddresses {
  readonly base: string;
  readonly voices: string;
  readonly speech: string;
  /** Speech with the times of its words. */
  readonly captionedSpeech: string;
}

/** Returns the addresses below a base address, with or without `/v1` or the older `/v1/audio`. Throws `bad-value` for an invalid address. */
export function kokoroAddresses(baseUrl: string): KokoroAddresses {
  const url = httpUrl(baseUrl, 'KOKORO_API_URL', 'http://127.0.0.1:8880/v1');
  const path = url.pathname.replace(/\/+$/u, '').replace(/(?:\/v1)?(?:\/audio)?(?:\/speech|\/voices)?$/u, '');
  const root = `${url.origin}${path}`;
  const base = `${root}/v1`;
  return {
    base,
    voices: `${base}/audio/voices`,
    speech: `${base}/audio/speech`,
    captionedSpeech: `${root}/dev/captioned_speech`,
  };
}
