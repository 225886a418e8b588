import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { modelError } from '../model-error.ts';

/**
 * Returns the address of an Ollama server without a trailing slash. `OLLAMA_HOST` may lack scheme or port, or be `0.0.0.0`,
 * which is an address to listen on, not to call. Throws `bad-value`.
 */
export function ollamaAddress(value: string): string {
  const text = value.includes('://') ? value : `http://${value}`;
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) {
    throw invalidValue('model address', value, 'an http or https address, for example http://127.0.0.1:11434');
  }
  const url = new URL(text);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  const schemeHasPort = value.includes('://') || /:\d+(?:\/|$)/u.test(value);
  if (url.port === '' && !schemeHasPort) url.port = '11434';
  const path = url.pathname.replace(/\/(?:api|v1)?\/*$/u, '');
  return `${url.origin}${path}`;
}

const advice: Readonly<Record<number, string>> = {
  401: ' Check OLLAMA_API_KEY.',
  403: ' It takes no requests from here: allow them with OLLAMA_ORIGINS where the server runs.',
  404: ' Check the address.',
};

/** Returns the error for a failed response. */
export function ollamaError(
  { status, headers }: Response,
  body: string,
  { baseUrl, model }: { readonly baseUrl: string; readonly model: string },
): AudiobookError {
  if (status === 404 && /model .*not found/iu.test(body)) {
    const message = `The language model '${model}' is not installed at ${baseUrl}. Install it: ollama pull ${model}`;
    return new AudiobookError('model-unavailable', message);
  }
  return modelError({ modelName: `The language model '${model}' at ${baseUrl}`, status, headers, body }, advice);
}
