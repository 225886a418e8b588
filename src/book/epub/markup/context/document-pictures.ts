import { createHash } from 'node:crypto';
import type { DocumentChoices } from '../document-choices.ts';
import type { FlowBlock, FlowPicture } from '../flow-block.ts';
import { attribute, findAll } from '../markup-tree.ts';
import type { Element } from '../markup-tree.ts';
import { resolveReference } from '../resolve-reference.ts';
import type { TextContext } from './text-context.ts';

/** The text of a document so far. */
interface TextBefore {
  readonly blocks: readonly FlowBlock[];
  readonly pendingText: string;
}

/** Collects the pictures of a document and where they stand. */
export class DocumentPictures {
  /** Number of images, drawings included. */
  images = 0;
  readonly drawings: Element[] = [];
  readonly shown: FlowPicture[] = [];
  readonly #path: string;
  readonly #before: TextBefore;
  readonly #isKept: boolean;

  constructor(path: string, before: TextBefore, { keepsSource = false }: DocumentChoices) {
    this.#path = path;
    this.#before = before;
    this.#isKept = keepsSource;
  }

  /** Adds an SVG drawing, of which only the pictures in it are shown. */
  addDrawing(drawing: Element, context: TextContext): void {
    this.images += 1;
    this.drawings.push(drawing);
    for (const picture of findAll(drawing, 'image')) this.show(picture, '', context);
  }

  /** Keeps a picture, unless what is around it is left out, or it is not in the book. */
  show(element: Element, alt: string, { reason, isNote = false }: TextContext): void {
    if (!this.#isKept || reason !== undefined || isNote) return;
    const source = pictureSource(this.#path, attribute(element, 'src') ?? attribute(element, 'href') ?? '');
    if (source === undefined) return;
    const { blocks, pendingText } = this.#before;
    this.shown.push({ at: blocks.length + (pendingText === '' ? 0 : 1), source, alt });
  }
}

/**
 * Returns what a picture is found by: its path in the book, or the hash of a `data:` address, which can be long. Undefined for an
 * address outside of the book.
 */
export function pictureSource(document: string, address: string): string | undefined {
  if (/^\s*data:image\//iu.test(address)) return `data:${createHash('sha256').update(address).digest('hex')}`;
  return resolveReference(document, address)?.path;
}
