import { resolveParameters } from '../resolve-parameters.ts';
import type { GenerateRequest, JsonSchema } from '../language-model.ts';
import type { ModelTraits } from '../models.ts';

/** Fields of a chat request except messages and model. */
export type ChatParameters = Readonly<Record<string, unknown>>;

/** Returns the fields of a chat request except messages and model. Parameters that the model does not accept are left out. */
export function chatParameters(request: GenerateRequest, traits: ModelTraits): ChatParameters {
  const { temperature, topP, seed, numPredict } = resolveParameters(request);
  const values = { temperature: Math.min(temperature, traits.maxTemperature ?? 2), top_p: topP, seed };
  const sampling = traits.sampling.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  return {
    [traits.tokensField]: Math.max(numPredict, traits.minCompletionTokens ?? 0),
    ...Object.fromEntries(sampling),
    stream_options: { include_usage: true },
    ...(traits.structured && request.schema && { response_format: responseFormat(request.schema) }),
  };
}

function responseFormat(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
}

/** Some services name the kind of format instead of its field. */
function refusedSchema(names: readonly string[], refusal: string): string | undefined {
  return /json_?schema|structured output/iu.test(refusal)
    ? names.find((name) => name === 'response_format')
    : undefined;
}

const otherTokens: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/**
 * Returns the fields without the one that a service's refusal names, or undefined when it names none of them. The field for
 * the maximum tokens has two names: it gets the other one. Of two fields that are named together, `top_p` goes first.
 */
export function withoutRefused(parameters: ChatParameters, refusal: string): ChatParameters | undefined {
  const names = Object.keys(parameters).toSorted((left, right) => Number(right === 'top_p') - Number(left === 'top_p'));
  const refused =
    names.find((name) => new RegExp(`(?<![\\w.])${name}(?![\\w])`, 'u').test(refusal)) ?? refusedSchema(names, refusal);
  if (refused === undefined) return undefined;
  const { [refused]: value, ...rest } = parameters;
  const other = otherTokens[refused];
  return other !== undefined && refusal.includes(other) ? { ...rest, [other]: value } : rest;
}

/** An answer with less room than this share of its limit is cut where it matters. */
const leastRoom = 0.25;

/**
 * Returns the fields with a limit for the completion that leaves room for the prompt in a context, the same ones when it does
 * already, or undefined when there is too little room.
 */
export function withinContext(
  parameters: ChatParameters,
  promptTokens: number,
  contextTokens: number | undefined,
): ChatParameters | undefined {
  const [field = '', limit = 0] =
    Object.entries(parameters).find(([name, value]) => name in otherTokens && typeof value === 'number') ?? [];
  const room = (contextTokens ?? Infinity) - promptTokens;
  if (Number(limit) <= room) return parameters;
  return room < Number(limit) * leastRoom ? undefined : { ...parameters, [field]: room };
}
