// Reads all books of some folders and prints what was read of each, so that a change of a rule or of a number can be judged:
// title, chapters, words, what was left out, languages, and words that are lost or doubled against an independent reader
// (epub2, poppler's pdftotext, or the text itself). `--save` keeps the run, `--against` prints what differs from a kept one.
//
//   npm run build && node test/bench/corpus.mjs [--save FILE] [--against FILE] [book or folder …]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { booksIn } from './books-in.mjs';
import { printTable } from './measure.mjs';

const run = promisify(execFile);
const usualFolders = ['../shared/books', '../shared/findings/repro/books', 'test/books', 'test/books/small'];
const epub2 = fileURLToPath(new URL('../helpers/read-with-epub2.mjs', import.meta.url));
/** Two readings in processes of their own, of which each may be given what it needs. */
const atOnce = 2;

/** What would be left out is read, too: an independent reader returns all of the text. */
const everything = {
  include:
    'cover title-page copyright contents index licence not-linear hidden advertisement bibliography links navigation page-list running-head'.split(
      ' ',
    ),
  splitBy: 'documents',
  notes: 'end',
  code: 'read',
  math: 'skip',
};

const cjk = '[\\p{Script_Extensions=Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana}]';
const word = new RegExp(`(?=\\p{L})${cjk}|(?:(?!${cjk})[\\p{L}\\p{N}])(?:(?!${cjk})[\\p{L}\\p{M}\\p{N}])*`, 'gu');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'string' }, against: { type: 'string' }, one: { type: 'string' } },
});
if (values.one === undefined) await readAll();
else console.log(JSON.stringify(await readOne(values.one)));

async function readAll() {
  const files = (await Promise.all((positionals.length > 0 ? positionals : usualFolders).map(booksIn))).flat();
  const readings = {};
  const open = files.entries();
  const work = async () => {
    for (const [, file] of open) readings[path.basename(file)] = await inOwnProcess(file);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const sorted = Object.fromEntries(Object.entries(readings).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  printReadings(sorted);
  if (values.save !== undefined) await writeFile(values.save, `${JSON.stringify(sorted, undefined, 1)}\n`);
  if (values.against !== undefined) printDifferences(JSON.parse(await readFile(values.against, 'utf8')), sorted);
}

/** @param {string} file */
async function inOwnProcess(file) {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), '--one', file], { maxBuffer: 1e9 });
  return JSON.parse(stdout);
}

/** @param {string} file */
async function readOne(file) {
  const { readBook } = await import('../../build/book/read-book.js');
  const { childrenCpuSeconds } = await import('./measure.mjs');
  const { signal } = new AbortController();
  try {
    const book = await readBook(file, { signal });
    const seconds = await childrenCpuSeconds();
    const all = await readBook(file, { ...everything, signal });
    return { ...summaryOf(book), ...(await wordsAgainstOther(file, all)), seconds };
  } catch (error) {
    return { failure: error.code ?? String(error), message: error.message, seconds: await childrenCpuSeconds() };
  }
}

function summaryOf({ metadata, cover, chapters, leftOut, warnings }) {
  const counts = {};
  for (const { reason, words } of leftOut) counts[reason] = (counts[reason] ?? 0) + words;
  return {
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    cover: cover === undefined ? undefined : hashOf(cover.bytes),
    chapters: chapters.map(({ title, blocks, notes = [] }) => ({
      title,
      words: wordsOf(textOf(blocks)).length,
      notes: notes.length,
      // All that later stages see: kinds, levels, languages and texts.
      hash: hashOf(JSON.stringify({ blocks, notes })),
    })),
    languages: [...new Set(chapters.flatMap(({ blocks }) => blocks.map(({ language }) => language ?? '')))].filter(
      Boolean,
    ),
    leftOut: counts,
    parts: hashOf(JSON.stringify(leftOut)),
    warnings,
  };
}

/** Counts words that are in one reading only; none without another reader for the kind of book. */
async function wordsAgainstOther(file, { chapters }) {
  const other = await otherText(file).catch(() => undefined);
  if (other === undefined) return {};
  const ours = wordsOf(textOf(chapters.flatMap(({ blocks, notes = [] }) => [...blocks, ...notes])));
  const theirs = wordsOf(other);
  const [lost, doubled] = [surplus(theirs, ours), surplus(ours, theirs)];
  return { other: theirs.length, lost: lost.length, doubled: doubled.length, lostWords: lost.slice(0, 30) };
}

/** @param {string} file */
async function otherText(file) {
  if (file.endsWith('.txt')) return (await readFile(file)).toString();
  const options = { maxBuffer: 1e9, timeout: 120_000 };
  if (file.endsWith('.pdf')) return (await run('pdftotext', ['-raw', file, '-'], options)).stdout;
  if (!file.endsWith('.epub')) return undefined;
  const { stdout } = await run(process.execPath, [epub2, file], options);
  return JSON.parse(stdout)
    .spine.map(({ text }) => text)
    .join('\n');
}

function printReadings(readings) {
  const rows = [['book', 'title', 'chapters', 'words', 'left out', 'language', 'doubts', 'lost', 'doubled', 'CPU s']];
  for (const [name, reading] of Object.entries(readings)) rows.push([name, ...row(reading)]);
  printTable(rows);
  const all = Object.values(readings);
  const read = all.filter(({ failure }) => failure === undefined);
  const sum = (key) => read.reduce((total, reading) => total + (reading[key] ?? 0), 0);
  const doubts = read.reduce((total, { warnings }) => total + warnings.length, 0);
  console.log(
    `${read.length} of ${all.length} books read, ${all.length - read.length} refused, ${doubts} doubts; of ${sum('other')} words of ` +
      `other readers ${sum('lost')} are lost, ${sum('doubled')} are doubled or added.`,
  );
}

function row({ failure, title, chapters, leftOut, language, languages, warnings, lost, doubled, seconds }) {
  if (failure !== undefined) return [`refused: ${failure}`, '', '', '', '', '', '', '', seconds.toFixed(1)];
  const out = Object.entries(leftOut).flatMap(([reason, words]) => (words > 0 ? [`${reason} ${words}`] : []));
  return [
    short(title),
    String(chapters.length),
    String(chapters.reduce((sum, { words }) => sum + words, 0)),
    short(out.join(', '), 40),
    [language, ...languages].join(' '),
    String(warnings.length),
    String(lost ?? ''),
    String(doubled ?? ''),
    seconds.toFixed(1),
  ];
}

function printDifferences(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const lines = names.flatMap((name) => {
    const found = differences(before[name], after[name]);
    return found.length === 0 ? [] : [[`${name}:`, ...found].join('\n  ')];
  });
  console.log([...lines, `${lines.length} of ${names.length} books differ.`].join('\n'));
  if (lines.length > 0) process.exitCode = 1;
}

function differences(before, after) {
  if (before === undefined || after === undefined) return [before === undefined ? 'is new' : 'is gone'];
  const { chapters: old = [], seconds: _before, ...others } = before;
  const { chapters: own = [], seconds: _after } = after;
  const keys = new Set([...Object.keys(others), ...Object.keys(after)]);
  const facts = [...keys].flatMap((key) => {
    const [one, other] = [JSON.stringify(before[key]), JSON.stringify(after[key])];
    return key === 'chapters' || key === 'seconds' || one === other ? [] : [`${key}: ${one} -> ${other}`];
  });
  const changed = own.flatMap((chapter, index) => {
    const same = old[index];
    if (JSON.stringify(same) === JSON.stringify(chapter)) return [];
    return [`chapter ${index + 1}: ${same?.title} (${same?.words} words) -> ${chapter.title} (${chapter.words} words)`];
  });
  const count = old.length === own.length ? [] : [`chapters: ${old.length} -> ${own.length}`];
  return [...facts, ...count, ...changed.slice(0, 10)];
}

function textOf(blocks) {
  return blocks.map(({ text }) => text).join('\n');
}

/** @param {string} text */
function wordsOf(text) {
  const plain = text
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  return plain.match(word) ?? [];
}

/** Returns the words that one list has more often than the other. */
function surplus(one, other) {
  const counts = new Map();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return one.filter((item) => {
    const left = counts.get(item) ?? 0;
    counts.set(item, left - 1);
    return left <= 0;
  });
}

function hashOf(data) {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** @param {string} text */
function short(text, length = 30) {
  const plain = text.replaceAll('|', '/');
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
