import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Longer ones do not describe a picture. */
const maxLength = 2000;

/** Returns the alternative texts in the structure of a document, by the number of the part of the page that they describe. */
export async function pageAlts(page: PDFPageProxy): Promise<ReadonlyMap<number, string>> {
  const alts = new Map<number, string>();
  try {
    collect(await page.getStructTree(), undefined, alts);
  } catch {
    // A picture can be shown without its description.
  }
  return alts;
}

/** A node of the structure, or a part of the page. */
function collect(node: unknown, around: string | undefined, alts: Map<number, string>): void {
  const parts = new Map<string, unknown>(typeof node === 'object' && node !== null ? Object.entries(node) : []);
  const own = textOf(parts.get('alt')).replaceAll(/\s+/gu, ' ').trim();
  const alt = own === '' ? around : own.slice(0, maxLength);
  const part = /_mc(\d+)$/u.exec(textOf(parts.get('id')))?.[1];
  if (part !== undefined && alt !== undefined) alts.set(Number(part), alt);
  const children = parts.get('children');
  for (const child of Array.isArray(children) ? children : []) collect(child, alt, alts);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
