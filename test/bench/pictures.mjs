// Measures the memory of a read-along that is made anew of a book with many pictures. It must not grow with them: the reading
// process writes them one by one, and they are packed from files.
//
//   npm run build && node test/bench/pictures.mjs [megabytes = 100]
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { printTable } from './measure.mjs';
import { readBook } from '../../build/book/read-book.js';
import { writeReadAlongBook } from '../../build/pipeline/time/write-book.js';
import { timedChapter } from '../../build/timed-text/timed-chapter.js';

const [, , first = '100', file] = process.argv;
if (file === undefined) await compare(Number(first));
else await makeReadAlong(file);

/** @param {number} megabytes */
async function compare(megabytes) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-pictures-'));
  try {
    const rows = [['book', 'peak MB', 'ms']];
    for (const pictures of [1, megabytes]) {
      const book = path.join(folder, `${pictures}.docx`);
      await writeDocx(book, pictures);
      const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '1', book], { encoding: 'utf8' });
      rows.push([`${pictures} MB of pictures`, ...output.trim().split(' ')]);
    }
    printTable(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes a Word document with pictures of a megabyte, each after a paragraph.
 * @param {string} target
 * @param {number} pictures
 */
async function writeDocx(target, pictures) {
  const ids = Array.from({ length: pictures }, (_, index) => index);
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000208020000', 'hex');
  const zip = new ZipFile();
  const paragraphs = ids.map(
    (id) =>
      `<w:p><w:r><w:t>Then it was day ${id}.</w:t></w:r></w:p><w:p><w:r><w:drawing><a:blip r:embed="r${id}"/></w:drawing></w:r></w:p>`,
  );
  const relations = ids.map((id) => `<Relationship Id="r${id}" Target="media/${id}.png"/>`);
  zip.addBuffer(
    Buffer.from(`<w:document xmlns:w="w"><w:body>${paragraphs.join('')}</w:body></w:document>`),
    'word/document.xml',
  );
  zip.addBuffer(Buffer.from(`<Relationships>${relations.join('')}</Relationships>`), 'word/_rels/document.xml.rels');
  for (const id of ids) {
    zip.addBuffer(Buffer.concat([header, randomBytes(1_000_000)]), `word/media/${id}.png`, { compress: false });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}

/** @param {string} bookFile */
async function makeReadAlong(bookFile) {
  const { signal } = new AbortController();
  const book = await readBook(bookFile, { keepsSource: true, signal });
  const chapters = book.chapters.map(({ title, blocks }, index) => {
    const parts = blocks.map(({ text }, block) => {
      return { text, block, sentence: 0, heard: { startSeconds: block, endSeconds: block + 1 } };
    });
    return { number: index + 1, ...timedChapter({ title, blocks, startSeconds: 0, endSeconds: blocks.length, parts }) };
  });
  const sound = `${bookFile}.m4a`;
  await writeFile(sound, 'sound');
  const start = performance.now();
  await writeReadAlongBook(
    {
      bookFile,
      bookSha256: '',
      isBookText: false,
      book,
      chapters,
      unit: 'sentence',
      audioFiles: chapters.map(() => sound),
      audioFormat: 'aac',
      cover: undefined,
      language: 'en',
      metadata: { title: 'T', authors: [], genre: 'Audiobook' },
    },
    `${bookFile}.epub`,
    { signal, warn: console.error },
  );
  console.log(Math.round(process.resourceUsage().maxRSS / 1024), Math.round(performance.now() - start));
}
