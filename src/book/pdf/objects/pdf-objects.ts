import { inflateSync } from 'node:zlib';

/** The largest stream, and the longest dictionary of one. */
const maxStreamBytes = 16e6;
const maxDictionary = 4096;
/** A file with more objects, places that may be objects, or bytes in object streams is not a book. */
const maxObjects = 500_000;
const maxPlaces = 50_000;
const maxObjectBytes = 256e6;

/**
 * The objects of a PDF by their numbers (PDF 32000-1, 7.3.10 and 7.5.7); of several with one number, the last one. PDF.js has them,
 * but does not return them. Streams that are encrypted, or coded in another way than by Flate, are not read.
 */
export class PdfObjects {
  readonly #file: Buffer;
  #index: ObjectIndex | undefined;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#file = Buffer.from(buffer, byteOffset, length);
  }

  /** Returns an object that is not a stream, or the dictionary of a stream. */
  text(number: number): string | undefined {
    const { places, inside } = this.#objects();
    const at = places.get(number);
    return at === undefined ? inside.get(number) : this.#head(at);
  }

  /** Returns what a stream holds; undefined when it cannot be read. */
  stream(number: number): string | undefined {
    return this.#streamAt(this.#objects().places.get(number));
  }

  /** Returns the objects that contain a name. */
  *withName(name: string): Generator<string, void, undefined> {
    const { places, inside } = this.#objects();
    for (const number of this.#numbersWith(name)) {
      const at = places.get(number);
      if (at !== undefined) yield this.#head(at);
    }
    for (const text of inside.values()) if (text.includes(name)) yield text;
  }

  #objects(): ObjectIndex {
    this.#index ??= this.#readIndex();
    return this.#index;
  }

  #readIndex(): ObjectIndex {
    const [file, places, inside] = [this.#file, new Map<number, number>(), new Map<number, string>()];
    for (let at = file.indexOf(' obj'); at !== -1 && places.size < maxObjects; at = file.indexOf(' obj', at + 4)) {
      const number = numberBefore(file, at);
      if (number !== undefined) places.set(number, at + 4);
    }
    let budget = maxObjectBytes;
    for (const number of this.#numbersWith('/ObjStm')) {
      const at = places.get(number);
      const content = budget > 0 ? (this.#streamAt(at) ?? '') : '';
      budget -= content.length;
      addObjects(inside, content, at === undefined ? '' : this.#head(at));
    }
    return { places, inside };
  }

  #streamAt(at: number | undefined): string | undefined {
    if (at === undefined) return undefined;
    const head = this.#head(at);
    const keyword = this.#file.indexOf('stream', at + head.length);
    const start = keyword + (this.#file.toString('latin1', keyword + 6, keyword + 8) === '\r\n' ? 8 : 7);
    const end = this.#file.indexOf('endstream', start);
    if (keyword === -1 || end === -1) return undefined;
    if (!/\/Filter\b/u.test(head)) return this.#file.toString('latin1', start, end);
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

  /** Returns the numbers of the objects in the file itself whose beginnings contain a name. */
  #numbersWith(name: string): ReadonlySet<number> {
    const file = this.#file;
    const numbers = new Set<number>();
    let found = 0;
    for (let at = file.indexOf(name); at !== -1 && found < maxPlaces; at = file.indexOf(name, at + name.length)) {
      found += 1;
      const from = Math.max(0, at - maxDictionary);
      const number = numberBefore(file, from + file.subarray(from, at).lastIndexOf(' obj'));
      if (number !== undefined) numbers.add(number);
    }
    return numbers;
  }
}

interface ObjectIndex {
  /** Offsets behind `obj`. */
  readonly places: ReadonlyMap<number, number>;
  /** Objects in object streams. */
  readonly inside: ReadonlyMap<number, string>;
}

/** Returns the number of the object whose ` obj` is at a position. */
function numberBefore(file: Buffer, at: number): number | undefined {
  const number = /(?<!\d)(\d{1,9})\s+\d{1,5}$/u.exec(file.toString('latin1', Math.max(0, at - 20), at))?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Adds the objects of an object stream, which begins with their numbers and offsets. */
function addObjects(inside: Map<number, string>, content: string, dictionary: string): void {
  const first = Number(/\/First\s+(\d+)/u.exec(dictionary)?.[1] ?? 0);
  const header = content.slice(0, first).trim().split(/\s+/u).map(Number);
  const offsets = header.filter((_, index) => index % 2 === 1);
  for (const [index, offset] of offsets.entries()) {
    const [object, next] = [header[index * 2] ?? -1, offsets[index + 1]];
    inside.set(object, content.slice(first + offset, next === undefined ? undefined : first + next));
  }
}
