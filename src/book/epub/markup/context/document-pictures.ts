import { createHash } from 'node:crypto';
import { endsWithStop } from '../../../../text/ends-sentence.ts';
import type { DocumentChoices } from '../document-choices.ts';
import { drawnLines } from '../drawn-lines.ts';
import type { FlowPicture } from '../flow-block.ts';
import type { FlowWriter } from '../flow-writer.ts';
import { blockElements } from '../element-names.ts';
import { attribute, findAll, localName, textOf } from '../markup-tree.ts';
import type { Element } from '../markup-tree.ts';
import { normalizeText } from '../normalize-text.ts';
import { usableAlternative } from '../usable-alternative.ts';
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
  readonly #readsAll: boolean;

  constructor(path: string, writer: FlowWriter, { keepsSource = false, images }: DocumentChoices) {
    this.#path = path;
    this.#writer = writer;
    this.#isKept = keepsSource;
    this.#readsAll = images === 'alt';
  }

  /** Reads what a picture stands for: a heading, or the first letter of the word that follows. Others are read on request. */
  read(element: Element, context: TextContext): void {
    const written = normalizeText(element.attribs['alt'] ?? '');
    const isHeading = context.kind === 'heading' && isWholeHeading(element);
    if (!isHeading && /^\p{Lu}$/u.test(written) && !this.#writer.hasText) {
      this.#writer.add(written, context);
      this.#writer.glue();
      return;
    }
    this.show(element, written, context);
    const text = usableAlternative(written);
    if (isHeading) this.#readHeading(text, context);
    else if (this.#readsAll && text !== undefined) this.#readCaption(text, context);
  }

  #readHeading(text: string | undefined, context: TextContext): void {
    if (text === undefined) this.#writer.noteHeading(context);
    else this.#writer.add(` ${text} `, context);
  }

  #readCaption(text: string, context: TextContext): void {
    if (context.isRow !== true) this.#writer.flush();
    this.#writer.add(` ${text} `, context.isRow === true ? context : { ...context, kind: 'caption' });
    if (context.isRow !== true) this.#writer.flush();
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

/** Reports whether a heading has no other text than the pictures in it. */
function isWholeHeading({ parent }: Element): boolean {
  let around = parent;
  while (around !== undefined && !blockElements.has(localName(around))) around = around.parent;
  return around !== undefined && textOf(around) === '';
}

/**
 * Returns what a picture is found by: its path in the book, or the hash of a `data:` address, which can be long. Undefined for an
 * address outside of the book.
 */
export function pictureSource(document: string, address: string): string | undefined {
  if (/^\s*data:image\//iu.test(address)) return `data:${createHash('sha256').update(address).digest('hex')}`;
  return resolveReference(document, address)?.path;
}
