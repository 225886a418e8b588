// Measures what it costs to find the sentences of a long book in its documents and to put spans around them, beside two ways
// to copy the documents (to unzip and deflate them): with a bare parse of each, and with the book read for speaking. Each
// run has its own process, the ways take turns, and the median of the CPU time counts. The goal is 1.5 × copying and reading.
//
//   npm run build && node test/bench/splice.mjs [words = 500000] [runs = 5]
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { benchBook } from './bench-book.mjs';
import { printTable } from './measure.mjs';
import { parseContent } from '../../build/book/epub/markup/parse-markup.js';
import { decodeText } from '../../build/book/epub/package/decode-text.js';
import { openArchive } from '../../build/book/epub/package/open-archive.js';
import { placeInArchive } from '../../build/book/epub/source/place-in-archive.js';
import { spliceSpans } from '../../build/book/epub/source/splice-spans.js';
import { limitsOf } from '../../build/book/read-limits.js';
import { readZipFile } from '../../build/book/read-zip-file.js';
import { sentenceEnds } from '../../build/text/split-sentences.js';

const limits = limitsOf({});
const ways = { 'copy and parse': copyAndParse, 'copy and read': copyAndRead, 'find, splice and copy': findAndSplice };

const [, , first = '500000', second = '5', file] = process.argv;
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
    await writeFile(book, await benchBook(words));
    const blocks = await spokenBlocks(book);
    await writeFile(`${book}.blocks`, serialize(blocks));
    const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let run = 0; run < runs; run += 1) {
      for (const [way, own] of Object.entries(results)) {
        const command = [fileURLToPath(import.meta.url), way, book, `${book}.blocks`];
        own.push(JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })));
      }
    }
    const sentences = blocks.reduce((sum, block) => sum + block.sentences.length, 0);
    console.log(`${words} words, ${sentences} sentences, median of ${runs} runs`);
    const rows = [['way', 'CPU ms', '× floor', 'peak MB']];
    let floor = 0;
    for (const [way, own] of Object.entries(results)) {
      const { cpuMs, peakMb } = own.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(runs / 2)];
      floor ||= cpuMs;
      rows.push([way, cpuMs.toFixed(0), (cpuMs / floor).toFixed(2), peakMb.toFixed(0)]);
    }
    printTable(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} book */
async function spokenBlocks(book) {
  const { chapters, metadata } = await readZipFile(book, { keepsSource: true });
  return chapters
    .flatMap((chapter) => chapter.blocks)
    .map(({ text, source = [] }) => {
      const ends = text === '' ? [] : [...sentenceEnds(text, metadata.language), text.length];
      return { text, source, sentences: ends.map((to, index) => ({ from: ends[index - 1] ?? 0, to })) };
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
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb }));
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function copyAndParse(book, blocks) {
  const archive = await openArchive(book, limits);
  for (const name of documentsOf(blocks)) {
    const bytes = await archive.read(name, limits.documentBytes);
    parseContent(decodeText(bytes), limits);
    deflateRawSync(bytes);
  }
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function copyAndRead(book, blocks) {
  await readZipFile(book, {});
  const archive = await openArchive(book, limits);
  for (const name of documentsOf(blocks)) deflateRawSync(await archive.read(name, limits.documentBytes));
}

/**
 * @param {string} book
 * @param {Awaited<ReturnType<typeof spokenBlocks>>} blocks
 */
async function findAndSplice(book, blocks) {
  const archive = await openArchive(book, limits);
  const placed = await placeInArchive(archive, blocks, limits);
  for (const document of placed.documents)
    deflateRawSync(spliceSpans(await archive.read(document.path, limits.documentBytes), document).bytes);
}
