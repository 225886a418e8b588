// Measures how fast a long book is read. The floor is only unzipping and parsing the same documents with the same
// libraries, in a Node process without arguments; the book is read with the arguments of the process that reads books.
// Each run has its own process, and the median counts. CPU time is compared because other work on the machine hardly affects it. The goals are 1.6 × the floor, and 200 MB for the process that reads.
//
//   npm run build && node test/bench/read.mjs [words = 560000]
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { benchBook } from './bench-book.mjs';
import { limitsOf, readerArguments } from '../../build/book/read-limits.js';
import { peakMegabytes, printTable } from './measure.mjs';

const runs = 11;
/** Its CPU time is not comparable, as another process does the work. */
const isolated = 'read in a child process';
const direct = 'read into chapters';

/** @type {Record<string, (file: string) => Promise<unknown>>} */
const ways = {
  'unzip and parse': unzipAndParse,
  [direct]: readIntoChapters,
  [isolated]: readIsolated,
};

const [, , first = '560000', file] = process.argv;
if (file !== undefined) await runOne(first, file);
else await compare(Number(first));

/** @param {number} words */
async function compare(words) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
  try {
    const book = path.join(folder, 'book.epub');
    await writeFile(book, await benchBook(words));
    console.log(`${words} words, median of ${runs} runs`);
    const rows = [['way', 'wall ms', 'CPU ms', '× floor', 'peak MB']];
    let floor = 0;
    for (const [way, results] of Object.entries(byTurns(book))) {
      const { wallMs, cpuMs, peakMb } = median(results);
      floor ||= cpuMs;
      const ratio = way === isolated ? '' : (cpuMs / floor).toFixed(2);
      rows.push([way, wallMs.toFixed(0), cpuMs.toFixed(0), ratio, peakMb.toFixed(0)]);
    }
    printTable(rows);
    console.log(`The process that reads takes ${(await readerPeak(book)).toFixed(0)} MB.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns the peak memory in megabytes of the process that `readBook` starts.
 * @param {string} book
 */
async function readerPeak(book) {
  const worker = fileURLToPath(new URL('../../build/book/reader-worker.js', import.meta.url));
  const child = fork(worker, [], { serialization: 'advanced', execArgv: readerArguments(limitsOf({})) });
  const peak = peakMegabytes(child);
  child.send({ file: book, choices: {} });
  await once(child, 'message');
  return await peak;
}

/**
 * Runs the ways by turns, because the load of the machine changes, and returns the results of each.
 * @param {string} book
 */
function byTurns(book) {
  const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [way, own] of Object.entries(results)) {
      const flags = way === direct ? readerArguments(limitsOf({})) : [];
      const command = [...flags, fileURLToPath(import.meta.url), way, book];
      own.push(JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })));
    }
  }
  return results;
}

/** @param {readonly { wallMs: number, cpuMs: number, peakMb: number }[]} results */
function median(results) {
  return results.toSorted((one, other) => one.cpuMs - other.cpuMs)[Math.floor(runs / 2)];
}

/**
 * @param {string} way
 * @param {string} book
 */
async function runOne(way, book) {
  const work = ways[way];
  if (!work) throw new Error(`Unknown way '${way}'.`);
  // Loading does not count as reading.
  await load();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work(book);
  const wallMs = performance.now() - started;
  const used = process.cpuUsage(cpu);
  const cpuMs = (used.user + used.system) / 1000;
  console.log(JSON.stringify({ wallMs, cpuMs, peakMb: process.resourceUsage().maxRSS / 1024 }));
}

async function load() {
  await import('yauzl');
  await import('htmlparser2');
  await import('../../build/book/read-zip-file.js');
  await import('../../build/book/read-book.js');
}

/** @param {string} book */
async function unzipAndParse(book) {
  const { openPromise } = await import('yauzl');
  const { parseDocument } = await import('htmlparser2');
  const zip = await openPromise(book, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.xhtml')) continue;
    const chunks = [];
    for await (const chunk of await zip.openReadStreamPromise(entry, { decompress: false })) chunks.push(chunk);
    const text = inflateRawSync(Buffer.concat(chunks)).toString('utf8');
    parseDocument(text, { recognizeSelfClosing: true, recognizeCDATA: true });
  }
  zip.close();
}

/** @param {string} book */
async function readIntoChapters(book) {
  const { readZipFile } = await import('../../build/book/read-zip-file.js');
  await readZipFile(book, {});
}

/** @param {string} book */
async function readIsolated(book) {
  const { readBook } = await import('../../build/book/read-book.js');
  await readBook(book, { signal: new AbortController().signal });
}
