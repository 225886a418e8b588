import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf, column } from '../helpers/pdf-builder.ts';
import { scannedPdf } from '../helpers/scanned-pdf.ts';

const { signal } = new AbortController();
const title = { texts: [{ x: 72, y: 300, text: 'HARBOUR', size: 40 }], width: 306, height: 396 };
const text = { texts: column(72, 100, ['The harbour lay quiet in the early light.', 'The boats moved a little.']) };

describe('the cover of a PDF', () => {
  it('is its first page if that is a picture', async () => {
    const { cover, chapters } = await readPdf(await scannedPdf({ pages: [title, text], typed: [1] }), { signal });
    expect(cover?.mediaType).toBe('image/jpeg');
    expect([...(cover?.bytes.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
    expect(chapters[0]?.blocks[0]?.text).toMatch(/^The harbour/u);
  });

  it('is missing when the first page has no picture', async () => {
    const { cover } = await readPdf(buildPdf({ pages: [title, text] }), { signal });
    expect(cover).toBeUndefined();
  });
});
