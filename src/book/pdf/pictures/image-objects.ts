import { addTo } from '../../../core/collections/add-to.ts';

/** An image in the bytes of a PDF, as described by its dictionary. */
export interface ImageObject {
  readonly number: number;
  /** In pixels; 0 when the dictionary does not say. */
  readonly width: number;
  readonly height: number;
  /** As it is written, which encryption does not change. */
  readonly dictionary: string;
  /** Offset of the dictionary in the file. */
  readonly start: number;
  /** Offset of its data. */
  readonly data: number;
}

/** Objects of a file by their numbers, in the order of the file: a file that was edited can have several. */
export type ImageObjects = ReadonlyMap<number, readonly ImageObject[]>;

/** A file with more images is not a book. */
const maxImages = 20_000;
/** The longest dictionary of an image. */
const maxDictionary = 8192;

/** Finds the images of a PDF. They are never inside of other objects, so that no cross-reference table is needed. */
export function imageObjects(file: Buffer): ImageObjects {
  const found = new Map<number, ImageObject[]>();
  let images = 0;
  for (let at = file.indexOf('/Image'); at !== -1 && images < maxImages; at = file.indexOf('/Image', at + 1)) {
    if (!/\/Subtype\s*$/u.test(file.toString('latin1', Math.max(0, at - 20), at))) continue;
    images += 1;
    const object = objectAround(file, at);
    if (object) addTo(found, object.number, object);
  }
  return found;
}

/** Returns the number of the object that PDF.js calls `12R` or `12R1`; 0, which no object has, for any other name. */
export function objectNumber(reference: string): number {
  return Number(/^(\d+)R\d*$/u.exec(reference)?.[1] ?? 0);
}

function objectAround(file: Buffer, at: number): ImageObject | undefined {
  const from = Math.max(0, at - maxDictionary);
  const before = file.toString('latin1', from, at);
  const opening = [...before.matchAll(/(?<!\d)(\d{1,8})\s+\d{1,5}\s+obj\b/gu)].at(-1);
  const after = file.toString('latin1', at, at + maxDictionary);
  const stream = /\bstream(?:\r\n|\n|\r)/u.exec(after);
  if (opening === undefined || stream === null) return undefined;
  const start = from + opening.index + opening[0].length;
  const dictionary = file.toString('latin1', start, at + stream.index);
  const [width, height] = [numberOf(dictionary, 'Width'), numberOf(dictionary, 'Height')];
  const data = at + stream.index + stream[0].length;
  return { number: Number(opening[1]), width, height, dictionary, start, data };
}

function numberOf(dictionary: string, name: string): number {
  return Number(new RegExp(String.raw`/${name}\s+(\d{1,8})(?!\d|\s+\d+\s+R)`, 'u').exec(dictionary)?.[1] ?? 0);
}

/**
 * Makes an image one pixel of no known coding, in the bytes of its dictionary. PDF.js decodes every image of a page whose drawing
 * it prepares: this saves the time and the memory where only the places of the images are asked for.
 */
export function hidePixels(file: Buffer, { dictionary, start }: ImageObject): void {
  // Without these entries, PDF.js has to look into the data.
  const isTold = /\/ColorSpace\b/u.test(dictionary) && /\/BitsPerComponent\b/u.test(dictionary);
  const hidden = dictionary
    .replaceAll(/(\/(?:Width|Height)\s+)(\d+)(?!\d|\s+\d+\s+R)/gu, (_, name: string, digits: string) => {
      return name + '1'.padEnd(digits.length);
    })
    .replaceAll(isTold ? /\/(DCT|JBIG2|JPX)Decode/gu : /\/(DCT|JBIG2)Decode/gu, '/$1Hidden');
  file.write(hidden, start, 'latin1');
}
