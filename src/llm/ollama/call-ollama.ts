import { AudiobookError } from '../../core/errors.ts';
import { isPromptTooLong, modelError } from '../model-error.ts';
import { fetchWithoutTimeout } from '../fetch-without-timeout.ts';

/** An Ollama server. */
export interface OllamaServer {
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  /** Bearer token. Only servers in the cloud require one. */
  readonly apiKey?: string | undefined;
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

/** Returns `prompt-too-long` for a failed response to a prompt beyond the context, else the error to throw. */
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
