import { decodePercent } from '../../core/strings/decode-percent.ts';
import { readFile, stat } from 'node:fs/promises';
import { binariesIn, fictionBookBytes } from '../converted/fictionbook/find-binary.ts';
import { textKind } from '../converted/text-kind.ts';
import { pictureSource } from '../epub/markup/context/document-pictures.ts';
import { attribute, findAll } from '../epub/markup/markup-tree.ts';
import { parseContent } from '../epub/markup/parse-markup.ts';
import { decodeText } from '../epub/package/decode-text.ts';
import type { ReadLimits } from '../read-limits.ts';
import { tooLarge } from '../read-limits.ts';
import { filesBeside } from './files-beside.ts';
import type { FoundPicture } from './written-pictures.ts';

/**
 * Finds pictures of a book that is a text: those inside of a FictionBook, and those of a web page or of Markdown that are in `data:`
 * addresses or in files in the folder of the book.
 */
export async function picturesOfTextFile(
  file: string,
  sources: ReadonlySet<string>,
  limits: ReadLimits,
): Promise<readonly FoundPicture[]> {
  const { size } = await stat(file);
  if (size > limits.fileBytes) throw tooLarge('size of the file', limits.fileBytes, 'bytes');
  const bytes = await readFile(file);
  const kind = textKind(bytes, file);
  if (kind === 'fictionbook') return [...binaryPictures(bytes, sources, limits)];
  if (kind !== 'html' && kind !== 'markdown') return [];
  const beside = await picturesBeside(file, sources, limits);
  if (![...sources].some((source) => source.startsWith('data:'))) return beside;
  const addresses = kind === 'html' ? addressesInMarkup(decodeText(bytes), limits) : addressesIn(bytes);
  return [...beside, ...addressedPictures(addresses, sources, limits)];
}

/** Finds the images of a FictionBook by their ids. */
export function* binaryPictures(
  file: Uint8Array,
  sources: ReadonlySet<string>,
  { coverBytes }: ReadLimits,
): Generator<FoundPicture, void, undefined> {
  for (const { id, maxBytes, read } of binariesIn(fictionBookBytes(file))) {
    if (!sources.has(id)) continue;
    yield { source: id, read: () => (maxBytes > coverBytes ? refuse(id, coverBytes) : read()) };
  }
}

function addressesInMarkup(markup: string, limits: ReadLimits): string[] {
  const addresses = findAll(parseContent(markup, limits), 'img').map((image) => attribute(image, 'src') ?? '');
  return addresses.filter((address) => /^\s*data:/iu.test(address));
}

/** Markdown keeps such addresses as they are written. */
function addressesIn(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(/data:image\/[^\s"'<>()]+/gu) ?? [];
}

/** Finds pictures that are in their addresses. */
function* addressedPictures(
  addresses: readonly string[],
  sources: ReadonlySet<string>,
  limits: ReadLimits,
): Generator<FoundPicture, void, undefined> {
  for (const address of addresses) {
    const source = pictureSource('', address);
    if (source !== undefined && sources.has(source)) yield { source, read: () => addressedBytes(address, limits) };
  }
}

function addressedBytes(address: string, { coverBytes }: ReadLimits): Buffer {
  const [head = '', ...rest] = address.split(',');
  const data = rest.join(',');
  if (data.length > coverBytes * 1.4) refuse('a picture in the text', coverBytes);
  return /;\s*base64\s*$/iu.test(head) ? Buffer.from(data, 'base64') : Buffer.from(decodePercent(data));
}

/** Finds pictures in files in the folder of the book. */
async function picturesBeside(
  file: string,
  sources: ReadonlySet<string>,
  { coverBytes }: ReadLimits,
): Promise<readonly FoundPicture[]> {
  const found = await filesBeside(file, sources);
  return found.map(({ source, path: name, size }) => ({
    source,
    read: async () => (size > coverBytes ? refuse(source, coverBytes) : await readFile(name)),
  }));
}

function refuse(name: string, maxBytes: number): never {
  throw tooLarge(`size of '${name}'`, maxBytes, 'bytes');
}
