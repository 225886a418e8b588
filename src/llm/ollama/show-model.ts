import { parseJson } from '../../core/http/parse-json.ts';
import { callService } from '../call-service.ts';
import type { ModelService } from '../call-service.ts';
import { ollamaError } from './ollama-server.ts';

/** Properties of a model, from its server. */
export interface ModelInfo {
  readonly contextTokens: number | undefined;
  readonly thinks: boolean;
  /** It writes text. Others only turn texts into numbers. */
  readonly writes: boolean;
}

/** Returns the properties of an installed model. Throws `model-unavailable` when it is not installed, and what the connection throws. */
export async function showModel(name: string, server: ModelService, signal: AbortSignal): Promise<ModelInfo> {
  const response = await callService(server, '/api/show', { json: { model: name }, signal });
  const body = await response.text();
  if (!response.ok) throw ollamaError(response, body, { ...server, model: name });
  const { model_info: info = {}, capabilities } = asShowResponse(parseJson(body));
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
