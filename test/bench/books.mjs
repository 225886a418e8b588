// Prints a table of all books of a folder: chapters, longest and shortest chapter, words that are read, words that are left
// out by reason, and the CPU time of reading. Each book is read in a process of its own, as `readBook` does it.
//
//   npm run build && node test/bench/books.mjs [folder = ../shared/books]
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const wordsPerMinute = 150;
const [, , folder = '../shared/books', file] = process.argv;
if (file === undefined) await listBooks();
else console.log(JSON.stringify(await measure(path.join(folder, file))));

async function listBooks() {
  const files = await readdir(folder);
  const books = files.filter((name) => /\.(?:epub|pdf|txt|html|fb2|docx)$/u.test(name)).toSorted();
  console.log('| book | chapters | longest | shortest | words | left out | CPU s | words/s |');
  console.log('| --- | --: | --- | --- | --: | --- | --: | --: |');
  for (const name of books) console.log(`| ${name} | ${(await row(name)).join(' | ')} |`);
}

/**
 * @param {string} name
 * @returns {Promise<string[]>}
 */
async function row(name) {
  const argv = [fileURLToPath(import.meta.url), folder, name];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 1e8 });
  const { failure, chapters, leftOut, seconds } = JSON.parse(stdout);
  if (failure !== undefined) return ['', '', '', '', failure, seconds.toFixed(1), ''];
  const sorted = chapters.toSorted((one, other) => one.words - other.words);
  const words = sorted.reduce((sum, chapter) => sum + chapter.words, 0);
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${reason} ${count}`);
  return [
    String(chapters.length),
    length(sorted.at(-1)),
    length(sorted[0]),
    String(words),
    reasons.join(', '),
    seconds.toFixed(2),
    String(Math.round(words / seconds)),
  ];
}

/** @param {{ title: string, words: number }} chapter */
function length({ title, words }) {
  const short = title.length > 30 ? `${title.slice(0, 29)}…` : title;
  return `${(words / wordsPerMinute).toFixed(1)} min (${words} words): ${short.replaceAll('|', '/')}`;
}

/** @param {string} book */
async function measure(book) {
  const { readZipFile } = await import('../../build/book/read-zip-file.js');
  const { readBook } = await import('../../build/book/read-book.js');
  const { countWordsOf } = await import('../../build/text/count-words.js');
  const { childrenCpuSeconds } = await import('./measure.mjs');
  const { signal } = new AbortController();
  const started = process.cpuUsage();
  try {
    // An EPUB is read in this process, so that the start of another one does not count.
    const isEpub = book.endsWith('.epub');
    const { chapters, leftOut } = isEpub ? await readZipFile(book, {}) : await readBook(book, { signal });
    const { user, system } = process.cpuUsage(started);
    const counts = {};
    for (const { reason, words } of leftOut) if (words > 0) counts[reason] = (counts[reason] ?? 0) + words;
    return {
      chapters: chapters.map(({ title, blocks }) => ({ title, words: countWordsOf(blocks) })),
      leftOut: counts,
      seconds: isEpub ? (user + system) / 1e6 : await childrenCpuSeconds(),
    };
  } catch (error) {
    return { failure: error.code ?? String(error), seconds: await childrenCpuSeconds() };
  }
}
