import { inflateSync } from 'node:zlib';

/** Style facts from the descriptor of a font. */
export interface FontDescriptor {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** As in CSS; undefined when it is not given. */
  readonly weight: number | undefined;
}

/** Descriptors by the names of their fonts. */
export type FontDescriptors = ReadonlyMap<string, FontDescriptor>;

/** Bytes that are looked at; a file in which descriptors are spread more widely is not a book. */
const maxBytes = 256e6;
/** The largest object stream. */
const maxStreamBytes = 16e6;
/** The longest descriptor, and the longest dictionary of a stream. */
const maxDictionary = 4096;

const italicFlag = 2 ** 6;
const boldFlag = 2 ** 18;

/**
 * Finds the descriptors of fonts in the bytes of a PDF and in its object streams (PDF 32000-1, 7.5.7 and 9.8), of which PDF.js returns
 * nothing but the name. Object streams that are encrypted are not read: there the names of fonts have to do.
 */
export function fontDescriptors({ buffer, byteOffset, length }: Uint8Array): FontDescriptors {
  const file = Buffer.from(buffer, byteOffset, length);
  const found = new Map<string, FontDescriptor>();
  const budget: Budget = { bytes: maxBytes };
  addDescriptors(found, file, budget);
  for (const at of placesOf('/ObjStm', file, budget)) addDescriptors(found, inflated(file, at, budget), budget);
  return found;
}

interface Budget {
  bytes: number;
}

function* placesOf(key: string, bytes: Buffer, budget: Budget): Generator<number, void, undefined> {
  for (let at = bytes.indexOf(key); at !== -1 && budget.bytes > 0; at = bytes.indexOf(key, at + 1)) {
    budget.bytes -= maxDictionary;
    yield at;
  }
}

/** Returns the objects of a stream; none when they cannot be read. */
function inflated(file: Buffer, at: number, budget: Budget): Buffer {
  const head = file.toString('latin1', at, at + maxDictionary);
  const stream = /\bstream(?:\r\n|\n|\r)/u.exec(head);
  if (stream === null) return Buffer.alloc(0);
  try {
    const start = at + stream.index + stream[0].length;
    const objects = inflateSync(file.subarray(start), { maxOutputLength: maxStreamBytes });
    budget.bytes -= objects.length;
    return objects;
  } catch {
    budget.bytes -= maxStreamBytes;
    return Buffer.alloc(0);
  }
}

function addDescriptors(found: Map<string, FontDescriptor>, bytes: Buffer, budget: Budget): void {
  for (const at of placesOf('/FontName', bytes, budget)) {
    const before = bytes.toString('latin1', Math.max(0, at - maxDictionary), at);
    const after = bytes.toString('latin1', at, at + maxDictionary);
    const dictionary = endOfDictionary(before) + startOfDictionary(after);
    const name = /\/FontName\s*\/([^\s/<>[\]()%]+)/u.exec(dictionary)?.[1];
    // The program of a font has its name, too.
    if (name !== undefined && dictionary.includes('/Flags')) found.set(plainName(name), toDescriptor(dictionary));
  }
}

/** Returns what stands before the name in its dictionary, without what is inside of other dictionaries. */
function endOfDictionary(before: string): string {
  const own = before.replaceAll(innerDictionary, ' ');
  return own.slice(own.lastIndexOf('<<') + 1);
}

function startOfDictionary(after: string): string {
  const own = after.replaceAll(innerDictionary, ' ');
  const end = own.indexOf('>>');
  return end === -1 ? '' : own.slice(0, end);
}

const innerDictionary = /<<[^<>]*(?:<[^<>]*>[^<>]*)*>>/gu;

/** Signs can be written by their codes: `Times#20New#20Roman`. */
function plainName(name: string): string {
  return name.replaceAll(/#([\dA-F]{2})/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function toDescriptor(dictionary: string): FontDescriptor {
  const flags = numberOf(dictionary, 'Flags');
  const angle = Math.abs(numberOf(dictionary, 'ItalicAngle'));
  const weight = numberOf(dictionary, 'FontWeight');
  return {
    isBold: hasFlag(flags, boldFlag),
    isItalic: hasFlag(flags, italicFlag) || (angle >= 1 && angle <= maxAngle),
    weight: weight >= 100 && weight <= 1000 ? weight : undefined,
  };
}

/** Degrees. */
const maxAngle = 45;

function hasFlag(flags: number, flag: number): boolean {
  return Number.isInteger(flags) && flags > 0 && flags < 2 ** 31 && (flags & flag) !== 0;
}

/** Returns a number of a dictionary; 0 for one that is missing or in an object of its own. */
function numberOf(dictionary: string, name: string): number {
  const number = new RegExp(String.raw`/${name}\s+([+-]?[\d.]{1,20})(?![\w.]|\s+\d+\s+R)`, 'u').exec(dictionary);
  return Number(number?.[1] ?? 0);
}
