import { httpUrl } from '../call/http-url.ts';

/** The addresses of one Kokoro server. */
export interface KokoroAddresses {
  readonly base: string;
  readonly voices: string;
  readonly speech: string;
}

/** Addresses derived from a base address, which may end in nothing, `/v1` or the older `/v1/audio`. Throws `bad-value` when it is no http address. */
export function kokoroAddresses(baseUrl: string): KokoroAddresses {
  const url = httpUrl(baseUrl, 'KOKORO_API_URL', 'http://127.0.0.1:8880/v1');
  const path = url.pathname.replace(/\/+$/u, '').replace(/(?:\/v1)?(?:\/audio)?(?:\/speech|\/voices)?$/u, '');
  const base = `${url.origin}${path}/v1`;
  return { base, voices: `${base}/audio/voices`, speech: `${base}/audio/speech` };
}
