// How well the comparison of sounds finds what is missing from speech, and how often it doubts what is whole:
//   npm run build && node test/bench/listening.mjs [BOOK LANGUAGE]…
// Takes 300 sentences of each book and changes what a recognizer would write of them: words lost, cut, repeated; whole sentences
// lost; other text. Then it lets a modelled recognizer err in 2 and 5 % of the words, with the times of the sound, as speech that
// is whole. No recognizer takes part, so this is the comparison alone. Exits with 1 when a bound is missed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBook } from '../../build/book/read-book.js';
import { compareSpeech } from '../../build/listening/compare/compare-speech.js';
import { PhoneReader } from '../../build/listening/compare/phone-reader.js';
import { espeakJs } from '../../build/speech/embedded/espeak/espeak-js.js';
import { splitSentences } from '../../build/text/split-sentences.js';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

const { seededRandom } = await import(await bundle(path.join(import.meta.dirname, '../helpers/seeded-random.ts')));
const shared = path.join(import.meta.dirname, '../../../shared/books');
const own = path.join(import.meta.dirname, '../books');
const usual = [
  [path.join(shared, 'pride-and-prejudice.epub'), 'en'],
  [path.join(shared, 'debian-developers-reference-fr.epub'), 'fr'],
  [path.join(shared, 'sailing-in-israel-he.epub'), 'he'],
  [path.join(own, 'the-last-tram.epub'), 'en'],
].filter(([file]) => existsSync(file));
const given = process.argv.slice(2);
const books = given.length > 0 ? given.flatMap((file, at) => (at % 2 ? [] : [[file, given[at + 1] ?? 'en']])) : usual;

const sentencesPerBook = 300;
const phoneSeconds = 0.075;
const sampleRate = 1000;
const reader = new PhoneReader(await espeakJs());
const { signal } = new AbortController();
/** Bounds: a lost sentence is always found, a lost word nearly always, and whole speech is hardly ever doubted. */
const bounds = { sentence: 1, word: 0.97, whole: 0.001, noisy: 0.01 };
const fine = new Set(['heard', 'too-short', 'unclear']);
let failed = false;

const rows = [
  [
    'book',
    'sentences',
    'whole',
    'word lost',
    '3 words lost',
    'end cut',
    'twice',
    'sentence of 3',
    'other',
    '2 % errors',
    '5 % errors',
  ],
];
for (const [file, language] of books) rows.push(await rowOf(file, language));
printTable(rows);
console.log('Shares of findings; of `whole` and of the errors, false alarms.');
process.exit(failed ? 1 : 0);

/**
 * @param {string} file
 * @param {string} language
 */
async function rowOf(file, language) {
  const random = seededRandom(11);
  const all = await sentencesOf(file, language);
  const sentences = Array.from({ length: sentencesPerBook }, () => all[Math.floor(random() * all.length)]);
  const found = (change) => share(sentences.map((text, at) => isBad(...change(text, at), language)));
  const changes = changesOf(sentences, random);
  const [whole, word, three, cut, twice, sentence, other] = changes.map(found);
  const said = all.flatMap((text) => text.toLowerCase().match(/\p{L}{2,}/gu));
  const words = { vocabulary: [...new Set(said)], article: mostFrequent(said.filter(({ length }) => length <= 3)) };
  const noisy = [0.02, 0.05].map((rate) =>
    share(sentences.map((text) => isBadDespiteErrors(text, withErrors(text, rate, random, words), language))),
  );
  failed ||= whole > bounds.whole || sentence < bounds.sentence || word < bounds.word || noisy[0] > bounds.noisy;
  const shares = [whole, word, three, cut, twice, sentence, other, ...noisy].map(percent);
  return [path.basename(file).slice(0, 24), `${sentences.length}`, ...shares];
}

/** Returns what is done to each sentence, as functions of it to the text and what was said of it. */
function changesOf(sentences, random) {
  const pick = (count) => Math.floor(random() * Math.max(1, count));
  const without = (text, count) => {
    const words = text.split(' ');
    return words.toSpliced(1 + pick(words.length - count - 1), count).join(' ');
  };
  const twice = (text) => {
    const words = text.split(' ');
    const at = pick(words.length - 4);
    return [...words.slice(0, at + 4), ...words.slice(at)].join(' ');
  };
  return [
    (text) => [text, text],
    (text) => [text, without(text, 1)],
    (text) => [text, without(text, 3)],
    (text) => [text, text.split(' ').slice(0, -2).join(' ')],
    (text) => [text, twice(text)],
    (text, at) => {
      const [before, after] = [sentences.at(at - 1), sentences.at(at - 2)];
      return [`${before} ${text} ${after}`, `${before} ${after}`];
    },
    (text, at) => [text, sentences.at(at - 7)],
  ];
}

function isBad(text, said, language) {
  return !fine.has(judge(text, said, language));
}

function share(judged) {
  return judged.filter(Boolean).length / judged.length;
}

function percent(value) {
  return `${(100 * value).toFixed(1)} %`;
}

/** Returns sentences of 6 to 30 words without digits. */
async function sentencesOf(file, language) {
  const book = await readBook(file, { signal });
  const texts = book.chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text.replaceAll(/\s+/gu, ' ')));
  return texts
    .flatMap((text) => splitSentences(text, language))
    .map((text) => text.trim())
    .filter(
      (text) =>
        /^[\p{Lu}\p{Lo}][^\d_*/]+[.!?]$/u.test(text) && text.split(' ').length >= 6 && text.split(' ').length <= 30,
    );
}

/** Returns the verdict on a sound that holds what was said, each sound of it in its time. */
function judge(text, said, language) {
  const heard = reader
    .heard([{ text: said, from: 0, to: 0 }], language)
    .map(({ phone }, at) => ({ phone, at: inSteps(at * phoneSeconds) }));
  return compareSpeech(reader.spoken(text, language), heard, soundOf(heard.length)).verdict;
}

/** The sound holds the text, whatever the recognizer writes: each word is at its time. */
function isBadDespiteErrors(text, words, language) {
  let at = 0;
  const heard = [];
  for (const { spoken, written } of words) {
    const seconds = reader.heard([{ text: spoken, from: 0, to: 0 }], language).length * phoneSeconds;
    heard.push(...reader.heard([{ text: written, from: inSteps(at), to: inSteps(at + seconds) }], language));
    at += seconds;
  }
  const { verdict } = compareSpeech(reader.spoken(text, language), heard, soundOf(at / phoneSeconds));
  return !fine.has(verdict);
}

/** Recognizers tell times in steps of 80 ms. */
function inSteps(seconds) {
  return Math.round(seconds / 0.08) * 0.08;
}

/** Replaces, drops or adds words: 60 % by words of the book that begin alike, 20 % short words dropped, 20 % a small word of the book added. */
function withErrors(text, rate, random, { vocabulary, article }) {
  return text.split(' ').map((spoken) => {
    if (random() >= rate) return { spoken, written: spoken };
    const kind = random();
    if (kind < 0.2 && spoken.length <= 3) return { spoken, written: '' };
    if (kind > 0.8) return { spoken, written: `${article} ${spoken}` };
    const start = spoken.toLowerCase().slice(0, 2);
    const alike = vocabulary.filter((word) => word.startsWith(start) && Math.abs(word.length - spoken.length) <= 2);
    return { spoken, written: alike[Math.floor(random() * alike.length)] ?? spoken };
  });
}

function mostFrequent(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** A tone as long as this many sounds. */
function soundOf(phones) {
  const samples = new Int16Array(Math.round(phones * phoneSeconds * sampleRate));
  for (let at = 0; at < samples.length; at += 1) samples[at] = at % 20 < 10 ? 4000 : -4000;
  return { samples, sampleRate };
}
