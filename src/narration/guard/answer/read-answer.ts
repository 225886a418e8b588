import { looksLikeJson, readJson, withoutAsides } from '../../ask/read-json.ts';
import { labelledPassages, withSpeakers } from './labels.ts';
import type { NamedPassage, Passage } from './labels.ts';

/** The part of an answer that is meant for the listener. */
export interface ReadAnswer {
  readonly passages: readonly Passage[];
  /** It stood in the form that was asked for, so that everything in it was meant to be spoken. */
  readonly isWrapped: boolean;
}

const tags = /<script>(.*?)(?:<\/script>|$)/gisu;
/** Lines of fields as in YAML. */
const fieldLine = /^\s*(?:-\s*)?[a-z_]{2,20}:(?:\s|$)/u;

/**
 * Returns what is inside the form of an answer: the texts of a JSON object as our schemas have them, otherwise what stands between `<script>`
 * tags, otherwise all of it. What is around the form does not count. Undefined for data that cannot be read.
 */
export function readAnswer(completion: string): ReadAnswer | undefined {
  const text = completion.replaceAll(/\r\n?/gu, '\n');
  const json = readJson(text);
  if (json !== undefined)
    return {
      passages: withSpeakers(passagesIn(json)).flatMap(({ text: inner, speaker }) =>
        labelledPassages(inner).map((passage) => ({ ...passage, speaker: passage.speaker ?? speaker })),
      ),
      isWrapped: true,
    };
  const bare = withoutAsides(text);
  // Our own request for the tags may be repeated.
  const parts = [...bare.replaceAll(/<script> and <\/script>/giu, '').matchAll(tags)].map(([, inside = '']) => inside);
  if (parts.length > 0) return { passages: labelledPassages(parts.join('\n\n')), isWrapped: true };
  if (looksLikeJson.test(bare) || isFields(bare)) return undefined;
  return { passages: labelledPassages(bare.replaceAll(/<\/script>/giu, '')), isWrapped: false };
}

/** Returns all text of an answer on one line, for a message that quotes it. */
export function answerText(completion: string): string {
  const read = readAnswer(completion);
  return (read?.passages.map(({ text }) => text).join(' ') ?? completion).trim();
}

function isFields(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 2 && lines.filter((line) => fieldLine.test(line)).length * 2 >= lines.length;
}

/** Share of the letters of an object that one field has when it is the script, and the others are a title and notes. */
const minMain = 0.8;

function passagesIn(value: unknown): NamedPassage[] {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/u.test(value) ? readJson(value) : undefined;
    return inner === undefined ? [{ text: value }] : passagesIn(inner);
  }
  if (Array.isArray(value)) return value.flatMap(passagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return passagesOf(new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner])));
}

/** Returns the passages of an object: a turn, or one with our field, or the field that is nearly all of it. */
function passagesOf(fields: ReadonlyMap<string, unknown>): NamedPassage[] {
  const name = fields.get('speaker');
  if (typeof name === 'string')
    return passagesIn(fields.get('text') ?? withoutField(fields, 'speaker')).map(({ text }) => ({ name, text }));
  if (fields.has('script')) return passagesIn(fields.get('script'));
  const parts = [...fields].map(([field, inner]) => ({ field, passages: passagesIn(inner) }));
  const sizes = parts.map(({ passages }) => passages.reduce((sum, { text }) => sum + text.length, 0));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const main = parts[sizes.findIndex((each) => each > size * minMain)];
  if (main && parts.length > 1) return main.passages;
  // A turn may have its speaker as the name of its field.
  return parts.flatMap(({ field, passages }) => passages.map((passage) => ({ name: field, ...passage })));
}

function withoutField(fields: ReadonlyMap<string, unknown>, name: string): unknown {
  return [...fields].filter(([field]) => field !== name).map(([, value]) => value);
}
