/** What shapes an answer; names and defaults are those of the service document, 2.3. */
export interface GenerateParameters {
  readonly temperature: number;
  readonly topP: number;
  /** Tokens of prompt and answer together; local models only. */
  readonly numCtx: number;
  /** Local models only. */
  readonly repeatPenalty: number;
  readonly seed: number | undefined;
  /** Local models only. */
  readonly topK: number;
  /** Most tokens of the answer. */
  readonly numPredict: number;
}

export const generateDefaults: GenerateParameters = {
  temperature: 0.8,
  topP: 0.9,
  numCtx: 32_768,
  repeatPenalty: 1.05,
  seed: undefined,
  topK: 60,
  numPredict: 4096,
};

/** Parameters as far as they are given; `undefined` is not given. */
export type GivenParameters = { readonly [Name in keyof GenerateParameters]?: GenerateParameters[Name] | undefined };

export interface GenerateRequest extends GivenParameters {
  readonly systemPrompt?: string;
  readonly userPrompt?: string;
  /** @deprecated One user message; the name of old callers for `userPrompt`. */
  readonly prompt?: string;
  readonly signal: AbortSignal;
}

/** Why an answer ended. Only `complete` is an answer to work with. */
export type StopReason = 'complete' | 'length' | 'refusal' | 'filtered' | 'prompt-too-long';

export interface Generation {
  readonly text: string;
  readonly stopReason: StopReason;
  /** Tokens, where the service counts them. */
  readonly usage: { readonly promptTokens?: number; readonly outputTokens?: number };
}

export interface ModelLimits {
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
}

export type ModelAvailability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** A language model, ready to be asked: retries, deadline and the vendor's manners are behind it. */
export interface LanguageModel {
  /** Provider-qualified name, such as `ollama/gemma3:12b`; part of what identifies a script. */
  readonly id: string;
  /** What the model can take. Throws `model-unavailable` when a local model is not installed. */
  limits(signal: AbortSignal): Promise<ModelLimits>;
  /** One answer. Throws `model-unavailable`, `model-failed` (once retries are used up) or `canceled`. */
  generate(request: GenerateRequest): Promise<Generation>;
  availability(signal: AbortSignal): Promise<ModelAvailability>;
}
