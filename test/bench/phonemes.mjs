// Compares the phonemes that Kokoro is given with those it was trained on, sentence by sentence, and prints the differences of each
// language: of English in words, apart for sound and stress; of the others in signs. The right phonemes are files of
// `sentence TAB phonemes`, one per language, named after it (`en-US.tsv`).
//
//   npm run build && node test/bench/phonemes.mjs FOLDER MODEL_FOLDER [LANGUAGE …] [--show N]
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { EnginePool } from '../../build/speech/embedded/engine-pool.js';
import { openEspeakReader } from '../../build/speech/embedded/espeak/open-espeak-reader.js';
import { openReader } from '../../build/speech/natural/phonemes/readers.js';
import { spokenText } from '../../build/text/spoken/spoken-text.js';
import { printTable } from './measure.mjs';

const { values, positionals } = parseArguments();
const [folder, modelFolder, ...chosen] = positionals;
const pool = new EnginePool();
const tools = { folder: modelFolder, ...(await openEspeakReader(pool)) };
const known = await knownLetters();
const names = (await readdir(folder))
  .filter((name) => name.endsWith('.tsv'))
  .map((name) => path.basename(name, '.tsv'));
const rows = [['language', 'sentences', 'units', 'other sound', 'other stress', 'divided otherwise', 'not read']];
for (const language of names.filter((name) => chosen.length === 0 || chosen.includes(name))) {
  rows.push(await compareLanguage(language));
}
printTable(rows);
await pool[Symbol.asyncDispose]();

async function compareLanguage(language) {
  const read = await openReader(language, tools);
  const lines = (await readFile(path.join(folder, `${language}.tsv`), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('\t'));
  const sum = { units: 0, sound: 0, stress: 0, divided: 0, unread: 0 };
  const seen = new Map();
  for (const line of lines) {
    const [sentence, right] = line.split('\t');
    const text = spokenText(sentence, language, { pauses: 'marks' });
    const own = await read?.([{ text }], language, new AbortController().signal);
    if (own === undefined) sum.unread += 1;
    compare(language, modelLetters(right), modelLetters(own ?? ''), sum, (pair) =>
      seen.set(pair, (seen.get(pair) ?? 0) + 1),
    );
  }
  const shown = [...seen].toSorted((a, b) => b[1] - a[1]).slice(0, Number(values.show));
  for (const [pair, count] of shown) console.log(`${language} ${String(count).padStart(5)}  ${pair}`);
  const share = (count) => `${((100 * count) / Math.max(1, sum.units)).toFixed(2)} % (${count})`;
  return [language, lines.length, sum.units, share(sum.sound), share(sum.stress), share(sum.divided), sum.unread].map(
    String,
  );
}

/** Returns the letters and marks of the model: others are never spoken. */
async function knownLetters() {
  const lines = (await readFile(path.join(modelFolder, 'tokens.txt'), 'utf8')).split('\n');
  return new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' '))));
}

function modelLetters(phonemes) {
  return Array.from(phonemes, (letter) => (known.has(letter) ? letter : ''))
    .join('')
    .trim();
}

/** English is compared by words, other languages by signs. */
function compare(language, right, own, sum, note) {
  const divide = language.startsWith('en') ? words : signs;
  const [expected, given] = [divide(right), divide(own)];
  sum.units += expected.length;
  for (const { from, to } of changes(expected, given)) {
    note(`${from.join(' ') || '(nothing)'}  ->  ${to.join(' ') || '(nothing)'}`);
    if (from.length !== to.length) sum.divided += Math.max(from.length, to.length);
    else {
      for (const [at, unit] of from.entries()) sum[unstressed(unit) === unstressed(to[at]) ? 'stress' : 'sound'] += 1;
    }
  }
}

/** Marks are compared with the word before them left out: they are the text's, not the reader's. */
function words(phonemes) {
  return phonemes
    .replaceAll(/[“”"();:,.!?…—]/gu, ' ')
    .split(/\s+/u)
    .filter(Boolean);
}

function signs(phonemes) {
  return Array.from(phonemes.replaceAll(/\s+/gu, ' ').trim());
}

function unstressed(unit) {
  return unit.replaceAll(/[ˈˌ]/gu, '') || unit;
}

/** Returns the stretches in which two lists differ, by the longest common subsequence. */
function changes(left, right) {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = left[i] === right[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const found = [];
  let open;
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      open = undefined;
      i += 1;
      j += 1;
      continue;
    }
    if (!open) found.push((open = { from: [], to: [] }));
    if (j >= right.length || (i < left.length && lengths[i + 1][j] >= lengths[i][j + 1])) open.from.push(left[i++]);
    else open.to.push(right[j++]);
  }
  return found;
}

function parseArguments() {
  const given = process.argv.slice(2);
  const at = given.indexOf('--show');
  const show = at < 0 ? '0' : (given.splice(at, 2)[1] ?? '20');
  if (given.length >= 2) return { values: { show }, positionals: given };
  console.error('Usage: node test/bench/phonemes.mjs FOLDER MODEL_FOLDER [LANGUAGE …] [--show N]');
  process.exit(2);
}
