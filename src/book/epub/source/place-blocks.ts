import type { SpokenBlock } from '../../../core/placed-text.ts';
import { isElement } from '../markup/markup-tree.ts';
import type { Parent, TextPieces } from '../markup/markup-tree.ts';
import { alignText } from './align-text.ts';
import type { SegmentsByText, TextSegment } from './find-spans.ts';

/** A block on its way through its documents. */
export interface BlockInWork extends SpokenBlock {
  /** Index of its first sentence among those of all blocks. */
  readonly firstSentence: number;
  /** For each sentence of all blocks, whether at least one character of it was found. */
  readonly isFound: Uint8Array;
  /** Index of the text from which on nothing has been found. A block can go on in the next document. */
  at: number;
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
  if (!/\S/u.test(source)) {
    block.isRepeated ||= block.at === 0;
    return;
  }
  const { places, isWhole } = alignText(block.text.slice(block.at), source);
  if (!isWhole) block.isChanged = true;
  const writer = new SegmentWriter(texts, segments);
  const start = block.at;
  const { sentences, firstSentence, isFound } = block;
  for (let at = 0; at < sentences.length; at += 2) {
    const [from = 0, to = 0] = [sentences[at], sentences[at + 1]];
    const sentence = firstSentence + at / 2;
    const end = writeSentence(writer, sentence, places.subarray(Math.max(0, from - start), Math.max(0, to - start)));
    if (end === 0) continue;
    isFound[sentence] = 1;
    block.at = Math.max(from, start) + end;
  }
}

/** Writes the characters of a sentence, text by text. Returns the index after the last one that was found; 0 when none was. */
function writeSentence(writer: SegmentWriter, sentence: number, places: Int32Array): number {
  let end = 0;
  let first = 0;
  let last = 0;
  let characters = 0;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? -1;
    if (place === -1) continue;
    if (place >= writer.limit) {
      if (characters > 0) writer.add({ sentence, first, last, characters });
      characters = 0;
      writer.moveTo(place);
    }
    if (characters === 0) first = place;
    last = place;
    characters += 1;
    end = at + 1;
  }
  if (characters > 0) writer.add({ sentence, first, last, characters });
  return end;
}

/** Characters of a sentence in one text, by their indices in the unused parts of all texts. */
interface FoundCharacters extends Pick<TextSegment, 'sentence' | 'characters'> {
  readonly first: number;
  readonly last: number;
}

/** Turns characters of several texts, in order, into the segments of each text. */
class SegmentWriter {
  readonly #texts: readonly SourceText[];
  readonly #segments: Map<TextPieces, TextSegment[]>;
  #index = 0;
  /** Difference between an index in the text and the same index in the unused parts. */
  #shift: number;
  /** Index of the piece in its text, and of the piece's first character. */
  #piece = 0;
  #pieceStart = 0;
  /** Index in the unused parts at which the next text begins. */
  limit: number;

  constructor(texts: readonly SourceText[], segments: Map<TextPieces, TextSegment[]>) {
    this.#texts = texts;
    this.#segments = segments;
    const { text = '', used = 0 } = texts[0] ?? {};
    this.#shift = used;
    this.limit = text.length - used;
  }

  /** Moves on to the text that holds a character. */
  moveTo(place: number): void {
    while (place >= this.limit && this.#index + 1 < this.#texts.length) {
      const before = this.#texts[this.#index];
      if (before !== undefined) before.used = before.text.length;
      this.#index += 1;
      const { text = '', used = 0 } = this.#texts[this.#index] ?? {};
      this.#shift = used - this.limit;
      this.limit += text.length - used;
      this.#piece = 0;
      this.#pieceStart = 0;
    }
  }

  add({ sentence, first, last, characters }: FoundCharacters): void {
    const text = this.#texts[this.#index];
    if (text === undefined) return;
    text.used = last + this.#shift + 1;
    const own = this.#segments.get(text.pieces);
    // A character reference belongs to the sentence that holds its first character.
    const start = Math.max(this.#rangeOf(text.pieces, first + this.#shift)[0], own?.at(-1)?.end ?? 0);
    const [, end] = this.#rangeOf(text.pieces, last + this.#shift);
    if (start >= end) return;
    if (own === undefined) this.#segments.set(text.pieces, [{ sentence, start, end, characters }]);
    else own.push({ sentence, start, end, characters });
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
