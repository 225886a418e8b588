// Measures what the program takes to show and to plan a book that it has read and planned before, against the first time: a long book,
// and a scan whose pages tesseract recognizes. Each is a run of the whole program, in seconds of CPU of all its processes. Ends with
// exit code 1 when a limit is exceeded.
//
//   npm run build && node test/bench/again.mjs [words = 500000] [pages of the scan = 3]
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPdf } from '../../build/book/pdf/document/open-pdf.js';
import { renderPage } from '../../build/book/pdf/ocr/render-page.js';
import { benchBook } from './bench-book.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

const runs = 5;
const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const printed = fileURLToPath(new URL('../books/small/report.pdf', import.meta.url));
const [, , words = '500000', pages = '3'] = process.argv;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
try {
  await writeFile(path.join(folder, 'book.epub'), await benchBook(Number(words)));
  await writeFile(path.join(folder, 'scan.pdf'), await scan(Number(pages)));
  const rows = [['run', 'first CPU s', 'again CPU s', '× first', 'wall ×', 'limit']];
  const measured = [
    [`chapters, ${words} words`, ['chapters', 'book.epub'], 0.6],
    [`plan, ${words} words`, ['plan', 'book.epub'], 0.75],
    [`plan by sentence, ${words} words`, ['plan', 'book.epub', '--subtitles', 'srt'], 0.8],
    [`chapters, ${pages} pages recognized`, ['chapters', 'scan.pdf', '--ocr'], 0.2],
  ];
  for (const [name, args, limit] of measured) {
    const [first, again] = await compare(args, name.includes('recognized') ? 1 : runs);
    const ratio = again.cpu / first.cpu;
    if (ratio > limit) process.exitCode = 1;
    const cells = [first.cpu, again.cpu, ratio, again.wall / first.wall].map((value) => value.toFixed(2));
    rows.push([name, ...cells, String(limit)]);
  }
  printTable(rows);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Returns the median of runs without and with what an earlier one read, by turns.
 * @param {readonly string[]} args
 * @param {number} rounds
 */
async function compare(args, rounds) {
  const first = [];
  const again = [];
  for (let round = 0; round < rounds; round += 1) {
    await rm(path.join(folder, 'cache'), { recursive: true, force: true });
    first.push(await measure(args));
    again.push(await measure(args));
  }
  return [first, again].map((all) => all.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(rounds / 2)]);
}

/** @param {readonly string[]} args */
async function measure(args) {
  const [cpu, started] = [await childrenCpuSeconds(), performance.now()];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TTS_PROVIDER: 'embedded',
    AUDIOBOOK_CACHE_DIR: path.join(folder, 'cache'),
  };
  const { status, stderr } = spawnSync(process.execPath, [program, ...args, '--json'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`audiobook ended with ${status}: ${stderr}`);
  return { wall: (performance.now() - started) / 1000, cpu: (await childrenCpuSeconds()) - cpu };
}

/**
 * Returns a PDF of images of pages, as a scanner makes it.
 * @param {number} count
 */
async function scan(count) {
  const pdf = await openPdf(await readFile(printed), { signal: new AbortController().signal });
  const { pgm } = await renderPage(await pdf.document.getPage(1));
  await pdf[Symbol.asyncDispose]();
  const [header, width, height] = /^P5\n(\d+) (\d+)\n255\n/u.exec(Buffer.from(pgm.subarray(0, 40)).toString('latin1'));
  const pixels = Buffer.from(pgm.subarray(header.length)).toString('latin1');
  const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const kids = Array.from({ length: count }, (_, page) => page + 5);
  const content = 'q 612 0 0 792 0 0 cm /S Do Q';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    `<< /Type /XObject /Subtype /Image ${size} /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...kids.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /S 3 0 R >> >> /Contents 4 0 R >>',
    ),
  ];
  // Without a table of its objects: readers look for them.
  const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${bodies.join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n`, 'latin1');
}
