import { parseJson } from '../../core/http/parse-json.ts';
import { callOllama, ollamaError } from './call-ollama.ts';
import type { OllamaServer } from './call-ollama.ts';

/** Properties of a model, from its server. */
export interface ModelInfo {
  readonly contextTokens: number | undefined;
  readonly thinks: boolean;
  /** It writes text. Others only turn texts into numbers. */
  readonly writes: boolean;
}

/** Returns the properties of an installed model. Throws `model-unavailable` when it is not installed, and what the connection throws. */
export async function showModel(name: string, server: OllamaServer, signal: AbortSignal): Promise<ModelInfo> {
  const response = await callOllama(server, '/api/show', { json: { model: name }, signal });
  if (!response.ok) {
    const failure = await ollamaError(response, server, name);
    if (failure !== 'prompt-too-long') throw failure;
  }
  const { model_info: info = {}, capabilities } = asShowResponse(parseJson(await response.text()));
  const context = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return {
    contextTokens: typeof context === 'number' ? context : undefined,
    thinks: capabilities?.includes('thinking') ?? false,
    // Servers before 0.7 list no capabilities. The models that do not write are encoders of BERT's kind.
    writes: capabilities?.includes('completion') ?? !/bert/iu.test(String(info['general.architecture'])),
  };
}

interface ShowResponse {
  readonly model_info?: Readonly<Record<string, unknown>>;
  readonly capabilities?: readonly string[];
}

function asShowResponse(value: unknown): ShowResponse {
  return typeof value === 'object' && value !== null ? value : {};
}
