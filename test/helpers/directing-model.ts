import type { GenerateRequest, Generation, LanguageModel } from '../../src/llm/language-model.ts';

/** A request of the direction as a model reads it. */
export interface AskedDirection {
  readonly request: GenerateRequest;
  /** The possible values of the fields of each slot, by its number. */
  readonly slots: Readonly<Record<string, Readonly<Record<string, readonly string[] | undefined>>>>;
}

/** Returns a model in this process that answers the requests of a direction, and keeps what it was asked for. */
export function directingModel(
  answer: (asked: AskedDirection) => string | Generation,
  { concurrency = 1, contextTokens = 32_768 } = {},
): LanguageModel & { readonly asked: AskedDirection[] } {
  const asked: AskedDirection[] = [];
  return {
    id: 'fake/director',
    structured: true,
    concurrency,
    asked,
    limits: async () => ({ contextTokens }),
    availability: async () => ({ available: true }),
    async generate(request) {
      const own = { request, slots: slotsIn(request.schema) };
      asked.push(own);
      const given = answer(own);
      return typeof given === 'string' ? { text: given, stopReason: 'complete', usage: {} } : given;
    },
  };
}

/** Returns an answer with a value for each field of each slot. */
export function filled(
  { slots }: AskedDirection,
  value: (field: string, number: string, values: readonly string[] | undefined) => string,
): string {
  const entries = Object.entries(slots).map(([number, fields]) => {
    const own = Object.entries(fields).map(([field, values]) => [field, value(field, number, values)] as const);
    return [number, Object.fromEntries(own)] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** What a model is told of a place: the field that is asked for, the words behind the number, and the possible values. */
export type DirectionValue = (field: string, words: string, values: readonly string[] | undefined) => string;

/** Returns what a model answers to a chat about a direction: nobody new, and a value for each field. Undefined for any other chat. */
export function directionReply(
  { format, messages }: { readonly format?: unknown; readonly messages: readonly { readonly content: string }[] },
  value: DirectionValue = neutralValue,
): string | undefined {
  const schema = asSchema(format);
  if ('people' in asSchema(schema['properties'])) return JSON.stringify({ people: [] });
  const prompt = messages.at(-1)?.content ?? '';
  const slots = slotsIn(schema);
  if (Object.keys(slots).length === 0 || schema['$defs'] === undefined) return undefined;
  return filled({ request: {}, slots } as AskedDirection, (field, number, values) => {
    const words = new RegExp(String.raw`\{${number}(?: [^}]*)?\}([^{\n]*)`, 'u').exec(prompt)?.[1] ?? '';
    return value(field, words, values);
  });
}

/** Nothing is known, and nothing is said otherwise. */
export function neutralValue(field: string, _words: string, values: readonly string[] | undefined): string {
  if (field === 'who') return 'unknown';
  return values?.[0] ?? '';
}

type Schema = Readonly<Record<string, unknown>>;

function slotsIn(schema: Schema = {}): AskedDirection['slots'] {
  const shapes = asSchema(schema['$defs']);
  const resolve = (value: unknown): Schema => {
    const { $ref: name } = asSchema(value);
    return typeof name === 'string' ? asSchema(shapes[name.replace('#/$defs/', '')]) : asSchema(value);
  };
  const slots = Object.entries(asSchema(schema['properties'])).map(([number, slot]) => {
    const fields = Object.entries(asSchema(resolve(slot)['properties']));
    return [number, Object.fromEntries(fields.map(([field, value]) => [field, valuesOf(resolve(value))]))] as const;
  });
  return Object.fromEntries(slots);
}

function valuesOf({ enum: values }: Schema): readonly string[] | undefined {
  return Array.isArray(values) ? values.map(String) : undefined;
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
