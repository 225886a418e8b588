import { attribute } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import { wideEncoding } from '../encoding/wide-encoding.ts';

/** Returns the bytes of a FictionBook, in an encoding that has one byte for each character of its tags. */
export function fictionBookBytes(file: Uint8Array): Buffer {
  const wide = wideEncoding(file);
  // Not copied: pictures make it large.
  if (wide === undefined) return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return Buffer.from(new TextDecoder(wide).decode(file));
}

/** Returns the id that an `<image>` refers to. */
export function binaryId(image: Element): string | undefined {
  return attribute(image, 'href')?.replace(/^#/u, '');
}

/** Returns the bytes of the image with an id; undefined when the book does not have it. */
export function findBinary(bytes: Buffer, id: string): Uint8Array | undefined {
  for (const binary of binariesIn(bytes)) if (binary.id === id) return binary.read();
  return undefined;
}

/** Finds the images of a FictionBook, one after the other. Nothing is decoded before it is read. */
export function* binariesIn(bytes: Buffer): Generator<Binary, void, undefined> {
  for (let start = bytes.indexOf(opening); start !== -1; start = bytes.indexOf(opening, start + opening.length)) {
    const tagEnd = bytes.indexOf('>', start);
    if (tagEnd === -1) return;
    const tag = bytes.toString('utf8', start, Math.min(tagEnd, start + maxTagLength));
    const id = /\sid\s*=\s*["']([^"']*)["']/u.exec(tag)?.[1];
    if (id === undefined) continue;
    const found = bytes.indexOf('</', tagEnd);
    const [from, to] = [tagEnd + 1, found === -1 ? bytes.length : found];
    yield {
      id,
      maxBytes: Math.ceil((to - from) * 0.75),
      read: () => Buffer.from(bytes.toString('latin1', from, to), 'base64'),
    };
  }
}

/** An image of a FictionBook. */
export interface Binary {
  readonly id: string;
  /** Its size in bytes is at most this. */
  readonly maxBytes: number;
  readonly read: () => Buffer;
}

const opening = '<binary';
const maxTagLength = 1000;
