import type { LexiconEntry } from './lexicon-entry.ts';

/** A whole word or phrase in a text. Offsets are UTF-16 code units. */
export interface WordMatch {
  readonly start: number;
  readonly end: number;
  readonly entry: LexiconEntry;
}

/** Words and phrases of a lexicon, which are found in a text in one pass. */
export class WordIndex {
  readonly #byKey = new Map<string, WordEntry[]>();
  /** Lengths of the keys by how they begin, longest first: only these are looked up. */
  readonly #lengths = new Map<string, number[]>();

  /** Of entries that match alike, the last one counts. */
  constructor(entries: readonly LexiconEntry[]) {
    for (const entry of entries) {
      // A book may hold accents as letters of their own.
      for (const written of new Set([entry.written.normalize('NFC'), entry.written.normalize('NFD')])) {
        this.#add(written, entry);
      }
    }
    for (const lengths of this.#lengths.values()) lengths.sort((a, b) => b - a);
  }

  /** Returns the longest match at every place where a word can begin. Matches may overlap. */
  matches(text: string): readonly WordMatch[] {
    if (this.#byKey.size === 0) return [];
    const folded = fold(text);
    const found: WordMatch[] = [];
    for (let start = 0; start < text.length; start += 1) {
      const match = this.#matchAt(text, folded, start);
      if (match) found.push(match);
    }
    return found;
  }

  #add(written: string, entry: LexiconEntry): void {
    const key = fold(written);
    const prefix = key.slice(0, prefixLength);
    const lengths = this.#lengths.get(prefix) ?? [];
    if (!lengths.includes(key.length)) lengths.push(key.length);
    this.#lengths.set(prefix, lengths);
    this.#byKey.set(key, [wordEntry(written, entry), ...(this.#byKey.get(key) ?? [])]);
  }

  #matchAt(text: string, folded: string, start: number): WordMatch | undefined {
    for (let size = prefixLength; size > 0; size -= 1) {
      for (const length of this.#lengths.get(folded.slice(start, start + size)) ?? []) {
        const end = start + length;
        if (length < size || end > text.length) continue;
        const entries = this.#byKey.get(folded.slice(start, end)) ?? [];
        const found = entries.find(
          (candidate) => isWholeWord(text, start, end, candidate) && isCase(text.slice(start, end), candidate),
        );
        if (found) return { start, end, entry: found.entry };
      }
    }
    return undefined;
  }
}

const prefixLength = 3;

interface WordEntry {
  readonly entry: LexiconEntry;
  readonly written: string;
  /** Whether the word must begin or end where a word does in the text. */
  readonly isBoundStart: boolean;
  readonly isBoundEnd: boolean;
}

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

function wordEntry(written: string, entry: LexiconEntry): WordEntry {
  const characters = Array.from(written);
  return { entry, written, isBoundStart: isBound(characters[0]), isBoundEnd: isBound(characters.at(-1)) };
}

function isBound(character = ''): boolean {
  return wordCharacter.test(character) && !unspaced.test(character);
}

function isWholeWord(text: string, start: number, end: number, candidate: WordEntry): boolean {
  const { entry, isBoundStart, isBoundEnd } = candidate;
  if (entry.isWhole && (text.slice(0, start) + text.slice(end)).trim() !== '') return false;
  const before = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  // An accent that follows belongs to the last letter, whatever the entry.
  if (/\p{M}/u.test(after)) return false;
  return !(isBoundStart && wordCharacter.test(before)) && !(isBoundEnd && wordCharacter.test(after));
}

/** Small letters stand for any case, `WHO` for itself alone, and `Polish` also for `POLISH`, as in a heading. */
function isCase(text: string, { written }: WordEntry): boolean {
  const plain = text.replaceAll(/[’ʼ]/gu, "'").replaceAll(/\s/gu, ' ');
  const straight = written.replaceAll(/[’ʼ]/gu, "'");
  if (plain === straight || straight === straight.toLowerCase()) return true;
  return straight !== straight.toUpperCase() && plain === straight.toUpperCase();
}

/** Returns the text in small letters with plain apostrophes and spaces. Every code unit keeps its place. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
  return same.replaceAll(/[’ʼ]/gu, "'").replaceAll(/\s/gu, ' ');
}

/** The small form of a few letters is longer (`İ`). */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
