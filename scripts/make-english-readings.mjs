// Writes src/languages/en/readings/*.ts: words of several readings, from the lexicons of misaki 0.9.4 (hexgrad, Apache-2.0; the Python package's
// folder `misaki/data`). The lexicons of the model (`lexicon-us-en.txt`) have one reading for each word in small letters.
//
//   node scripts/make-english-readings.mjs FOLDER
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/make-english-readings.mjs FOLDER');
const target = path.join(import.meta.dirname, '../src/languages/en/readings');

/** When a reading holds, by misaki's name: a part of speech, or `None` before a mark and at the end. */
const conditions = {
  NOUN: 'noun',
  VERB: 'verb',
  ADJ: 'adjective',
  ADV: 'adverb',
  DT: 'determiner',
  VBD: 'past',
  VBN: 'past',
  None: 'end',
};

/** Words whose readings the program writes itself, in word-forms.ts. */
const own = new Set(['used']);

await mkdir(target, { recursive: true });
for (const [name, file] of [
  ['american', 'us_gold.json'],
  ['british', 'gb_gold.json'],
]) {
  const gold = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  const rows = Object.entries(gold).flatMap(([word, readings]) => (own.has(word) ? [] : rowsOf(gold, word, readings)));
  const lines = wrapped([...new Set(rows)]);
  await writeFile(
    path.join(target, `${name}.ts`),
    `/**
 * Words of several readings: the word, when it is read so, and the reading in misaki's letters, \`-\` where it is spelled. Anything else is
 * read as the model's lexicon has it. Made by scripts/make-english-readings.mjs from misaki 0.9.4, ${file} (hexgrad, Apache-2.0).
 */
export const ${name}Readings = \`
${lines}\`;
`,
  );
}

/** Writes several rows on a line. */
function wrapped(rows) {
  const lines = [''];
  for (const row of rows) {
    if (lines.at(-1).length + row.length > 130) lines.push('');
    lines.push(`${lines.pop()}${row}; `);
  }
  return lines.map((line) => `${line.trim()}\n`).join('');
}

/** Returns the rows of a word: its readings that differ from the one in the lexicon of the model. */
function rowsOf(gold, word, readings) {
  const listed = defaultOf(gold[word.toLowerCase()] ?? readings);
  const given = typeof readings === 'string' ? { DEFAULT: readings } : readings;
  const rows = Object.entries(given).flatMap(([tag, reading]) => {
    const condition = tag === 'DEFAULT' ? undefined : conditions[tag];
    if (condition === undefined || reading === given.DEFAULT) return [];
    return [reading === null ? `${word} spelled -` : `${word} ${condition} ${reading}`];
  });
  return given.DEFAULT === listed || word.length === 1 ? rows : [...rows, `${word} any ${given.DEFAULT}`];
}

function defaultOf(readings) {
  return typeof readings === 'string' ? readings : readings.DEFAULT;
}
