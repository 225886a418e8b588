// Measures who speaks by rules, without a language model, on novels whose speakers people noted: the folder `data` of the Project
// Dialogism Novel Corpus (github.com/Priya22/project-dialogism-novel-corpus). A quotation is right when the person found is the one noted,
// by any of the names of that person in the corpus or a part of one; open when the narrator would read it.
//
//   npm run build && node test/bench/cast.mjs FOLDER [novel …]
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { castText } from '../../build/cast/cast-text.js';
import { findCharacters } from '../../build/cast/find-characters.js';
import { guessSpeakers } from '../../build/cast/guess-speakers.js';
import { printTable } from './measure.mjs';

/** @typedef {{ readonly from: number, readonly to: number, readonly speaker: string }} NotedQuotation */
/** @typedef {{ readonly names: ReadonlySet<string>, readonly gender: string | undefined }} NotedPerson */
/** @typedef {{ quotations: number, right: number, wrong: number, wrongGender: number }} Counts */

const [, , folder = 'data', ...chosen] = process.argv;
const rows = [['novel', 'quotations', 'with a speaker', 'right of these', 'wrong gender of these']];
/** @type {Counts} */
const total = { quotations: 0, right: 0, wrong: 0, wrongGender: 0 };
for (const novel of chosen.length > 0 ? chosen : await readdir(folder)) {
  const counts = await measure(path.join(folder, novel));
  for (const name of /** @type {const} */ (['quotations', 'right', 'wrong', 'wrongGender']))
    total[name] += counts[name];
  rows.push(rowOf(novel, counts));
}
printTable([...rows, rowOf('all', total)]);

/** @param {string} name @param {Counts} counts */
function rowOf(name, { quotations, right, wrong, wrongGender }) {
  const spoken = right + wrong;
  return [name, String(quotations), share(spoken, quotations), share(right, spoken), share(wrongGender, spoken)];
}

/** @param {number} part @param {number} all */
function share(part, all) {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
}

/** @param {string} place @returns {Promise<Counts>} */
async function measure(place) {
  const { people, noted } = await readNotes(place);
  const chapters = chaptersOf(await readFile(path.join(place, 'novel_text.txt'), 'utf8'));
  const texts = chapters.map(({ blocks }) => castText(blocks, 'en'));
  const characters = findCharacters(texts, 'en');
  /** @type {Counts} */
  const counts = { quotations: 0, right: 0, wrong: 0, wrongGender: 0 };
  for (const [chapter, text] of texts.entries()) {
    const places = chapters[chapter]?.places ?? [];
    for (const [index, { speaker }] of guessSpeakers(text, characters, 'en').entries()) {
      const spans = text.quotations[index]?.spans ?? [];
      const [first, last] = [spans[0], spans.at(-1)];
      const from = places[first?.block ?? 0]?.[first?.from ?? 0] ?? 0;
      const to = places[last?.block ?? 0]?.[(last?.to ?? 1) - 1] ?? 0;
      const said = noted.find((quotation) => quotation.to > from && quotation.from < to);
      if (!said) continue;
      counts.quotations += 1;
      const found = characters.find(({ name }) => name === speaker);
      if (!found) continue;
      const person = people.find(({ names }) => names.has(bare(said.speaker)));
      const isRight = person !== undefined && isNamed(person, found, people);
      counts[isRight ? 'right' : 'wrong'] += 1;
      if (found.gender && person?.gender && found.gender !== person.gender) counts.wrongGender += 1;
    }
  }
  return counts;
}

/** @param {NotedPerson} person @param {{ name: string, aliases: readonly string[] }} found @param {readonly NotedPerson[]} people */
function isNamed({ names }, found, people) {
  const known = [found.name, ...found.aliases].map(bare).find((name) => people.some((other) => other.names.has(name)));
  if (known !== undefined && names.has(known)) return true;
  // The notes may have only the full name.
  const words = bare(found.name).split(' ');
  const isTitled = /^(?:mrs?|miss|lady)$/u.test(words[0] ?? '');
  return !isTitled && [...names].some((name) => words.every((word) => name.split(' ').includes(word)));
}

/** @param {string} place @returns {Promise<{ readonly people: NotedPerson[], readonly noted: NotedQuotation[] }>} */
async function readNotes(place) {
  const people = (await readTable(path.join(place, 'character_info.csv'))).map((row) => {
    const aliases = [...(row.get('Aliases') ?? '').matchAll(/'([^']*)'|"([^"]*)"/gu)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    const names = new Set([row.get('Main Name') ?? '', ...aliases].map(bare));
    return { names, gender: { F: 'female', M: 'male' }[row.get('Gender') ?? ''] };
  });
  const noted = (await readTable(path.join(place, 'quotation_info.csv'))).flatMap((row) =>
    JSON.parse(row.get('quoteByteSpans') ?? '[]').map((/** @type {[number, number]} */ [from, to]) => ({
      from,
      to,
      speaker: row.get('speaker') ?? '',
    })),
  );
  return { people, noted };
}

/** @param {string} name */
function bare(name) {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z ]/gu, '')
    .replace(/^(?:the|an?) /u, '')
    .trim();
}

/** Cells may be in quotes and hold line breaks. @param {string} file @returns {Promise<Map<string, string>[]>} */
async function readTable(file) {
  const text = await readFile(file, 'utf8');
  /** @type {string[][]} */
  const table = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') table.push([]);
  }
  const [head = [], ...rest] = table;
  return rest
    .filter((row) => row.length === head.length)
    .map((row) => new Map(head.map((name, index) => [name, row[index] ?? ''])));
}

/** Returns the paragraphs by chapter, and where each of their characters is in the text. @param {string} text */
function chaptersOf(text) {
  /** @type {{ blocks: import('../../src/core/book.ts').Block[], places: number[][] }[]} */
  const chapters = [{ blocks: [], places: [] }];
  for (const { 0: matched, index } of text.matchAll(/(?:[^\n]+\n?)+/gu)) {
    const letters = Array.from(matched.trimEnd()).flatMap((letter, at) =>
      letter === '_' ? [] : [{ letter: letter === '\n' ? ' ' : letter, place: index + at }],
    );
    const paragraph = letters.map(({ letter }) => letter).join('');
    if (paragraph.trim() === '') continue;
    const isHeading = /^\s*(?:(?:chapter|book|part)\b.{0,70}|[IVXLC]+\.?)$/iu.test(paragraph);
    if (isHeading) chapters.push({ blocks: [], places: [] });
    chapters.at(-1)?.blocks.push({ kind: isHeading ? 'heading' : 'paragraph', text: paragraph, document: 'novel' });
    chapters.at(-1)?.places.push(letters.map(({ place }) => place));
  }
  return chapters;
}
