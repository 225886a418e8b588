/** Parameters of a completion (docs/specification.md, "Language models"). */
export interface GenerateParameters {
  readonly temperature: number;
  readonly topP: number;
  /** Maximum tokens of prompt and completion together: a smaller context is used where it is enough. Local models only. */
  readonly numCtx: number;
  /** Local models only. */
  readonly repeatPenalty: number;
  readonly seed: number | undefined;
  /** Local models only. */
  readonly topK: number;
  /** Maximum tokens of the completion. */
  readonly numPredict: number;
}

/** Defaults of the parameters (docs/specification.md, "Language models"). */
export const generateDefaults: GenerateParameters = {
  temperature: 0.8,
  topP: 0.9,
  numCtx: 32_768,
  repeatPenalty: 1.05,
  seed: undefined,
  topK: 60,
  numPredict: 4096,
};

/** Parameters that override others. `undefined` overrides nothing. */
export type GivenParameters = { readonly [Name in keyof GenerateParameters]?: GenerateParameters[Name] | undefined };

/** A JSON schema of an object, as the services accept it: every property required, no others allowed. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A prompt and how to complete it. */
export interface GenerateRequest extends GivenParameters {
  readonly systemPrompt?: string | undefined;
  readonly userPrompt?: string | undefined;
  /** @deprecated Use `userPrompt`. */
  readonly prompt?: string | undefined;
  /** JSON schema of the completion. A model that is not `structured` ignores it. */
  readonly schema?: JsonSchema | undefined;
  readonly signal: AbortSignal;
  /** Of the requests that wait, those with the lowest number go first. Default: 0. */
  readonly priority?: number | undefined;
  /** Called when a part of the completion arrives. */
  readonly onPart?: (() => void) | undefined;
}

/** Why a completion ended. Only a `complete` one is usable. One that said the same over and over was ended by us: `repetition`. */
export type StopReason = 'complete' | 'length' | 'repetition' | 'refusal' | 'filtered' | 'prompt-too-long';

/** A completion. */
export interface Generation {
  readonly text: string;
  readonly stopReason: StopReason;
  /** Tokens, where the service counts them. */
  readonly usage: {
    readonly promptTokens?: number | undefined;
    readonly completionTokens?: number | undefined;
  };
  /** Tells a model that keeps completions whether this one is usable. Only such a model has it. */
  readonly record?: ((isUsable: boolean) => Promise<void>) | undefined;
  /** Whether it is the answer of an earlier run, which costs nothing. Default: `false`. */
  readonly isKept?: boolean | undefined;
}

/** Limits of a language model. */
export interface ModelLimits {
  /** Tokens of prompt and completion together. */
  readonly contextTokens: number;
  /** Most tokens of a completion, where the model has a limit of its own that is known. */
  readonly completionTokens?: number | undefined;
}

/** Availability of a model, with the reason when it cannot be called. */
export type ModelAvailability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** A language model. Retries, deadlines and the vendor's API are hidden behind it. */
export interface LanguageModel {
  /** Name with its provider, such as `ollama/gemma3:12b`. Part of a script's fingerprint. */
  readonly id: string;
  /** The service holds a completion to the `schema` of its request. Default: `false`. */
  readonly structured?: boolean | undefined;
  /** Maximum number of requests in flight that is of use. Default: 1. */
  readonly concurrency?: number | undefined;
  /** Returns the model's limits. Throws `model-unavailable` when a local model is not installed. */
  limits(signal: AbortSignal): Promise<ModelLimits>;
  /** Completes a prompt. Throws `model-unavailable`, `model-failed` (once retries are used up) or `canceled`. */
  generate(request: GenerateRequest): Promise<Generation>;
  /** Checks whether the model can be called. */
  availability(signal: AbortSignal): Promise<ModelAvailability>;
}
