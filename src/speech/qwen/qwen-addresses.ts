import { httpUrl } from '../../core/http/http-url.ts';

/** Addresses of a Qwen3-TTS server. */
export interface QwenAddresses {
  readonly base: string;
  readonly health: string;
  readonly voices: string;
  readonly synthesis: string;
  /** The server's API description, which shows whether it clones voices. */
  readonly description: string;
}

/** Returns the addresses below a base address. Throws `bad-value` for an invalid address. */
export function qwenAddresses(baseUrl: string): QwenAddresses {
  const url = httpUrl(baseUrl, 'QWEN_API_URL', 'http://127.0.0.1:8890');
  const base = `${url.origin}${url.pathname.replace(/\/+$/u, '').replace(/\/(?:tts|health|voices)$/u, '')}`;
  return {
    base,
    health: `${base}/health`,
    voices: `${base}/voices`,
    synthesis: `${base}/tts`,
    description: `${base}/openapi.json`,
  };
}
