import type { MarkupLimits } from '../markup/parse-markup.ts';
import { isBlank } from './align-text.ts';
import { findSpans } from './find-spans.ts';
import type { FoundSpan } from './find-spans.ts';
import { parsePartWithSource } from './parse-with-source.ts';
import { placeBlocks } from './place-blocks.ts';
import type { BlockInWork } from './place-blocks.ts';
import { simpleElementAt } from './simple-elements.ts';
import type { SimpleElement } from './simple-elements.ts';

/** A content document that blocks were read from. */
export interface SourceDocument {
  /** Name in the archive. */
  readonly path: string;
  readonly text: string;
}

/**
 * Finds the spans of the blocks of a document element by element, in document order: the same ones as in the tree of the
 * whole document. The parser told where texts stand when the book was read, so most documents need not be parsed again.
 * Undefined when the whole document has to be parsed; nothing is found of the blocks then.
 */
export function findInElements(
  document: SourceDocument,
  blocks: readonly BlockInWork[],
  limits: MarkupLimits,
): FoundSpan[] | undefined {
  // Declared names move offsets, and in a drawing other elements hold text.
  if (/<!ENTITY|[<:](?:svg|math)/iu.test(document.text)) return undefined;
  const elements = groupByElement(document, blocks);
  if (elements === undefined) return undefined;
  const spans: FoundSpan[] = [];
  for (const spoken of elements.toSorted((one, other) => one.element.start - other.element.start)) {
    if (!addTextSpans(spans, document.text, spoken)) spans.push(...treeSpans(document, spoken, limits));
  }
  return spans;
}

interface SpokenElement {
  readonly element: SimpleElement;
  /** In the order in which they are spoken. */
  readonly blocks: BlockInWork[];
}

/** Returns the elements that hold the blocks, or undefined when a block is not in one simple element. */
function groupByElement({ text }: SourceDocument, blocks: readonly BlockInWork[]): SpokenElement[] | undefined {
  const elements = new Map<number, SpokenElement>();
  for (const block of blocks) {
    const source = block.source[0];
    if (source === undefined || block.source.length > 1) return undefined;
    const found = simpleElementAt(text, source.ranges[0] ?? 0);
    if (found === undefined) return undefined;
    for (const offset of source.ranges) if (offset < found.from || offset > found.to) return undefined;
    const known = elements.get(found.start);
    if (known === undefined) elements.set(found.start, { element: found, blocks: [block] });
    else known.blocks.push(block);
  }
  return [...elements.values()];
}

function treeSpans({ text, path }: SourceDocument, spoken: SpokenElement, limits: MarkupLimits): FoundSpan[] {
  const root = parsePartWithSource(text, spoken.element, limits);
  return findSpans(root, text, placeBlocks(root, path, spoken.blocks));
}

/** Adds the spans of an element if it holds the text of one block as it is spoken, but for the kinds of white space. */
function addTextSpans(spans: FoundSpan[], text: string, { element, blocks }: SpokenElement): boolean {
  const block = blocks[0];
  if (!element.isText || block === undefined || blocks.length > 1) return false;
  let shift = element.from;
  while (shift < element.to && isBlank(text.charCodeAt(shift))) shift += 1;
  if (!isSameText(block.text, text, shift)) return false;
  for (const key of block.keys) {
    const sentence = block.sentences[key.sentence];
    if (sentence === undefined) continue;
    const { start, end, characters } = wordsIn(block.text, sentence.from, sentence.to);
    if (characters === 0) continue;
    key.isFound = true;
    spans.push({ key, start: shift + start, end: shift + end, characters, element: 'span' });
  }
  return true;
}

/** Reports whether a text stands in another one, character by character. */
function isSameText(text: string, source: string, shift: number): boolean {
  // A comparison of two strings takes half of the time of `startsWith`.
  if (source.slice(shift, shift + text.length) === text) return !text.includes('&');
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sourceCode = source.charCodeAt(shift + at);
    if (sourceCode === ampersand || (code !== sourceCode && !(isBlank(code) && isBlank(sourceCode)))) return false;
  }
  return true;
}

const ampersand = 0x26;

/** Returns where the first character of a sentence begins and the last one ends, and the number of those that are not blank. */
function wordsIn(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number; readonly characters: number } {
  let [start, end, characters] = [from, from, 0];
  for (let at = from; at < to; at += 1) {
    if (isBlank(text.charCodeAt(at))) continue;
    if (characters === 0) start = at;
    end = at + 1;
    characters += 1;
  }
  return { start, end, characters };
}
