// Reads books aloud on paper: prints how many places of each language are changed, whether an end of a sentence is lost, how fast it goes, and
// random places, each with another change, to be read by eye. Which of them are wrong is told by their numbers (`--wrong 3,17`); the same books and the same
// `--seed` give the same places.
// With a folder of cases (`LANGUAGE/…/NAME.txt`, lines `written~spoken`, as in NVIDIA's NeMo-text-processing), prints how many are read as written there.
//
//   npm run build && node test/bench/spoken.mjs [--cases FOLDER] [--places N] [--seed WORD] [--wrong N,N…] [--show N] [book or folder …]
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBook } from '../../build/book/read-book.js';
import { isSpeakable } from '../../build/text/is-speakable.js';
import { spokenSentences, spokenText } from '../../build/text/spoken/spoken-text.js';
import { splitSentences } from '../../build/text/split-sentences.js';
import { booksIn } from './books-in.mjs';
import { printTable } from './measure.mjs';

const usualBooks = ['../shared/books', '../shared/findings/repro/books', 'test/books'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string' },
    places: { type: 'string', default: '300' },
    seed: { type: 'string', default: '' },
    wrong: { type: 'string', default: '' },
    /** Cases read otherwise that are printed for each language. */
    show: { type: 'string', default: '0' },
  },
});

if (values.cases !== undefined) await compareCases(values.cases);
await readBooks(positionals.length > 0 ? positionals : usualBooks);

async function readBooks(given) {
  const languages = new Map();
  const files = (await Promise.all(given.map(booksIn))).flat();
  for (const file of files) {
    for (const { text, language } of await textsOf(file)) readText(text, sumOf(languages, language));
  }
  const rows = [['language', 'characters', 'sentences', 'changed places', 'ends lost or made', 'characters per ms']];
  for (const [language, { characters, sentences, places, otherEnds, ms }] of languages) {
    rows.push(
      [language, characters, sentences, places.length, otherEnds.length, Math.round(characters / ms)].map(String),
    );
  }
  printTable(rows);
  for (const [language, { otherEnds }] of languages)
    for (const text of otherEnds.slice(0, 20)) console.log(`end  ${language}  ${text}`);
  printPlaces([...languages].flatMap(([language, { places }]) => places.map((place) => ({ language, place }))));
}

/** Returns the paragraphs of a book with their language; none of a file that is refused. */
async function textsOf(file) {
  try {
    const { chapters, metadata } = await readBook(file, { signal: new AbortController().signal });
    const { language } = metadata;
    return chapters.flatMap(({ blocks }) => blocks.map(({ text }) => ({ text, language })));
  } catch {
    return [];
  }
}

function sumOf(languages, language) {
  const known = languages.get(language) ?? { language, characters: 0, sentences: 0, ms: 0, places: [], otherEnds: [] };
  languages.set(language, known);
  return known;
}

function readText(text, sum) {
  const { language } = sum;
  const started = performance.now();
  const read = spokenSentences(text, language);
  sum.ms += performance.now() - started;
  const spoken = read.filter(isSpeakable);
  const written = splitSentences(text, language).filter(isSpeakable);
  sum.characters += text.length;
  sum.sentences += written.length;
  if (spoken.length !== written.length) sum.otherEnds.push(text.slice(0, 300));
  else
    for (const [at, sentence] of written.entries()) {
      if (endOf(sentence) !== '' && endOf(sentence) !== endOf(spoken[at]))
        sum.otherEnds.push(`${sentence} ⇒ ${spoken[at]}`);
      sum.places.push(...changedPlaces(sentence, spoken[at].trim()));
    }
}

/** Returns the mark that ends a sentence; the kinds of full stop are one. */
function endOf(sentence) {
  const mark = /([.!?…])["'”’»«›“‘)\]\s]*$/u.exec(sentence)?.[1] ?? '';
  return mark === '…' ? '.' : mark;
}

/** Returns the places of a sentence whose letters or digits are read otherwise, with the words around them. */
function changedPlaces(written, spoken) {
  const [before, after] = [written, spoken].map((text) => text.split(/\s+/u));
  const common = commonWords(before, after);
  const places = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...common, [before.length, after.length]]) {
    const [old, now] = [before.slice(left, nextLeft).join(' '), after.slice(right, nextRight).join(' ')];
    if (lettersOf(old) !== lettersOf(now)) {
      const around = [before.slice(Math.max(0, left - 5), left), before.slice(nextLeft, nextLeft + 5)];
      places.push(`${around[0].join(' ')} [${old} ⇒ ${now}] ${around[1].join(' ')}`);
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return places;
}

function lettersOf(text) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the pairs of indices of a longest row of words that both have. */
function commonWords(before, after) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i][j] =
        before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const pairs = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Prints random places, and how many of them are right and wrong in each language. */
function printPlaces(all) {
  const wrong = new Set(values.wrong.split(',').map(Number));
  const byChange = new Map(all.map((one) => [`${one.language} ${/\[.*\]/u.exec(one.place)?.[0]}`, one]));
  const chosen = [...byChange.values()]
    .map((place) => ({
      ...place,
      order: createHash('sha1')
        .update(values.seed + place.place)
        .digest('hex'),
    }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, Number(values.places));
  const sums = new Map();
  for (const [index, { language, place }] of chosen.entries()) {
    const isWrong = wrong.has(index + 1);
    const sum = sums.get(language) ?? { right: 0, wrong: 0 };
    sum[isWrong ? 'wrong' : 'right'] += 1;
    sums.set(language, sum);
    console.log(`${String(index + 1).padStart(3)} ${isWrong ? '!' : ' '} ${language}  ${place}`);
  }
  if (chosen.length === 0) return;
  const rows = [...sums].map(([language, sum]) => [language, String(sum.right), String(sum.wrong)]);
  printTable([['language', values.wrong === '' ? 'not judged' : 'right', 'wrong'], ...rows]);
}

async function compareCases(folder) {
  const rows = [['language', 'cases', 'read so', 'read otherwise']];
  for (const language of (await readdir(folder)).toSorted()) {
    const cases = await casesIn(path.join(folder, language));
    const other = cases.filter(([written, spoken]) => plain(spokenText(written, language)) !== plain(spoken));
    for (const [written, spoken] of other.slice(0, Number(values.show)))
      console.log(`${language}  ${written} ⇒ ${spokenText(written, language)}   (${spoken})`);
    const right = cases.length - other.length;
    if (cases.length > 0) rows.push([language, cases.length, right, other.length].map(String));
  }
  printTable(rows);
}

async function casesIn(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.txt') && !name.includes('inverse')).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split(/\r?\n/u))
    .map((line) => line.split('~'))
    .filter(([written, spoken]) => written && spoken && /\p{N}/u.test(written));
}

/** Returns what is heard of a text: its letters in small letters, with single spaces. */
function plain(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
