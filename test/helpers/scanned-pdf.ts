import { deflateSync } from 'node:zlib';
import { openPdf } from '../../src/book/pdf/document/open-pdf.ts';
import { renderPage } from '../../src/book/pdf/ocr/render-page.ts';
import { assemble, buildPdf } from './pdf-builder.ts';
import type { PdfPageSpec } from './pdf-builder.ts';

/** A scanned PDF to build. */
export interface ScannedPdfSpec {
  readonly pages: readonly PdfPageSpec[];
  readonly language?: string;
  /** Indexes of pages that stay text, in Courier at 10 points, instead of images. */
  readonly typed?: readonly number[];
}

/** Builds a PDF like a scanner: each page is one gray image of 300 dpi. Does not depend on installed fonts. */
export async function scannedPdf({ pages, language, typed = [] }: ScannedPdfSpec): Promise<Uint8Array> {
  const { signal } = new AbortController();
  await using pdf = await openPdf(buildPdf({ pages }), { signal });
  const objects: string[] = ['', ''];
  const add = (body: string) => objects.push(body);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  const kids: number[] = [];
  for (const [index, { texts, width = 612, height = 792 }] of pages.entries()) {
    const isTyped = typed.includes(index) || texts.length === 0;
    const resources = isTyped
      ? `/Font << /F ${font} 0 R >>`
      : `/XObject << /Scan ${add(image((await renderPage(await pdf.document.getPage(index + 1))).pgm))} 0 R >>`;
    const lines = texts.map(({ x, y, text }) => `BT /F 10 Tf ${x} ${height - y} Td (${text}) Tj ET`);
    const content = isTyped ? lines.join('\n') : `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`;
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const box = `/MediaBox [0 0 ${width} ${height}]`;
    kids.push(add(`<< /Type /Page /Parent 2 0 R ${box} /Resources << ${resources} >> /Contents ${stream} 0 R >>`));
  }
  objects[0] = `<< /Type /Catalog /Pages 2 0 R${language === undefined ? '' : ` /Lang (${language})`} >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  return assemble(objects, 1);
}

function image(pgm: Uint8Array): string {
  const header = /^P5\n(\d+) (\d+)\n255\n/u.exec(Buffer.from(pgm.subarray(0, 40)).toString('latin1'));
  const bytes = deflateSync(pgm.subarray(header?.[0].length ?? 0), { level: 1 }).toString('latin1');
  return `<< /Type /XObject /Subtype /Image /Width ${header?.[1]} /Height ${header?.[2]} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
}
