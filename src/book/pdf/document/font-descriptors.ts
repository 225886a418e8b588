import type { PdfObjects } from '../objects/pdf-objects.ts';

/** Style facts from the descriptor of a font. */
export interface FontDescriptor {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** As in CSS; undefined when it is not given. */
  readonly weight: number | undefined;
}

/** Descriptors by the names of their fonts. */
export type FontDescriptors = ReadonlyMap<string, FontDescriptor>;

const italicFlag = 2 ** 6;
const boldFlag = 2 ** 18;

/** Finds the descriptors of fonts (PDF 32000-1, 9.8), of which PDF.js returns nothing but the name. */
export function fontDescriptors(objects: PdfObjects): FontDescriptors {
  const found = new Map<string, FontDescriptor>();
  for (const dictionary of objects.withName('/FontName')) {
    const name = /\/FontName\s*\/([^\s/<>[\]()%]+)/u.exec(dictionary)?.[1];
    if (name !== undefined && dictionary.includes('/Flags')) found.set(plainName(name), toDescriptor(dictionary));
  }
  return found;
}

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
