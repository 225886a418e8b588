import { parseJson } from '../../../core/http/parse-json.ts';

/** The part of a completion that is meant for the listener, and how it was wrapped. */
export interface EnvelopeContent {
  readonly text: string;
  readonly envelope: 'json' | 'tags' | 'none';
}

const tags = /<script>(.*?)(?:<\/script>|$)/gisu;
const fence = /```(?:json)?\s*(.*?)```/isu;

/**
 * Returns what is inside the envelope of a completion: the texts of a JSON object as our schema has them, otherwise what stands between
 * `<script>` tags, otherwise all of it. What is around an envelope does not count.
 */
export function readEnvelope(completion: string): EnvelopeContent {
  const json = readJson(completion);
  if (json !== undefined) return { text: textsIn(json).join('\n\n'), envelope: 'json' };
  // Our own request for the tags may be repeated.
  const parts = [...completion.replaceAll(/<script> and <\/script>/giu, '').matchAll(tags)].map(
    ([, inside = '']) => inside,
  );
  if (parts.length > 0) return { text: parts.join('\n\n'), envelope: 'tags' };
  return { text: completion.replaceAll(/<\/?script>/giu, ''), envelope: 'none' };
}

/**
 * Returns the JSON object or list of a completion, also in a fence or after a lead line, or undefined. What only looks like JSON
 * is text.
 */
export function readJson(completion: string): object | undefined {
  const [open, close] = [
    completion.search(/[{[]/u),
    Math.max(completion.lastIndexOf('}'), completion.lastIndexOf(']')),
  ];
  const candidates = [completion, fence.exec(completion)?.[1] ?? '', completion.slice(Math.max(open, 0), close + 1)];
  for (const candidate of candidates) {
    if (!/^\s*[{[]\s*["{[]/u.test(candidate)) continue;
    const value = parseJson(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** Fields that hold what is spoken. Without one of them, every text counts. */
const spokenFields = ['script', 'paragraphs', 'narration', 'text', 'content'];

/** Share of the letters of an object that one field has when it is the script. */
const minMain = 0.8;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value);
  const spoken = spokenFields.flatMap((name) => fields.filter(([field]) => field.toLowerCase() === name));
  const parts = (spoken.length > 0 ? spoken.slice(0, 1) : fields).map(([, inner]) => textsIn(inner));
  const lengths = parts.map((texts) => texts.join('').length);
  // Beside a field that has nearly all of the text, the others are a title and notes.
  const main = lengths.findIndex((length) => length > lengths.reduce((sum, each) => sum + each, 0) * minMain);
  return main < 0 ? parts.flat() : (parts[main] ?? []);
}
