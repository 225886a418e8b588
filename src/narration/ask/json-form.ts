import { z } from 'zod';
import type { JsonSchema } from '../../llm/language-model.ts';

/** Returns the schema of a form, as the services accept it: every property required, no others allowed. */
export function schemaOf(form: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(form);
  return schema;
}

/** Returns the sentence that asks for an answer in a form: a service may not hold a model to its schema. */
export function answerRule(form: z.ZodType, about = ''): string {
  return `Answer with a JSON object ${shapeOf(schemaOf(form))}${about}, and with nothing else.`;
}

/** No value stands here as an example: weak models give it back letter for letter. */
function shapeOf({ type, properties, items, enum: values }: z.core.JSONSchema.BaseSchema): string {
  if (values) return values.join('|');
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(([name, value]) => `"${name}": ${shapeOf(asSchema(value))}`);
    return `{${fields.join(', ')}}`;
  }
  if (type === 'array') return `[${shapeOf(asSchema(items))}]`;
  return type === 'string' ? '"…"' : '…';
}

function asSchema(value: unknown): z.core.JSONSchema.BaseSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
