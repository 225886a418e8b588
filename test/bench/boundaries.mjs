// Compares where chapters start with the contents of the book: those of its EPUB, read here from the archive with unzip and htmlparser2,
// by words and not by files. Prints starts that are found, missed and added, F1, the longest chapter and the first one.
//
//   npm run build && node test/bench/boundaries.mjs [--shown 5] [book or folder …]
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseDocument } from 'htmlparser2';
import { booksIn } from './books-in.mjs';
import { printTable } from './measure.mjs';

const usualFolders = ['../shared/books', '../shared/findings/repro/books', 'test/books', 'test/books/small'];
/** As fast as speech: 90 minutes of it are the longest chapter that is promised where the contents divide the book. */
const wordsPerMinute = 150;
const maxMinutes = 90;
/** Shorter ones are entries of a manual, a minute each. */
const minWords = wordsPerMinute;
/** The first words of a chapter; a start this many words away is the same one, with its heading or without. */
const sample = 8;
const tolerance = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shown: { type: 'string', default: '5' } },
});
const { readBook } = await import('../../build/book/read-book.js');
const { signal } = new AbortController();
const places = positionals.length > 0 ? positionals : usualFolders;
const files = (await Promise.all(places.map(booksIn))).flat().filter((file) => file.endsWith('.epub'));
const results = [];
for (const file of files) {
  const result = await compare(file).catch((error) => ({
    name: path.basename(file),
    note: error.code ?? error.message,
  }));
  results.push(result);
}
print(results);

/** @param {string} file */
async function compare(file) {
  const name = path.basename(file);
  const { chapters } = await readBook(file, { signal });
  const sizes = chapters.map(({ blocks }) => wordsOf(textOf(blocks)).length);
  const minutes = Math.round(Math.max(...sizes) / wordsPerMinute);
  const first = `${chapters[0]?.title.slice(0, 40)} (${sizes[0]})`;
  const truth = contentsOf(file);
  const own = placesOf(chapters, truth.words);
  const read = ` ${chapters.map(({ blocks }) => wordsOf(textOf(blocks)).join(' ')).join(' ')} `;
  const expected = wantedStarts(truth, own, read);
  if (expected.length < 2) return { name, minutes, first, note: 'no contents to compare with' };
  const pairs = expected.filter(({ at }) => own.some((start) => Math.abs(start.at - at) <= tolerance));
  const added = own.filter((start) => !expected.some(({ at }) => Math.abs(start.at - at) <= tolerance));
  const missed = expected.filter((one) => !pairs.includes(one));
  const f1 = (2 * pairs.length) / (2 * pairs.length + missed.length + added.length);
  return { name, minutes, first, found: pairs.length, missed, added, f1 };
}

/** The lowest level of the contents whose chapters are not those of a list, without what is left out, such as notes. */
function wantedStarts({ entries, words }, own, read) {
  const start = own[0]?.at ?? 0;
  const isRead = ({ at }) =>
    [0, 10, 20, 30].some((skip) => read.includes(` ${words.slice(at + skip, at + skip + sample).join(' ')} `));
  const known = entries.filter((entry) => entry.at >= start - tolerance && isRead(entry));
  const depths = [...new Set(known.map(({ depth }) => depth))].toSorted((one, other) => one - other);
  const levels = depths.map((most) => distinct(known.filter(({ depth }) => depth <= most)));
  const usual = (starts) => {
    const ends = [...starts.slice(1).map(({ at }) => at), words.length];
    const sizes = starts.map(({ at }, index) => ends[index] - at).toSorted((one, other) => one - other);
    return sizes[Math.floor(sizes.length / 2)] ?? 0;
  };
  return levels.toReversed().find((starts) => usual(starts) >= minWords) ?? levels[0] ?? [];
}

/** A part and its first chapter begin at one place. */
function distinct(starts) {
  return starts.filter(({ at }, index) => index === starts.length - 1 || starts[index + 1].at - at > tolerance);
}

/** Finds the chapters among all words of the book, each behind the one before. */
function placesOf(chapters, words) {
  let from = 0;
  return chapters.flatMap(({ title, blocks }) => {
    const text = wordsOf(textOf(blocks));
    for (let skip = 0; skip < Math.min(text.length, 60); skip += 1) {
      const own = text.slice(skip, skip + sample);
      const at = words.findIndex((_, index) => index >= from && own.every((one, step) => words[index + step] === one));
      if (at === -1) continue;
      from = at + 1;
      return [{ title, at: Math.max(0, at - skip) }];
    }
    return [];
  });
}

/** @param {string} file */
function contentsOf(file) {
  const read = (name) =>
    execFileSync('unzip', ['-p', file, name.replaceAll(/[[\]*?]/gu, String.raw`\$&`)], { maxBuffer: 1e9 });
  const packagePath = /full-path="([^"]+)"/u.exec(read('META-INF/container.xml').toString())?.[1] ?? '';
  const opf = read(packagePath).toString();
  const at = (href, from = packagePath) => path.posix.join(path.posix.dirname(from), decodeURIComponent(href));
  const items = [...opf.matchAll(/<(?:\w+:)?item\s[^>]*>/gu)].map(([tag]) => attributesOf(tag));
  const spine = [...opf.matchAll(/<(?:\w+:)?itemref\s[^>]*>/gu)].map(([tag]) => attributesOf(tag).idref);
  const words = [];
  const targets = new Map();
  for (const id of spine) {
    const href = items.find((item) => item.id === id)?.href;
    if (href === undefined) continue;
    targets.set(at(href), words.length);
    walk(parseDocument(read(at(href)).toString()), (node) => {
      const own = node.attribs?.id ?? node.attribs?.name;
      if (own !== undefined) targets.set(`${at(href)}#${own}`, words.length);
      if (node.type === 'text') words.push(...wordsOf(node.data));
    });
  }
  const nav = items.find(({ properties = '' }) => properties.split(' ').includes('nav'))?.href;
  const ncx = items.find((item) => item['media-type'] === 'application/x-dtbncx+xml')?.href;
  const list =
    nav === undefined
      ? ncxEntries(ncx === undefined ? '' : read(at(ncx)).toString())
      : navEntries(read(at(nav)).toString());
  const place = (href) =>
    targets.get(at(href, at(nav ?? ncx ?? ''))) ?? targets.get(at(href.split('#')[0], at(nav ?? ncx ?? '')));
  const entries = list.map((entry) => ({ ...entry, at: place(entry.href) })).filter((entry) => entry.at !== undefined);
  return { words, entries: entries.toSorted((one, other) => one.at - other.at || one.depth - other.depth) };
}

function navEntries(markup) {
  const entries = [];
  const visit = (node, depth) => {
    const inner = node.name === 'ol' ? depth + 1 : depth;
    const href = node.name === 'a' ? node.attribs.href : undefined;
    if (href !== undefined) entries.push({ href, depth: inner, title: textIn(node) });
    for (const child of node.children ?? []) visit(child, inner);
  };
  walk(parseDocument(markup), (node) => {
    const isContents = node.attribs?.['epub:type']?.split(/\s+/u).includes('toc');
    if (node.name === 'nav' && isContents) visit(node, 0);
  });
  return entries;
}

function ncxEntries(markup) {
  let depth = 0;
  return [...markup.matchAll(/<(\/?)(?:\w+:)?navPoint\b|<(?:\w+:)?content\s[^>]*>/gu)].flatMap(([tag, end]) => {
    if (/navPoint/u.test(tag)) depth += end === '/' ? -1 : 1;
    return /content/u.test(tag) ? [{ href: attributesOf(tag).src ?? '', depth, title: '' }] : [];
  });
}

function attributesOf(tag) {
  return Object.fromEntries(
    [...tag.matchAll(/([\w:-]+)\s*=\s*["']([^"']*)["']/gu)].map(([, name, value]) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
}

function walk(node, visit) {
  if (['head', 'script', 'style', 'rt', 'rp'].includes(node.name)) return;
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
}

function textIn(node) {
  return node.type === 'text' ? node.data : (node.children ?? []).map(textIn).join('');
}

function textOf(blocks) {
  return blocks.map(({ text }) => text).join('\n');
}

/** @param {string} text */
function wordsOf(text) {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

function print(all) {
  const scored = all.filter(({ f1 }) => f1 !== undefined);
  const rows = all.map(({ name, found = '', missed, added, f1, minutes = '', first = '', note = '' }) =>
    [name, found, missed?.length ?? '', added?.length ?? '', f1?.toFixed(3) ?? '', minutes, first, note].map(String),
  );
  printTable([['book', 'found', 'missed', 'added', 'F1', 'longest min', 'first chapter', ''], ...rows]);
  const sum = (count) => scored.reduce((total, one) => total + count(one), 0);
  const [found, missed, added] = [
    sum((one) => one.found),
    sum((one) => one.missed.length),
    sum((one) => one.added.length),
  ];
  const f1 = (2 * found) / (2 * found + missed + added);
  console.log(
    `${scored.length} of ${all.length} books: F1 ${f1.toFixed(3)} (${found} found, ${missed} missed, ${added} added).`,
  );
  console.log(
    `${all.filter(({ minutes }) => minutes > maxMinutes).length} books have a chapter over ${maxMinutes} minutes.`,
  );
  for (const { name, missed: absent, added: more } of scored
    .toSorted((one, other) => one.f1 - other.f1)
    .slice(0, Number(values.shown))) {
    console.log(`\n${name}`);
    for (const { title, href } of absent.slice(0, 8)) console.log(`  missed: ${title || href}`);
    for (const { title } of more.slice(0, 8)) console.log(`  added: ${title}`);
  }
}
