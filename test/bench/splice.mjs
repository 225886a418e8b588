// Measures what it costs to make an EPUB a read-along but for its sound: its sentences are found in its documents, spans are put
// around them, and the book is written again. Beside it stand two ways to copy the same book: with a parse of each document by
// the parser of this program, and with the book read for speaking. All write a ZIP, in which documents are unpacked and packed
// again and other files stay as they are packed. Each run has its own process, the ways take turns, and the median of the CPU
// time counts: single runs scatter by a quarter. The goal is 4 × copying and parsing: half a second of CPU for
// 200,000 words, beside a run that speaks them for hours.
//
// The memory of books with many documents, and of one with many pictures, is the peak of the process that holds the whole work.
//
//   npm run build && node test/bench/splice.mjs [words = 500000] [runs = 21]
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { readFileSync } from 'node:fs';
import { benchBook } from './bench-book.mjs';
import { printTable } from './measure.mjs';
import { parseContent } from '../../build/book/epub/markup/parse-markup.js';
import { decodeText } from '../../build/book/epub/package/decode-text.js';
import { ArchiveWriter } from '../../build/book/epub/rewrite/archive-writer.js';
import { writeNarratedEpub } from '../../build/book/epub/rewrite/write-narrated-epub.js';
import { openArchive } from '../../build/book/epub/package/open-archive.js';
import { placeInArchive } from '../../build/book/epub/source/place-in-archive.js';
import { limitsOf } from '../../build/book/read-limits.js';
import { readZipFile } from '../../build/book/read-zip-file.js';
import { sentenceEnds } from '../../build/text/split-sentences.js';

const limits = limitsOf({});
const ways = { 'copy and parse': copyAndParse, 'copy and read': copyAndRead, 'find, splice and copy': findAndSplice };

/** Numbers of documents, and of megabytes of pictures. */
const bigBooks = [
  [500, 0],
  [2000, 0],
  [2000, 100],
];

const [, , first = '500000', second = '21', file] = process.argv;
if (file === undefined) await compare(Number(first), Number(second));
else await runOne(first, second, file);

/**
 * @param {number} words
 * @param {number} runs
 */
async function compare(words, runs) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-splice-'));
  try {
    const book = path.join(folder, 'book.epub');
    const sentences = await prepare(book, [words]);
    const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let run = 0; run < runs; run += 1)
      for (const [way, own] of Object.entries(results)) own.push(measured(way, book));
    console.log(`${words} words, ${sentences} sentences, median of ${runs} runs`);
    const rows = [['way', 'CPU ms', '× floor', 'peak MB']];
    let floor = 0;
    for (const [way, own] of Object.entries(results)) {
      const { cpuMs, peakMb } = own.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(runs / 2)];
      floor ||= cpuMs;
      rows.push([way, cpuMs.toFixed(0), (cpuMs / floor).toFixed(2), peakMb.toFixed(0)]);
    }
    printTable(rows);
    const sizes = [['book', 'peak MB']];
    for (const [documents, pictures] of bigBooks) {
      await prepare(book, [documents * 250, 250, pictures]);
      const { peakMb } = measured('find, splice and copy', book);
      sizes.push([`${documents} documents, ${pictures} MB of pictures`, peakMb.toFixed(0)]);
    }
    printTable(sizes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes a book and what is spoken of it, and returns the number of its sentences.
 * @param {string} book
 * @param {Parameters<typeof benchBook>} size
 */
async function prepare(book, size) {
  await writeFile(book, await benchBook(...size));
  const blocks = await spokenBlocks(book);
  await writeFile(`${book}.blocks`, serialize(blocks));
  return blocks.reduce((sum, block) => sum + block.sentences.length / 2, 0);
}

/**
 * @param {string} way
 * @param {string} book
 */
function measured(way, book) {
  const command = [fileURLToPath(import.meta.url), way, book, `${book}.blocks`];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }));
}

/** @param {string} book */
async function spokenBlocks(book) {
  const { chapters, metadata } = await readZipFile(book, { keepsSource: true });
  return chapters
    .flatMap((chapter) => chapter.blocks)
    .map(({ text, source = [] }) => {
      const ends = text === '' ? [] : [...sentenceEnds(text, metadata.language), text.length];
      return { text, source, sentences: ends.flatMap((to, index) => [ends[index - 1] ?? 0, to]) };
    });
}

/** @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks */
function documentsOf(blocks) {
  return new Set(blocks.flatMap(({ source }) => source.map(({ document }) => document)));
}

/**
 * @param {string} way
 * @param {string} book
 * @param {string} blocksFile
 */
async function runOne(way, book, blocksFile) {
  const blocks = deserialize(readFileSync(blocksFile));
  const before = process.cpuUsage();
  await ways[way](book, blocks);
  const { user, system } = process.cpuUsage(before);
  // The peak that the system counts for a process begins with that of its parent.
  const peakMb = Number(/VmHWM:\s+(\d+)/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb }));
}

/**
 * Copies a book. `onDocument` sees each document that is spoken.
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 * @param {(bytes: Buffer) => void} onDocument
 */
async function copy(book, blocks, onDocument) {
  const archive = await openArchive(book, limits);
  const writer = await ArchiveWriter.open(`${book}.copy`);
  const documents = documentsOf(blocks);
  for (const name of archive.names) {
    if (!documents.has(name)) {
      await writer.copy(await archive.packed(name));
      continue;
    }
    const bytes = await archive.read(name, limits.documentBytes);
    onDocument(bytes);
    await writer.add(name, bytes);
  }
  await writer.end();
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function copyAndParse(book, blocks) {
  await copy(book, blocks, (bytes) => void parseContent(decodeText(bytes), limits));
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function copyAndRead(book, blocks) {
  await readZipFile(book, {});
  await copy(book, blocks, () => undefined);
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function findAndSplice(book, blocks) {
  const archive = await openArchive(book, limits);
  const placed = await placeInArchive(archive, blocks, limits);
  const documents = placed.documents.map((document) => ({ document, durationMs: 1000, overlay: noOverlay }));
  const made = {
    title: 'Bench',
    language: 'en',
    documents,
    audioFiles: new Map(),
    audioType: 'audio/mp4',
    styleSheet: '',
    activeClass: 'now',
  };
  await writeNarratedEpub(book, `${book}.copy`, made, { signal: new AbortController().signal, warn: console.error });
}

function noOverlay() {
  return '<smil/>';
}
