import { readFile } from 'node:fs/promises';

/**
 * The pronunciations of a model: lines of a word and its letters in the alphabet of the model, `world w ˈ ɜ ɹ l d`. The file stays as
 * it is on disk, with a table of 4 bytes for each place in it: strings of 180,000 words would take ten times the memory.
 */
export class ModelLexicon {
  readonly #bytes: Buffer;
  /** Offsets of the lines by the hash of their word, -1 for none. The next place is tried when one is taken. */
  readonly #places: Int32Array;

  /** `bytes` are those of the file. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    let lines = 1;
    for (const byte of bytes) if (byte === newline) lines += 1;
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(lines * 1.5))).fill(-1);
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(newline, start);
      this.#add(start);
      start = end < 0 ? bytes.length : end + 1;
    }
  }

  /** Reads a file, or returns undefined when it cannot be read. */
  static async read(file: string): Promise<ModelLexicon | undefined> {
    const bytes = await readFile(file).catch(() => undefined);
    return bytes && new ModelLexicon(bytes);
  }

  /** Returns the pronunciation of a word in small letters, or undefined. Of several the first counts. */
  get(word: string): string | undefined {
    const key = Buffer.from(word);
    if (key.length === 0 || key.includes(space) || key.includes(newline)) return undefined;
    for (const start of this.#candidates(hashOf(key, 0, key.length))) {
      const end = this.#wordEnd(start);
      if (end - start !== key.length || this.#bytes.compare(key, 0, key.length, start, end) !== 0) continue;
      const lineEnd = this.#bytes.indexOf(newline, end);
      const line = this.#bytes.toString('utf8', end + 1, lineEnd < 0 ? undefined : lineEnd);
      return line.replaceAll(/\s+/gu, '') || undefined;
    }
    return undefined;
  }

  #add(start: number): void {
    const end = this.#wordEnd(start);
    if (end === start) return;
    const mask = this.#places.length - 1;
    let place = hashOf(this.#bytes, start, end) & mask;
    while (this.#places[place] !== -1) place = (place + 1) & mask;
    this.#places[place] = start;
  }

  *#candidates(hash: number): Generator<number, void, undefined> {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const start = this.#places[place] ?? -1;
      if (start < 0) return;
      yield start;
    }
  }

  /** Returns the end of the word on a line, which is its start for a line without one. */
  #wordEnd(start: number): number {
    let at = start;
    while (at < this.#bytes.length && this.#bytes[at] !== space && this.#bytes[at] !== newline) at += 1;
    return this.#bytes[at] === space ? at : start;
  }
}

const newline = 0x0a;
const space = 0x20;

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
