import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf } from '../helpers/pdf-builder.ts';

const printed = 'The Printed Title';

async function titleOf(given: string): Promise<string> {
  const texts = [
    { x: 72, y: 100, text: printed, size: 24 },
    { x: 72, y: 200, text: 'The boats came back to the harbour in the rain.' },
  ];
  const bytes = buildPdf({ pages: [{ texts }], info: { Title: given } });
  return (await readPdf(bytes, { signal: new AbortController().signal })).metadata.title;
}

describe('the title of a PDF', () => {
  it.each([
    'Untitled-1',
    'Document 2',
    'Layout 1',
    'No Job Name',
    'Microsoft Word - final.doc',
    'Untitled - Notepad',
    'prices.xlsx',
    '88300 162..177',
    'scan 0001',
  ])('is the printed one instead of what a program wrote: %s', async (given) => {
    expect(await titleOf(given)).toBe(printed);
  });

  it.each([
    'Book Lovers',
    'None of This Is True',
    '20,000 Leagues Under the Sea',
    'Document of a Crime',
    'Untitled Harbour',
  ])('can begin with a word or a number that is none alone: %s', async (given) => {
    expect(await titleOf(given)).toBe(given);
  });

  it.each(['Преступление и наказание', '坊っちゃん', 'גשם בנמל'])('can be in any script: %s', async (given) => {
    expect(await titleOf(given)).toBe(given);
  });

  it('is read from the codes that Ghostscript keeps', async () => {
    expect(await titleOf(String.raw`(Odiss\351ia-Homero)`)).toBe('Odisséia-Homero');
  });
});
