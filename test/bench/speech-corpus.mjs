// Real speech of several engines, for test/bench/length-check.mjs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import anyAscii from 'any-ascii';
import { readBook } from '../../build/book/read-book.js';
import { decodeWav } from '../../build/core/wav.js';
import { planBook } from '../../build/pipeline/plan/plan.js';
import { measureSpeech } from '../../build/speech/check/measure/measure-speech.js';
import { splitSentences } from '../../build/text/split-sentences.js';

/** @typedef {import('../../build/speech/check/measure/measure-speech.js').SpeechMeasure} SpeechMeasure */
/** @typedef {{ whole: SpeechMeasure, half: SpeechMeasure }} Times */
/** @typedef {{ text: string, language: string, times: Times }} Spoken */
/** @typedef {{ name: string, language: string, command: (input: string, wav: string) => string[] }} EngineVoice */

const run = promisify(execFile);
const cache = path.join(import.meta.dirname, '.speech-times');
const books = path.join(import.meta.dirname, '../books');
const { signal } = new AbortController();

/** Voices and the command that speaks a text file into a WAV file. */
export const voices = /** @type {EngineVoice[]} */ ([
  {
    name: 'embedded espeak:en',
    language: 'en',
    command: (input, wav) => ['espeak-ng', '-v', 'en-us', '-f', input, '-w', wav],
  },
  {
    name: 'embedded espeak:fr',
    language: 'fr',
    command: (input, wav) => ['espeak-ng', '-v', 'fr', '-f', input, '-w', wav],
  },
  {
    name: 'embedded espeak:ja',
    language: 'ja',
    command: (input, wav) => ['espeak-ng', '-v', 'ja', '-f', input, '-w', wav],
  },
  {
    name: 'embedded espeak:he',
    language: 'he',
    command: (input, wav) => ['espeak-ng', '-v', 'he', '-f', input, '-w', wav],
  },
  {
    name: 'embedded flite:slt',
    language: 'en',
    command: (input, wav) => ['flite', '-voice', 'slt', '-f', input, '-o', wav],
  },
  {
    name: 'embedded flite:kal16',
    language: 'en',
    command: (input, wav) => ['flite', '-voice', 'kal16', '-f', input, '-o', wav],
  },
  { name: 'festival kal', language: 'en', command: (input, wav) => ['text2wave', input, '-o', wav] },
]);

const bookFiles = {
  en: ['the-last-tram.epub', 'small/verse.epub', 'small/letters.epub'],
  fr: ['small/french.epub'],
  ja: ['small/japanese.epub'],
  he: ['small/hebrew.epub'],
};

/** @param {EngineVoice} voice */
export async function isMissing({ command }) {
  const [program = ''] = command('', '');
  return await run('which', [program]).then(
    () => false,
    () => true,
  );
}

/** @param {string} language @returns {Promise<string[]>} */
export async function textsOf(language) {
  const texts = new Set();
  for (const file of bookFiles[/** @type {keyof typeof bookFiles} */ (language)]) {
    const { chapters } = await readBook(path.join(books, file), { signal });
    for (const target of [400, 120]) {
      const plan = planBook(chapters, { limit: { max: 5000, unit: 'chars' }, target, language });
      const segments = plan.chapters.flatMap((chapter) => chapter.segments).filter((segment) => segment.spoken);
      for (const segment of segments) if (segment.language.startsWith(language)) texts.add(segment.text);
    }
  }
  return [...texts].filter((_, index) => index % Math.ceil(texts.size / 400) === 0);
}

/** @param {EngineVoice} voice @param {readonly string[]} texts @returns {Promise<Spoken[]>} */
export async function speakAll(voice, texts) {
  const spoken = [];
  for (const text of texts) spoken.push({ text, language: voice.language, times: await speak(voice, text) });
  return spoken;
}

/** Texts of three sentences, whole and without each of them. @param {EngineVoice} voice @param {readonly Spoken[]} texts */
export async function speakTriples(voice, texts) {
  const triples = texts.flatMap(({ text, language }) => {
    const sentences = splitSentences(text, language);
    return sentences.length >= 3 ? [sentences.slice(0, 3)] : [];
  });
  const spoken = [];
  for (const sentences of triples.filter((_, index) => index % Math.ceil(triples.length / 100) === 0)) {
    const text = sentences.join(' ');
    const drops = [];
    for (const place of sentences.keys())
      drops.push((await speak(voice, sentences.filter((_, index) => index !== place).join(' '))).whole);
    spoken.push({ whole: { text, language: voice.language, times: await speak(voice, text) }, drops });
  }
  return spoken;
}

/** @param {EngineVoice} voice @param {string} text @returns {Promise<Times>} */
async function speak({ name, command }, text) {
  const stored = path.join(
    cache,
    `${createHash('sha256').update(`6 ${name} ${text}`).digest('hex').slice(0, 24)}.json`,
  );
  const known = await readFile(stored, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known);
  const folder = await mkdtemp(path.join(tmpdir(), 'length-check-'));
  const [input, wav] = [path.join(folder, 'text'), path.join(folder, 'wav')];
  await writeFile(input, name.includes('espeak') ? text : anyAscii(text));
  const [program = '', ...args] = command(input, wav);
  await run(program, args);
  const pcm = decodeWav(await readFile(wav));
  await rm(folder, { recursive: true });
  const half = { ...pcm, samples: pcm.samples.slice(0, pcm.samples.length / 2) };
  const times = { whole: measureSpeech(pcm), half: measureSpeech(half) };
  await mkdir(cache, { recursive: true });
  await writeFile(stored, JSON.stringify(times));
  return times;
}
