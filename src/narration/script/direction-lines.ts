import { manners } from '../../core/delivery.ts';
import type { Delivery, Manner } from '../../core/delivery.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Operation } from '../direction/operation.ts';
import { findReference, readReference, referenceTo } from './span-reference.ts';
import type { TextSpan } from './span-reference.ts';

/** Begins a line that says how the paragraph above it is spoken. */
export const directionMark = '~ ';

type Directed = Operation extends infer Each ? (Each extends Operation ? Omit<Each, 'block'> : never) : never;

/** The narrator among the names of a script. */
const narrator = 'narrator';

/**
 * Returns the lines of the directions of one block, which `readDirection` reads back: who says a span and how in one line, in the
 * order of the text.
 */
export function directionLines(text: string, operations: readonly Operation[]): string[] {
  const sorted = operations.toSorted((a, b) => a.from - b.from || a.to - b.to || rankOf(a) - rankOf(b));
  const lines: string[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const [one, next] = [sorted[index], sorted[index + 1]];
    if (!one) continue;
    const isOneLine = one.kind === 'who' && next?.kind === 'how' && next.from === one.from && next.to === one.to;
    if (isOneLine) index += 1;
    lines.push(`${directionMark}${lineOf(one, isOneLine ? next.delivery : undefined, text)}`);
  }
  return lines;
}

const order: readonly Operation['kind'][] = ['who', 'how', 'say', 'skip', 'tell', 'pause'];

function rankOf({ kind }: Operation): number {
  return order.indexOf(kind);
}

function lineOf(operation: Operation, delivery: Delivery | undefined, text: string): string {
  const reference = referenceTo(operation, text);
  switch (operation.kind) {
    case 'who':
      return `${reference} ${nameText(operation.name)}${delivery ? `, ${deliveryText(delivery)}` : ''}`;
    case 'how':
      return `${reference} ${deliveryText(operation.delivery)}`;
    case 'pause':
      return `pause ${operation.seconds} after ${reference}`;
    case 'say':
      return `say ${reference} as “${operation.words}”`;
    case 'skip':
      return `skip ${reference}`;
    case 'tell':
      return `tell${toldPlace(operation, reference, text)} as “${operation.words}”`;
  }
}

/** Returns what is told: paragraphs, nothing for the whole of one, or a passage. */
function toldPlace(operation: Extract<Operation, { kind: 'tell' }>, reference: string, text: string): string {
  if (operation.blocks > 1) return ` ${operation.blocks} paragraphs`;
  return operation.from === 0 && operation.to === text.length ? '' : ` ${reference}`;
}

/** A name that reads like something else stands between plain quotation marks. */
function nameText(name: string | undefined): string {
  if (name === undefined) return narrator;
  const isPlain = /^[^\s"“@,()#][^",()]*$/u.test(name) && name !== narrator && !isManner(name);
  return isPlain ? name : JSON.stringify(name);
}

function deliveryText({ manner, words }: Delivery): string {
  return words === undefined ? manner : `${manner} (${words})`;
}

function isManner(word: string): word is Manner {
  return manners.some((manner) => manner === word);
}

/** What a line says, or what is wrong with it. */
export type ReadDirection = { readonly operations: readonly Directed[] } | { readonly problem: string };

const examples = 'a passage with a name or a manner, or pause, say, skip or tell';

/** Reads a line about a text, without its mark. */
export function readDirection(line: string, text: string): ReadDirection {
  const [keyword = '', rest = ''] = /^(pause|say|skip|tell)\b\s*(.*)$/u.exec(line)?.slice(1) ?? [];
  if (keyword === 'pause') return readPause(rest, text);
  if (keyword === 'say') return readSay(rest, text);
  if (keyword === 'tell') return readTell(rest, text);
  if (keyword === 'skip')
    return atReference(rest, text, (span, after) => (after === '' ? [{ ...span, kind: 'skip' }] : undefined));
  return atReference(line, text, readVoice);
}

function readPause(rest: string, text: string): ReadDirection {
  const [, number, after] = /^(\d+(?:\.\d+)?) after (.*)$/u.exec(rest) ?? [];
  const seconds = Number(number);
  if (after === undefined) return { problem: 'expected the seconds and the passage: pause 0.8 after “she said.”' };
  if (seconds < 0.1 || seconds > 10) return { problem: 'expected a pause of 0.1 to 10 seconds' };
  return atReference(after, text, (span, more) => (more === '' ? [{ ...span, kind: 'pause', seconds }] : undefined));
}

function readSay(rest: string, text: string): ReadDirection {
  return atReference(rest, text, (span, after) => {
    const words = wordsAfterAs(after);
    return words === undefined ? undefined : [{ ...span, kind: 'say', words }];
  });
}

function readTell(rest: string, text: string): ReadDirection {
  const [, count = '1', after] = /^(?:(\d+) paragraphs )?(as .*)$/u.exec(rest) ?? [];
  const words = wordsAfterAs(after ?? '');
  const whole = { from: 0, to: text.length, kind: 'tell', blocks: Number(count) } as const;
  if (words !== undefined && whole.blocks > 0) return { operations: [{ ...whole, words }] };
  return atReference(rest, text, (span, more) => {
    const own = wordsAfterAs(more);
    return own === undefined ? undefined : [{ ...span, kind: 'tell', words: own, blocks: 1 }];
  });
}

function wordsAfterAs(text: string): string | undefined {
  return /^as “(.*)”$/u.exec(text)?.[1];
}

/** Reads `Ines`, `Ines, whispered (afraid)` and `whispered`. */
function readVoice(span: TextSpan, text: string): readonly Directed[] | undefined {
  const [, quoted, plain, comma, rest = ''] =
    /^(?:("(?:[^"\\]|\\.)*")|([^",()]*))(,\s*|\s*(?=\())?(.*)$/u.exec(text) ?? [];
  if (isManner(plain?.trim() ?? '')) return readHow(span, text);
  const who = readName(quoted, plain);
  const how = comma === undefined ? withoutHow(rest) : readHow(span, rest);
  return who && how && [{ ...span, kind: 'who', ...who }, ...how];
}

/** Reads a name, between plain quotation marks or without. The narrator has none. */
function readName(quoted: string | undefined, plain = ''): { readonly name: string | undefined } | undefined {
  const name = quoted === undefined ? plain.trim() : parseJson(quoted);
  if (typeof name !== 'string' || name === '') return undefined;
  return { name: quoted === undefined && name === narrator ? undefined : name };
}

/** Nothing may follow a name but how it speaks. */
function withoutHow(rest: string): readonly Directed[] | undefined {
  return rest === '' ? [] : undefined;
}

function readHow(span: TextSpan, text: string): readonly Directed[] | undefined {
  const [, manner = '', words] = /^(\w+)(?: \((.*)\))?$/u.exec(text) ?? [];
  return isManner(manner)
    ? [{ ...span, kind: 'how', delivery: words === undefined ? { manner } : { manner, words } }]
    : undefined;
}

function atReference(
  line: string,
  text: string,
  read: (span: TextSpan, rest: string) => readonly Directed[] | undefined,
): ReadDirection {
  const { reference, rest } = readReference(line) ?? {};
  if (reference === undefined) return { problem: `expected ${examples}` };
  const span = findReference(reference, text);
  if (!span || span.from >= span.to) return { problem: `the paragraph above does not have ${reference}` };
  const operations = read(span, rest ?? '');
  return operations
    ? { operations }
    : { problem: `expected a name, or one of ${manners.join(', ')}, after ${reference}` };
}
