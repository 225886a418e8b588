import { withDeadline } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { connectionReason } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { callService } from '../call-service.ts';
import type { ModelService } from '../call-service.ts';

/** A model that a server has. */
export interface LocalModel {
  readonly name: string;
  /** Size of its files; 0 where the server does not say. */
  readonly bytes: number;
  /** Another service runs it: only its name is on the server, and prompts leave the machine. */
  readonly isRemote: boolean;
}

/** The models of a server, or the reason why it cannot be asked. */
export type LocalModels =
  | { readonly available: true; readonly models: readonly LocalModel[] }
  | { readonly available: false; readonly reason: string };

/** A running server responds at once. */
const listTimeoutMs = 5000;

/** Returns the models that an Ollama server has, or why it cannot be asked. Throws only `canceled`. */
export async function listLocalModels(server: ModelService, signal: AbortSignal): Promise<LocalModels> {
  try {
    const ask = (deadline: AbortSignal): Promise<LocalModels> => tags(server, deadline);
    return await withDeadline(ask, { ms: listTimeoutMs, signal, timeoutError });
  } catch (thrown) {
    throwIfCanceled(signal);
    const reason = connectionReason(thrown);
    const cure = reason.endsWith('ECONNREFUSED') ? ". 'ollama serve' starts Ollama" : '';
    return { available: false, reason: `no server responds at ${server.baseUrl} (${reason})${cure}` };
  }
}

function timeoutError(): AudiobookError {
  return new AudiobookError('model-unavailable', `no response within ${listTimeoutMs / 1000} s`);
}

async function tags(server: ModelService, signal: AbortSignal): Promise<LocalModels> {
  const response = await callService(server, '/api/tags', { signal });
  const body = parseJson(await response.text());
  const listed = typeof body === 'object' && body !== null && 'models' in body ? body.models : undefined;
  if (!response.ok || !Array.isArray(listed)) {
    return { available: false, reason: `${server.baseUrl} answered ${response.status} and is not an Ollama server` };
  }
  return { available: true, models: listed.map(localModel).filter(({ name }) => name !== '') };
}

interface ListedModel {
  readonly name?: unknown;
  readonly size?: unknown;
  readonly remote_host?: unknown;
}

function localModel(entry: ListedModel | null): LocalModel {
  const { name, size, remote_host: remote } = entry ?? {};
  return {
    name: typeof name === 'string' ? name : '',
    bytes: typeof size === 'number' ? size : 0,
    isRemote: typeof remote === 'string' && remote !== '',
  };
}
