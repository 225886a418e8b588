import { errorMessageIn, messageText } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';

/** The body of an error response, as far as machines can read it. */
export interface ErrorDetails {
  /** One line for a person; empty when there is none. */
  readonly reason: string;
  /** Codes and types: `invalid_api_key`, `literal_error`, `validation_error`. */
  readonly codes: ReadonlySet<string>;
  /** Fields of the request that are at fault: `voice`, `model`. */
  readonly fields: ReadonlySet<string>;
}

/** Fields of error bodies whose values are codes, in the APIs of OpenAI, Kokoro, ElevenLabs and FastAPI. */
const codeNames = new Set(['code', 'type', 'status', 'error']);

/** A validation error of FastAPI as OpenAI quotes it: `{'type': 'enum', 'loc': ('body', 'voice'), 'msg': "Input should be 'alloy'"`. */
const quotedValidation = /'type': '(\w+)', 'loc': \(([^)]*)\), 'msg': (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/u;

/** Reads the body of an error response, JSON or text. */
export function readErrorDetails(body: string): ErrorDetails {
  const parsed = parseJson(body);
  const message = errorMessageIn(parsed) ?? messageText(body);
  const quoted = readQuotedValidation(body);
  const codes = new Set<string>();
  const fields = new Set<string>();
  collect([parsed, quoted], codes, fields);
  return { reason: withFields(quoted?.msg ?? message, [...fields]), codes, fields };
}

/** Adds the fields to a message such as "Input should be 'alloy' or 'echo'", which does not say what it is about. */
function withFields(message: string, fields: readonly string[]): string {
  const isNamed = fields.length === 0 || fields.some((field) => message.toLowerCase().includes(field));
  return isNamed ? message : `${fields.join(', ')}: ${message}`;
}

function readQuotedValidation(body: string) {
  // In JSON, the double quotes are escaped.
  const [, type, loc = '', single, double] = quotedValidation.exec(body.replaceAll(String.raw`\"`, '"')) ?? [];
  if (type === undefined) return undefined;
  return { type, loc: [...loc.matchAll(/\w+/gu)].map(String), msg: messageText(single ?? double ?? '') };
}

function collect(value: unknown, codes: Set<string>, fields: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    if (name === 'loc' && Array.isArray(entry)) fields.add(String(entry.findLast((part) => typeof part === 'string')));
    if (typeof entry !== 'string') collect(entry, codes, fields);
    else if (name === 'param') fields.add(entry);
    else if (codeNames.has(name) && /^[\w.-]+$/u.test(entry)) codes.add(entry.toLowerCase());
  }
}
