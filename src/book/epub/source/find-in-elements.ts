import type { MarkupLimits } from '../markup/parse-markup.ts';
import { isBlank } from './align-text.ts';
import { findSpans } from './find-spans.ts';
import type { FoundSpans } from './find-spans.ts';
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
 * whole document. The positions of texts are known from reading the book, so most documents need not be parsed again.
 * Adds them to `spans`. Returns false when the whole document has to be parsed; nothing is found of the blocks then.
 */
export function findInElements(
  document: SourceDocument,
  blocks: readonly BlockInWork[],
  limits: MarkupLimits,
  spans: FoundSpans,
): boolean {
  // Declared names move offsets, and in a drawing other elements hold text.
  if (/<!ENTITY|[<:](?:svg|math)/iu.test(document.text)) return false;
  const elements = groupByElement(document, blocks);
  if (elements === undefined) return false;
  for (const spoken of elements.toSorted((one, other) => one.element.start - other.element.start)) {
    if (!addTextSpans(spans, document.text, spoken)) addTreeSpans(spans, document, spoken, limits);
  }
  return true;
}

interface SpokenElement {
  readonly element: SimpleElement;
  /** In the order in which they are spoken. */
  readonly blocks: BlockInWork[];
}

/** Returns the elements that hold the blocks, or undefined when a block is not in one simple element. */
function groupByElement({ text }: SourceDocument, blocks: readonly BlockInWork[]): SpokenElement[] | undefined {
  const elements = new Map<number, SpokenElement>();
  let last: SpokenElement | undefined;
  for (const block of blocks) {
    const source = block.source[0];
    if (source === undefined || block.source.length > 1) return undefined;
    const offset = source.ranges[0] ?? 0;
    // One element may hold many blocks, and be long.
    if (last === undefined || !holds(last.element, offset)) {
      const element = simpleElementAt(text, offset);
      if (element === undefined) return undefined;
      last = elements.get(element.start);
      if (last === undefined) elements.set(element.start, (last = { element, blocks: [] }));
    }
    const { from, to } = last.element;
    if (!source.ranges.every((bound) => bound >= from && bound <= to)) return undefined;
    last.blocks.push(block);
  }
  return [...elements.values()];
}

function holds({ from, to }: SimpleElement, offset: number): boolean {
  return offset >= from && offset <= to;
}

function addTreeSpans(
  spans: FoundSpans,
  { text, path }: SourceDocument,
  { element, blocks }: SpokenElement,
  limits: MarkupLimits,
): void {
  const root = parsePartWithSource(text, element, limits);
  findSpans(root, text, placeBlocks(root, path, blocks), spans);
}

/** Adds the spans of an element if it holds the text of one block as it is spoken, but for the kinds of white space. */
function addTextSpans(spans: FoundSpans, text: string, { element, blocks }: SpokenElement): boolean {
  const block = blocks[0];
  if (!element.isText || block === undefined || blocks.length > 1) return false;
  let shift = element.from;
  while (shift < element.to && isBlank(text.charCodeAt(shift))) shift += 1;
  if (!isSameText(block.text, text, shift)) return false;
  addSentences(spans, block, shift);
  return true;
}

/** Adds the sentences of a block whose text stands `shift` further on in the document. */
function addSentences(
  spans: FoundSpans,
  { text, sentences, firstSentence, isFound }: BlockInWork,
  shift: number,
): void {
  for (let at = 0; at < sentences.length; at += 2) {
    let start = sentences[at] ?? 0;
    let end = sentences[at + 1] ?? 0;
    while (start < end && isBlank(text.charCodeAt(start))) start += 1;
    while (start < end && isBlank(text.charCodeAt(end - 1))) end -= 1;
    if (start === end) continue;
    const sentence = firstSentence + at / 2;
    isFound[sentence] = 1;
    // A part that is alone has all the time of its sentence, so its white space may count.
    spans.add({ sentence, start: shift + start, end: shift + end, characters: end - start }, 'span');
  }
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
