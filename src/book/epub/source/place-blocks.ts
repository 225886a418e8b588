import type { SpokenBlock } from '../../../core/placed-text.ts';
import { isElement } from '../markup/markup-tree.ts';
import type { Parent, TextPieces } from '../markup/markup-tree.ts';
import { alignText } from './align-text.ts';
import type { SegmentsByText, SentenceKey, TextSegment } from './find-spans.ts';

/** A block on its way through its documents. */
export interface BlockInWork extends SpokenBlock {
  /** One for each sentence. */
  readonly keys: readonly SentenceKey[];
  /** Index of the text from which on nothing has been found. A block can go on in the next document. */
  at: number;
  /** Sentences of which at least one character was found. */
  readonly found: Set<SentenceKey>;
  /** Whether what it was read from had been spoken before it. */
  isRepeated: boolean;
  /** Whether its text and the document differ too much. */
  isChanged: boolean;
}

/** Finds the segments of the blocks that were read from a document, which are given in the order in which they are spoken. */
export function placeBlocks(root: Parent, document: string, blocks: readonly BlockInWork[]): SegmentsByText {
  const texts = textsByStart(root);
  const segments = new Map<TextPieces, TextSegment[]>();
  for (const block of blocks) {
    const own = new Set(
      block.source.flatMap((source) => (source.document === document ? startsOf(source.ranges) : [])),
    );
    placeBlock(
      block,
      [...own].flatMap((start) => texts.get(start) ?? []),
      segments,
    );
  }
  return segments;
}

/** A text node, and how much of it has been spoken. */
interface SourceText {
  readonly text: string;
  readonly pieces: TextPieces;
  /** Index of the text. */
  used: number;
}

function textsByStart(root: Parent): Map<number, SourceText> {
  const texts = new Map<number, SourceText>();
  const visit = ({ children, source }: Parent): void => {
    for (const [index, child] of children.entries()) {
      if (isElement(child)) visit(child);
      else {
        const pieces = source?.texts[index];
        if (pieces?.[0] !== undefined) texts.set(pieces[0], { text: child, pieces, used: 0 });
      }
    }
  };
  visit(root);
  return texts;
}

function startsOf(ranges: readonly number[]): number[] {
  return ranges.filter((_offset, index) => index % 2 === 0);
}

function placeBlock(block: BlockInWork, texts: readonly SourceText[], segments: Map<TextPieces, TextSegment[]>): void {
  const source = texts.map(({ text, used }) => text.slice(used)).join('');
  if (source.trim() === '') {
    block.isRepeated ||= block.at === 0;
    return;
  }
  const { places, isWhole } = alignText(block.text.slice(block.at), source);
  if (!isWhole) block.isChanged = true;
  const writer = new SegmentWriter(texts, segments);
  let done = block.at;
  for (const [index, { from, to }] of block.sentences.entries()) {
    const key = block.keys[index];
    if (key === undefined) continue;
    for (let at = Math.max(from, block.at); at < to; at += 1) {
      const place = places[at - block.at] ?? -1;
      if (place === -1) continue;
      writer.add(key, place);
      block.found.add(key);
      done = at + 1;
    }
  }
  writer.end();
  block.at = done;
}

/** Turns characters of several texts, in order, into the segments of each text. */
class SegmentWriter {
  readonly #texts: readonly SourceText[];
  readonly #segments: Map<TextPieces, TextSegment[]>;
  /** Index of the text that characters are taken from, and of its first unused character in all of them. */
  #index = 0;
  #start = 0;
  /** Index of the piece in its text, and of the piece's first character. */
  #piece = 0;
  #pieceStart = 0;
  #used = 0;
  #open: { key: SentenceKey; start: number; end: number; characters: number } | undefined;

  constructor(texts: readonly SourceText[], segments: Map<TextPieces, TextSegment[]>) {
    this.#texts = texts;
    this.#segments = segments;
    this.#used = texts[0]?.used ?? 0;
  }

  /** Adds a character of a sentence, given its index in the unused parts of all texts. */
  add(key: SentenceKey, place: number): void {
    let text = this.#texts[this.#index];
    while (text !== undefined && place - this.#start >= text.text.length - this.#used) {
      this.#start += text.text.length - this.#used;
      this.#closeText(text.text.length);
      text = this.#texts[this.#index];
    }
    if (text === undefined) return;
    const at = place - this.#start + this.#used;
    const [start, end] = this.#rangeOf(text.pieces, at);
    if (this.#open?.key !== key) this.#closeSegment();
    text.used = at + 1;
    if (this.#open === undefined) this.#open = { key, start, end, characters: 1 };
    else {
      this.#open.end = end;
      this.#open.characters += 1;
    }
  }

  end(): void {
    this.#closeSegment();
  }

  #closeText(length: number): void {
    this.#closeSegment();
    const text = this.#texts[this.#index];
    if (text !== undefined) text.used = length;
    this.#index += 1;
    this.#used = this.#texts[this.#index]?.used ?? 0;
    this.#piece = 0;
    this.#pieceStart = 0;
  }

  #closeSegment(): void {
    const text = this.#texts[this.#index];
    if (text === undefined || this.#open === undefined) return;
    const own = this.#segments.get(text.pieces);
    // A character reference belongs to the sentence that holds its first character.
    const start = Math.max(this.#open.start, own?.at(-1)?.end ?? 0);
    const segment = { ...this.#open, start };
    this.#open = undefined;
    if (segment.start >= segment.end) return;
    if (own === undefined) this.#segments.set(text.pieces, [segment]);
    else own.push(segment);
  }

  /** Returns where a character stands in the document. Characters are asked for in order. */
  #rangeOf(pieces: TextPieces, at: number): readonly [start: number, end: number] {
    let length = pieces[this.#piece + 2] ?? 0;
    while (at >= this.#pieceStart + Math.abs(length) && this.#piece + 3 < pieces.length) {
      this.#pieceStart += Math.abs(length);
      this.#piece += 3;
      length = pieces[this.#piece + 2] ?? 0;
    }
    const start = pieces[this.#piece] ?? 0;
    if (length < 0) return [start, pieces[this.#piece + 1] ?? 0];
    return [start + at - this.#pieceStart, start + at - this.#pieceStart + 1];
  }
}
