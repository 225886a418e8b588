import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { isPromptTooLong, modelError } from '../model-error.ts';
import { fetchWithoutTimeout } from '../fetch-without-timeout.ts';

/** An Ollama server. */
export interface OllamaServer {
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  /** Bearer token. Only servers in the cloud require one. */
  readonly apiKey?: string | undefined;
}

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

/** Calls Ollama's API. A body is posted as JSON. Throws what the connection throws. */
export async function callOllama(
  { baseUrl, apiKey }: OllamaServer,
  path: string,
  { json, signal }: { readonly json?: unknown; readonly signal: AbortSignal },
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const post = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  return await fetchWithoutTimeout(`${baseUrl}${path}`, { headers, signal, ...post });
}

/** Returns `prompt-too-long` for a failed response to a prompt beyond the context, otherwise the error to throw. */
export async function ollamaError(
  response: Response,
  { baseUrl }: OllamaServer,
  model: string,
): Promise<AudiobookError | 'prompt-too-long'> {
  const body = await response.text();
  const { status, headers } = response;
  if (isPromptTooLong(status, body)) return 'prompt-too-long';
  if (status === 404 && /model .*not found/iu.test(body)) return notInstalled(model, baseUrl);
  return modelError({ modelName: `The language model '${model}' at ${baseUrl}`, status, headers, body });
}

function notInstalled(model: string, baseUrl: string): AudiobookError {
  const message = `The language model '${model}' is not installed at ${baseUrl}. Install it: ollama pull ${model}`;
  return new AudiobookError('model-unavailable', message);
}
