import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildEpub } from './epub-builder.ts';
import type { EpubOptions } from './epub-builder.ts';

const chapter = (title: string, paragraphs: readonly string[]): { title: string; body: string } => ({
  title,
  body: `<h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
});

/** Three short chapters, about twenty seconds of speech; every paragraph is different. */
export const smallBook: EpubOptions = {
  title: 'The Small Book',
  author: 'Ada Example',
  language: 'en',
  documents: [
    {
      path: 'one.xhtml',
      ...chapter('Morning', ['The kettle sang before the birds did.', 'No one else was awake to hear it.']),
    },
    {
      path: 'two.xhtml',
      ...chapter('Noon', ['At noon the mill stopped, and the miller slept.', 'The river did not mind.']),
    },
    { path: 'three.xhtml', ...chapter('Night', ['Lamps were lit along the quay, one by one.', 'Then it was quiet.']) },
  ],
};

/** The first chapter of the small book: a title and two paragraphs, which are three requests for speech. */
export const shortBook: EpubOptions = { ...smallBook, documents: smallBook.documents.slice(0, 1) };

/** Builds a book with `buildEpub`, writes it and returns its path. */
export async function writeBook(
  folder: string,
  options: EpubOptions = smallBook,
  name = 'small.epub',
): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, await buildEpub(options));
  return file;
}
