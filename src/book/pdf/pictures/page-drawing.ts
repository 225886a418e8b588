import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { multiply, toMatrix } from '../document/matrix.ts';
import type { Matrix } from '../document/matrix.ts';

/** An image that a page draws. */
export interface DrawnImage {
  /** Counted from 1 among the images of the page. */
  readonly index: number;
  /** From the square of the image to the page as it is shown, in points from its top left. */
  readonly matrix: Matrix;
  /** The key under which PDF.js keeps its pixels, or the pixels themselves. */
  readonly pixels: unknown;
  /** Number of its part of the page in the structure of the document. */
  readonly part: number | undefined;
  /** Marked as no content of the page, or not shown. */
  readonly isHidden: boolean;
}

/** The drawing operations of a page. Lengths in points. */
export interface PageDrawing {
  readonly width: number;
  readonly height: number;
  readonly images: readonly DrawnImage[];
  /** Most of the text is invisible, as the text that was recognized in a scan. */
  readonly isScan: boolean;
}

interface DrawingState {
  matrix: Matrix;
  isInvisible: boolean;
}

interface Part {
  readonly isHidden: boolean;
  readonly part: number | undefined;
}

type Operators = Readonly<Record<string, number>>;

/** Returns the images that a page draws, in order, whose pixels PDF.js then has prepared. Throws when it cannot be drawn. */
export async function pageDrawing(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageDrawing> {
  const { OPS, AnnotationMode } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const layers = await document.getOptionalContentConfig();
  const isVisible = (group: unknown): boolean => group === null || layers.isVisible(group);
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const walk = new DrawingWalk(toMatrix(transform), isVisible);
  const steps = stepsOf(OPS, walk);
  for (const [index, operator] of fnArray.entries()) steps.get(operator)?.(argumentsOf(argsArray[index]));
  const { images, characters, invisible } = walk;
  return { width, height, images, isScan: invisible > characters / 2 };
}

function argumentsOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** Returns what the walk does at an operator. */
function stepsOf(OPS: Operators, walk: DrawingWalk): ReadonlyMap<number | undefined, Step> {
  const leavePart: Step = () => walk.leave();
  return new Map<number | undefined, Step>([
    [OPS['save'], () => walk.save()],
    [OPS['restore'], () => walk.restore()],
    [OPS['transform'], (matrix) => walk.transform(matrix)],
    [
      OPS['paintFormXObjectBegin'],
      ([matrix]) => {
        walk.save();
        if (matrix instanceof Float32Array) walk.transform([...matrix]);
      },
    ],
    [OPS['paintFormXObjectEnd'], () => walk.restore()],
    [OPS['beginMarkedContent'], ([tag]) => walk.enter(tag)],
    [OPS['beginMarkedContentProps'], ([tag, properties]) => walk.enter(tag, properties)],
    [OPS['endMarkedContent'], leavePart],
    [OPS['beginGroup'], ([group]) => walk.enter(isMask(group) ? 'Artifact' : '')],
    [OPS['endGroup'], leavePart],
    [OPS['setTextRenderingMode'], ([mode]) => walk.setInvisible(mode === 3 || mode === 7)],
    [OPS['showText'], ([glyphs]) => walk.showText(glyphs)],
    [OPS['paintImageXObject'], ([name]) => walk.drawImage(name)],
    [OPS['paintInlineImageXObject'], ([pixels]) => walk.drawImage(pixels)],
  ]);
}

type Step = (given: readonly unknown[]) => void;

/** The transparency of something else, drawn as a group. */
function isMask(group: unknown): boolean {
  return typeof group === 'object' && group !== null && 'smask' in group && Boolean(group.smask);
}

/** The state of a drawing while its operators are walked through. */
class DrawingWalk {
  readonly images: DrawnImage[] = [];
  characters = 0;
  invisible = 0;
  readonly #saved: DrawingState[] = [];
  #state: DrawingState;
  readonly #parts: Part[] = [];
  readonly #isVisible: (group: unknown) => boolean;

  constructor(matrix: Matrix, isVisible: (group: unknown) => boolean) {
    this.#state = { matrix, isInvisible: false };
    this.#isVisible = isVisible;
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }

  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }

  transform(given: readonly unknown[]): void {
    this.#state.matrix = multiply(this.#state.matrix, toMatrix(given));
  }

  /** Enters a part of the page. One inside of a part that is not shown is not shown either. */
  enter(tag: unknown, properties?: unknown): void {
    const around = this.#parts.at(-1);
    const name = nameOf(tag);
    const isOff = name === 'Artifact' || (name === 'OC' && !this.#isVisible(properties));
    const part = typeof properties === 'number' ? properties : around?.part;
    this.#parts.push({ isHidden: isOff || around?.isHidden === true, part });
  }

  leave(): void {
    this.#parts.pop();
  }

  setInvisible(isInvisible: boolean): void {
    this.#state.isInvisible = isInvisible;
  }

  showText(glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return;
    const shown = glyphs.filter((glyph) => typeof glyph === 'object').length;
    this.characters += shown;
    if (this.#state.isInvisible) this.invisible += shown;
  }

  drawImage(pixels: unknown): void {
    const { isHidden = false, part } = this.#parts.at(-1) ?? {};
    this.images.push({ index: this.images.length + 1, matrix: this.#state.matrix, pixels, part, isHidden });
  }
}

/** PDF.js gives some names as they are in the file. */
function nameOf(tag: unknown): unknown {
  return typeof tag === 'object' && tag !== null && 'name' in tag ? tag.name : tag;
}
