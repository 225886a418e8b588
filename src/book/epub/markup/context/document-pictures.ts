import { createHash } from 'node:crypto';
import { endsWithStop } from '../../../../text/ends-sentence.ts';
import type { DocumentChoices } from '../document-choices.ts';
import { drawnLines } from '../drawn-lines.ts';
import type { FlowPicture } from '../flow-block.ts';
import type { FlowWriter } from '../flow-writer.ts';
import { attribute, findAll } from '../markup-tree.ts';
import type { Element } from '../markup-tree.ts';
import { resolveReference } from '../resolve-reference.ts';
import type { TextContext } from './text-context.ts';

/** Collects the pictures of a document and where they stand. */
export class DocumentPictures {
  /** Number of images, drawings included. */
  images = 0;
  readonly #drawings: Element[] = [];
  readonly shown: FlowPicture[] = [];
  readonly #path: string;
  readonly #writer: FlowWriter;
  readonly #isKept: boolean;

  constructor(path: string, writer: FlowWriter, { keepsSource = false }: DocumentChoices) {
    this.#path = path;
    this.#writer = writer;
    this.#isKept = keepsSource;
  }

  /** Adds an SVG drawing, of which only the pictures in it are shown. */
  addDrawing(drawing: Element, context: TextContext): void {
    this.images += 1;
    this.#drawings.push(drawing);
    for (const picture of findAll(drawing, 'image')) this.show(picture, '', context);
  }

  /** Reads the text of the drawings, its lines joined to paragraphs. */
  readDrawings(context: TextContext): void {
    for (const drawing of this.#drawings) {
      for (const { text, line } of drawnLines(drawing)) {
        this.#writer.add(`${text} `, context);
        this.#writer.addSources(line);
        if (endsWithStop(text)) this.#writer.flush();
      }
      this.#writer.flush();
    }
  }

  /** Keeps a picture, unless what is around it is left out, or it is not in the book. */
  show(element: Element, alt: string, { reason, isNote = false }: TextContext): void {
    if (!this.#isKept || reason !== undefined || isNote) return;
    const source = pictureSource(this.#path, attribute(element, 'src') ?? attribute(element, 'href') ?? '');
    if (source === undefined) return;
    const { blocks, pendingText } = this.#writer;
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
