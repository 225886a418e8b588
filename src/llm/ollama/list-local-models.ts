import { withDeadline } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { connectionReason } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { callOllama } from './call-ollama.ts';
import type { OllamaServer } from './call-ollama.ts';

/** The models of a server, or the reason why it cannot be asked. */
export type LocalModels =
  | { readonly available: true; readonly models: readonly string[] }
  | { readonly available: false; readonly reason: string };

/** A running server responds at once. */
const listTimeoutMs = 5000;

/** Returns the names of the models that an Ollama server has, or why it cannot be asked. Throws only `canceled`. */
export async function listLocalModels(server: OllamaServer, signal: AbortSignal): Promise<LocalModels> {
  try {
    const ask = (deadline: AbortSignal): Promise<LocalModels> => tags(server, deadline);
    return await withDeadline(ask, { ms: listTimeoutMs, signal, timeoutError });
  } catch (thrown) {
    throwIfCanceled(signal);
    return { available: false, reason: `no server responds at ${server.baseUrl} (${connectionReason(thrown)})` };
  }
}

function timeoutError(): AudiobookError {
  return new AudiobookError('model-unavailable', `no response within ${listTimeoutMs / 1000} s`);
}

async function tags(server: OllamaServer, signal: AbortSignal): Promise<LocalModels> {
  const response = await callOllama(server, '/api/tags', { signal });
  const body = parseJson(await response.text());
  const listed = typeof body === 'object' && body !== null && 'models' in body ? body.models : undefined;
  if (!response.ok || !Array.isArray(listed)) {
    return { available: false, reason: `${server.baseUrl} answered ${response.status} and is not an Ollama server` };
  }
  const names = listed.map((entry: { readonly name?: unknown } | null) => entry?.name);
  return { available: true, models: names.filter((name) => typeof name === 'string') };
}
