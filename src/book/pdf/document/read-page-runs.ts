import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem, TextStyle } from 'pdfjs-dist/types/src/display/api.js';
import { isRightToLeft } from '../layout/readable-text.ts';
import { joinOverprinted } from '../layout/join-overprinted.ts';
import { joinSpacedLetters } from '../layout/join-spaced-letters.ts';
import type { Run } from '../layout/pdf-page.ts';
import type { DocumentFonts } from './document-fonts.ts';
import { drawnGlyphs } from '../glyphs/drawn-glyphs.ts';
import { isArabic, withLigatures } from '../glyphs/ligature-texts.ts';
import { isSetWide, withDrawnSpaces } from '../glyphs/spaced-texts.ts';
import { itemFaces } from './item-faces.ts';
import { toMatrix } from './matrix.ts';
import type { Matrix } from './matrix.ts';
import { markedContent } from '../actual-text/marked-content.ts';
import type { PageContents } from '../actual-text/page-contents.ts';
import { isOfUse, withActualTexts } from '../actual-text/with-actual-texts.ts';

/** Direction of text in quarter turns: 0 to the right, 1 down, 2 to the left, 3 up. */
type Turn = 0 | 1 | 2 | 3;

interface PlacedItem {
  readonly item: TextItem;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Undefined for text at another angle. */
  readonly turn: Turn | undefined;
}

/** The text of a page. Lengths in points. */
export interface PageRuns {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
  /** Text in another direction than most of the page. */
  readonly rotated: readonly string[];
}

/** More text items than any printed page has. A page of 600,000 would take minutes. */
const maxTextItems = 100_000;

/** Reads the text of a page in drawing order, rotated so that its main direction is from left to right. */
export async function readPageRuns(
  page: PDFPageProxy,
  fonts: DocumentFonts,
  contents: PageContents,
): Promise<PageRuns> {
  const viewport = page.getViewport({ scale: 1 });
  const { texts, styles } = await readTexts(page, contents);
  const found = texts.slice(0, maxTextItems);
  await fonts.load(page, found);
  const items = await asDrawn(page, found, fonts);
  const placed = items.map((item) => place(item, toMatrix(viewport.transform), styles));
  const turn = mainTurn(placed);
  const size = { width: viewport.width, height: viewport.height };
  const faces = await itemFaces(page, items, fonts);
  const runs = placed
    .filter((one) => one.turn === turn)
    .map((one) => {
      const [run, own] = [toRun(one, turn, size, fonts), faces.get(one.item)];
      return own ? { ...run, faces: own } : run;
    });
  const rotated = placed.filter((one) => one.turn !== turn && one.item.str.trim() !== '').map((one) => one.item.str);
  const isUpright = turn % 2 === 0;
  return {
    width: isUpright ? size.width : size.height,
    height: isUpright ? size.height : size.width,
    runs: joinSpacedLetters(joinOverprinted(removeShadows(runs))),
    rotated,
  };
}

interface PageTexts {
  readonly texts: readonly TextItem[];
  readonly styles: Readonly<Record<string, TextStyle>>;
}

async function readTexts(page: PDFPageProxy, contents: PageContents): Promise<PageTexts> {
  // PDF.js decomposes ligatures before it turns text that runs from right to left, which would turn their letters, too.
  const options = { disableNormalization: true };
  const drawn = contents(page.ref?.num ?? -1) ?? '';
  const marked = drawn.includes('/ActualText') ? markedContent(drawn) : [];
  if (marked.some((one) => isOfUse(one))) {
    const { items, styles } = await page.getTextContent({ ...options, includeMarkedContent: true });
    const texts = withActualTexts(items, marked);
    if (texts !== undefined) return { texts, styles };
  }
  const { items, styles } = await page.getTextContent(options);
  return { texts: items.filter((item): item is TextItem => 'str' in item), styles };
}

/** Returns texts as the page draws them, where PDF.js is known to change them. To prepare a page for drawing takes longer than its text. */
async function asDrawn(
  page: PDFPageProxy,
  items: readonly TextItem[],
  { drawsSoftHyphens, drawsSpaceCodes }: DocumentFonts,
): Promise<readonly TextItem[]> {
  const [hasArabic, isSpaced] = [
    items.some((item) => isArabic(item)),
    drawsSoftHyphens || items.some((item) => isSetWide(item)),
  ];
  if (!hasArabic && !isSpaced && !drawsSpaceCodes) return items;
  const glyphs = await drawnGlyphs(page);
  const spaced = withDrawnSpaces(items, glyphs, { keepsGaps: !isSpaced });
  return hasArabic ? withLigatures(spaced, glyphs) : spaced;
}

function place(item: TextItem, view: Matrix, styles: Readonly<Record<string, TextStyle>>): PlacedItem {
  const own = toMatrix(item.transform);
  const apply = (x: number, y: number) => [view[0] * x + view[2] * y, view[1] * x + view[3] * y] as const;
  const [x, y] = apply(own[4], own[5]);
  const [alongX, alongY] = apply(own[0], own[1]);
  const size = Math.hypot(own[2], own[3]);
  const isVertical = styles[item.fontName]?.vertical === true;
  const turn = isVertical ? 1 : turnOf(alongX, alongY);
  return { item, x: x + view[4], y: y + view[5], size, turn };
}

function turnOf(x: number, y: number): Turn | undefined {
  // Five degrees: a skewed scan is still upright, a watermark is not.
  const slope = 0.087;
  if (Math.abs(y) <= Math.abs(x) * slope) return x < 0 ? 2 : 0;
  if (Math.abs(x) <= Math.abs(y) * slope) return y < 0 ? 3 : 1;
  return undefined;
}

function mainTurn(placed: readonly PlacedItem[]): Turn {
  const characters = [0, 0, 0, 0];
  for (const { turn, item } of placed) {
    if (turn !== undefined) characters[turn] = (characters[turn] ?? 0) + item.str.trim().length;
  }
  const most = Math.max(...characters);
  return ([0, 1, 3, 2] as const).find((turn) => characters[turn] === most) ?? 0;
}

function toRun(placed: PlacedItem, turn: Turn, page: { width: number; height: number }, fonts: DocumentFonts): Run {
  const { item, x, y, size } = placed;
  const along = [x, y, page.width - x, page.height - y][turn] ?? x;
  const down = [y, page.width - x, page.height - y, x][turn] ?? y;
  const length = Math.max(item.width, turn === 1 ? item.height : 0);
  return {
    text: item.dir === 'rtl' ? turnPointed(item.str) : item.str,
    left: along,
    right: along + length,
    baseline: down,
    size,
    bold: fonts.isBold(item.fontName),
    rightToLeft: item.dir === 'rtl' || isRightToLeft(item.str),
  };
}

/** Puts Hebrew letters with points in order: PDF.js takes them for Latin ones, and turns none of them. */
function turnPointed(text: string): string {
  return text.replaceAll(/[\uFB1D-\uFB4F]{2,}/gu, (letters) => letters.split('').toReversed().join(''));
}

/** Removes text drawn twice in the same place, as some programs do for bold type and shadows. */
function removeShadows(runs: readonly Run[]): Run[] {
  const seen = new Map<string, Run[]>();
  return runs.filter((run) => {
    if (run.text.trim() === '') return true;
    const before = seen.get(run.text) ?? [];
    const near = run.size * 0.15;
    const isShadow = before.some(
      (other) => Math.abs(other.left - run.left) < near && Math.abs(other.baseline - run.baseline) < near,
    );
    if (!isShadow) seen.set(run.text, [...before.slice(-50), run]);
    return !isShadow;
  });
}
