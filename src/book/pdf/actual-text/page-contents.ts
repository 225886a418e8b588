import { inflateSync } from 'node:zlib';

/** Returns what a page draws, by the number of its object; undefined when that cannot be read. */
export type PageContents = (page: number) => string | undefined;

/** The largest stream, and the longest dictionary of one. */
const maxStreamBytes = 16e6;
const maxDictionary = 4096;
/** A file with more objects, object streams or bytes in them is not a book. */
const maxObjects = 500_000;
const maxObjectStreams = 50_000;
const maxObjectBytes = 256e6;

/**
 * Reads the content streams of pages from the bytes of a PDF (PDF 32000-1, 7.3.8, 7.5.7 and 7.8.2): PDF.js returns what they draw, but
 * not all that they say. Streams that are encrypted, or coded in another way than by Flate, are not read.
 */
export function pageContents({ buffer, byteOffset, length }: Uint8Array): PageContents {
  const file = Buffer.from(buffer, byteOffset, length);
  let objects: PdfObjects | undefined;
  return (page) => {
    objects ??= new PdfObjects(file);
    const dictionary = objects.text(page) ?? '';
    const streams = referencesIn(contentsOf(dictionary), objects).map((number) => objects?.stream(number));
    return streams.length > 0 && streams.every((one) => one !== undefined) ? streams.join('\n') : undefined;
  };
}

function contentsOf(dictionary: string): string {
  return /\/Contents\s*(\d+\s+\d+\s+R|\[[^\]]*\])/u.exec(dictionary)?.[1] ?? '';
}

/** Returns the numbers of the objects that a value refers to. One reference can lead to a list of them. */
function referencesIn(value: string, objects: PdfObjects): number[] {
  const numbers = [...value.matchAll(/(\d+)\s+\d+\s+R/gu)].map(([, number]) => Number(number));
  const list = value.startsWith('[') ? undefined : objects.text(numbers[0] ?? -1)?.trim();
  return list?.startsWith('[') === true ? referencesIn(list, objects) : numbers;
}

/** The objects of a file by their numbers; of several with one number, the last one. */
class PdfObjects {
  readonly #file: Buffer;
  /** Offsets behind `obj`. */
  readonly #places = new Map<number, number>();
  /** Objects in object streams. */
  readonly #inside = new Map<number, string>();
  #budget = maxObjectBytes;

  constructor(file: Buffer) {
    this.#file = file;
    for (
      let at = file.indexOf(' obj');
      at !== -1 && this.#places.size < maxObjects;
      at = file.indexOf(' obj', at + 4)
    ) {
      const number = numberBefore(file, at);
      if (number !== undefined) this.#places.set(number, at + 4);
    }
    for (const number of objectStreams(file)) this.#addInside(number);
  }

  /** Returns an object that is not a stream, or the dictionary of a stream. */
  text(number: number): string | undefined {
    const at = this.#places.get(number);
    return at === undefined ? this.#inside.get(number) : this.#head(at);
  }

  stream(number: number): string | undefined {
    const at = this.#places.get(number);
    if (at === undefined) return undefined;
    const head = this.#head(at);
    const keyword = this.#file.indexOf('stream', at + head.length);
    const start = keyword + (this.#file.toString('latin1', keyword + 6, keyword + 8) === '\r\n' ? 8 : 7);
    const end = this.#file.indexOf('endstream', start);
    if (keyword === -1 || end === -1) return undefined;
    const data = this.#file.subarray(start, end);
    if (!/\/Filter\b/u.test(head)) return data.toString('latin1');
    if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/u.test(head) || head.includes('/DecodeParms'))
      return undefined;
    try {
      // The end of the data can be missing its checksum, and its bytes can say `endstream`.
      return inflateSync(this.#file.subarray(start), { maxOutputLength: maxStreamBytes }).toString('latin1');
    } catch {
      return undefined;
    }
  }

  #head(at: number): string {
    const text = this.#file.toString('latin1', at, at + maxDictionary);
    const end = /\b(?:stream|endobj)\b/u.exec(text);
    return end === null ? text : text.slice(0, end.index);
  }

  #addInside(number: number): void {
    const first = Number(/\/First\s+(\d+)/u.exec(this.text(number) ?? '')?.[1] ?? Number.NaN);
    const content = this.#budget > 0 ? this.stream(number) : undefined;
    if (content === undefined || Number.isNaN(first)) return;
    this.#budget -= content.length;
    const header = content.slice(0, first).trim().split(/\s+/u).map(Number);
    const offsets = header.filter((_, index) => index % 2 === 1);
    for (const [index, offset] of offsets.entries()) {
      const [object, next] = [header[index * 2] ?? -1, offsets[index + 1]];
      this.#inside.set(object, content.slice(first + offset, next === undefined ? undefined : first + next));
    }
  }
}

/** Returns the number of the object whose ` obj` is at a position. */
function numberBefore(file: Buffer, at: number): number | undefined {
  const number = /(?<!\d)(\d{1,9})\s+\d{1,5}$/u.exec(file.toString('latin1', Math.max(0, at - 20), at))?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns the numbers of the objects whose dictionaries say that they hold others. */
function objectStreams(file: Buffer): ReadonlySet<number> {
  const numbers = new Set<number>();
  let places = 0;
  for (let at = file.indexOf('/ObjStm'); at !== -1 && places < maxObjectStreams; at = file.indexOf('/ObjStm', at + 7)) {
    places += 1;
    const from = Math.max(0, at - maxDictionary);
    const number = numberBefore(file, from + file.subarray(from, at).lastIndexOf(' obj'));
    if (number !== undefined) numbers.add(number);
  }
  return numbers;
}
