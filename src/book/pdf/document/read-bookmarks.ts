import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readableText } from '../layout/readable-text.ts';

/** A bookmark that points into the book. */
export interface Bookmark {
  readonly title: string;
  readonly page: number;
  /** Distance from the top of the page in points. Undefined for the page as a whole. */
  readonly fromTop?: number | undefined;
  readonly children: readonly Bookmark[];
}

interface OutlineNode {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly OutlineNode[];
}

/** Limits on the number and nesting of bookmarks, because a hostile file can have any number. */
const maxBookmarks = 10_000;
const maxDepth = 8;

/** Reads the bookmarks of a document. A bookmark without a valid target is replaced by its children. */
export async function readBookmarks(document: PDFDocumentProxy): Promise<Bookmark[]> {
  const budget = { remaining: maxBookmarks };
  try {
    const outline: readonly OutlineNode[] | null = await document.getOutline();
    return outline === null ? [] : await follow(document, outline, budget, 0);
  } catch {
    // A book can be read without its bookmarks.
    return [];
  }
}

async function follow(
  document: PDFDocumentProxy,
  nodes: readonly OutlineNode[],
  budget: { remaining: number },
  depth: number,
): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  for (const node of nodes) {
    if (budget.remaining <= 0 || depth > maxDepth) break;
    budget.remaining -= 1;
    const title = readableText(node.title.replaceAll('\u00AD', ''));
    const target = title === '' ? undefined : await targetOf(document, node.dest);
    const children = await follow(document, node.items, budget, depth + 1);
    if (target === undefined) bookmarks.push(...children);
    else bookmarks.push({ title, ...target, children });
  }
  return bookmarks;
}

async function targetOf(
  document: PDFDocumentProxy,
  dest: OutlineNode['dest'],
): Promise<Pick<Bookmark, 'page' | 'fromTop'> | undefined> {
  try {
    const explicit: readonly unknown[] | null = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [reference, mode, ...values] = explicit ?? [];
    const page = await pageNumber(document, reference);
    if (page === undefined) return undefined;
    const top = topOf(mode, values);
    if (top === undefined) return { page };
    const viewport = (await document.getPage(page)).getViewport({ scale: 1 });
    const [, fromTop] = viewport.convertToViewportPoint(0, top);
    return typeof fromTop === 'number' && fromTop > 0 && fromTop < viewport.height ? { page, fromTop } : { page };
  } catch {
    return undefined;
  }
}

async function pageNumber(document: PDFDocumentProxy, reference: unknown): Promise<number | undefined> {
  if (typeof reference === 'number') return reference >= 0 && reference < document.numPages ? reference + 1 : undefined;
  if (typeof reference !== 'object' || reference === null || !('num' in reference) || !('gen' in reference))
    return undefined;
  return (await document.getPageIndex({ num: Number(reference.num), gen: Number(reference.gen) })) + 1;
}

/** Index of the top edge among the values of each kind of destination. */
const topPositions: ReadonlyMap<string, number> = new Map([
  ['XYZ', 1],
  ['FitH', 0],
  ['FitBH', 0],
  ['FitR', 3],
]);

/** Returns the top edge of a destination in the page's coordinates (PDF 32000-1, table 151). */
function topOf(mode: unknown, values: readonly unknown[]): number | undefined {
  const name = typeof mode === 'object' && mode !== null && 'name' in mode ? mode.name : undefined;
  const value = values[topPositions.get(String(name)) ?? -1];
  return typeof value === 'number' && value !== 0 ? value : undefined;
}
