import type { SpokenPart } from '../../../../text/lexicon/spoken-part.ts';
import type { ReadWords } from '../espeak-reader.ts';
import { isReadInContext } from '../../../../languages/en/context-words.ts';
import { ipaToKokoro, soundsToKokoro } from './to-kokoro.ts';
import type { Variety } from './to-kokoro.ts';
import { marksAfter, marksBefore } from '../phoneme-marks.ts';
import { readGroups } from './word-groups.ts';
import type { WordGroup } from './word-groups.ts';

/** The source of the sounds of English words. */
export interface EnglishReader {
  readonly variety: Variety;
  readonly readWords: ReadWords;
  /** Returns the model's own pronunciation of a word in small letters. */
  readonly lookUp: (word: string) => string | undefined;
}

const espeakVoices: Readonly<Record<Variety, string>> = { american: 'gmw/en-US', british: 'gmw/en' };

/** A word that espeak-ng reads as one, in place of a word with a pronunciation of its own. */
const placeholder = 'Bob';

/**
 * Returns an English text in Kokoro's alphabet, with the marks that the model was trained with. The sounds of a word are those of
 * its part, otherwise of the model's lexicon, otherwise of espeak-ng, which reads the whole sentence: so weak forms (`the`, `of`) and words of two
 * readings (`read`, `lives`) fit it. Returns undefined when espeak-ng gives no sound for a word.
 */
export async function englishPhonemes(
  parts: readonly SpokenPart[],
  reader: EnglishReader,
  signal: AbortSignal,
): Promise<string | undefined> {
  const given: { at: number; ipa: string }[] = [];
  let text = '';
  for (const part of parts) {
    if (part.ipa !== undefined) given.push({ at: text.length, ipa: part.ipa });
    text += part.ipa === undefined ? plain(part.text) : placeholder;
  }
  const words = await reader.readWords(espeakVoices[reader.variety], text, signal);
  const groups = readGroups(text, words);
  if (!groups) return undefined;
  let phonemes = marksBefore(text.slice(0, groups[0]?.start));
  for (const [index, group] of groups.entries()) {
    const own = given.find(({ at }) => at === group.start);
    const read = own ? ipaToKokoro(own.ipa, reader.variety) : await groupPhonemes(group, text, reader, signal);
    if (read === undefined) return undefined;
    phonemes += read + marksBetween(group, text, groups[index + 1]?.start);
  }
  return phonemes
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[;:,.!?…)”])/gu, '')
    .trim();
}

/** Returns the marks between a group and the next one. The last point of `U.S.A.` ends a sentence only before a capital. */
function marksBetween({ start, end }: WordGroup, text: string, next: number | undefined): string {
  if (next === undefined) return marksAfter(text.slice(end));
  const isAbbreviation = /\p{L}\.\p{L}/u.test(text.slice(start, end)) && /^\p{Ll}/u.test(text.slice(next));
  const between = text.slice(end, next);
  return marksAfter(isAbbreviation ? between.replace(/^\./u, '') : between);
}

/** Markup and phonemes of espeak-ng's own are text here. Every character keeps its place. */
function plain(text: string): string {
  return text
    .replaceAll(/[<>[\]{}]/gu, (mark) =>
      mark === '[' || mark === '{' ? '(' : mark === ']' || mark === '}' ? ')' : ' ',
    )
    .replaceAll('&', '+');
}

async function groupPhonemes(
  group: WordGroup,
  text: string,
  reader: EnglishReader,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { words, start, end } = group;
  const listed = words.map((word) => listedPhonemes(word, reader));
  if (listed.every((phonemes) => phonemes !== undefined)) return listed.join(words.length > 1 ? ' ' : '');
  const written = text.slice(start, end).split(/\s+/u);
  const sounds = written.length === 1 ? group.sounds : await separated(group.sounds.flat(), written, reader, signal);
  const read = sounds?.map((word) => soundsToKokoro(word, reader.variety)).join(' ');
  // `I` alone without stress is unclear in Kokoro's own letter (hexgrad/misaki, issue 62).
  return read === 'I' ? 'aɪ' : read;
}

/** Weak forms are shorter than the words alone, but not by more. */
const shortestWeakForm = 0.6;

/**
 * Divides the sounds of words that espeak-ng reads as one (`of the`, `at once`) by how many each has alone, the last first. Returns
 * undefined when there are too few of them: then a word was lost.
 */
async function separated(
  sounds: readonly string[],
  words: readonly string[],
  { readWords, variety }: EnglishReader,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[] | undefined> {
  const lengths: number[] = [];
  for (const word of words) {
    const read = await readWords(espeakVoices[variety], word, signal);
    lengths.push(read.flatMap((found) => found.sounds).filter(isSound).length);
  }
  const rest = sounds.filter(isSound);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (rest.length < whole * shortestWeakForm || rest.length < words.length) return undefined;
  const parts = lengths
    .slice(1)
    .toReversed()
    .map((length) => rest.splice(Math.max(1, rest.length - length)));
  return [rest, ...parts.toReversed()];
}

function isSound(sound: string): boolean {
  return /\p{L}/u.test(sound);
}

/** Returns what the model's lexicon has for a word, unless the word is read by its sentence or letter by letter. */
function listedPhonemes(word: string, { lookUp, variety }: EnglishReader): string | undefined {
  const isLetters = word === word.toUpperCase() && /\p{Lu}/u.test(word);
  if (isLetters || word.length === 1) return undefined;
  const lower = word.toLowerCase().replaceAll('’', "'");
  const own = isReadInContext(lower) ? undefined : lookUp(lower);
  const phonemes = own ?? possessive(lower, lookUp, variety);
  // As misaki ends its own reading for this version of the model.
  return phonemes?.replaceAll('ɾ', 'T').replaceAll('ʔ', 't');
}

function possessive(word: string, lookUp: EnglishReader['lookUp'], variety: Variety): string | undefined {
  const [, stem = ''] = /^(.+)'s$/u.exec(word) ?? [];
  const phonemes = stem === '' || isReadInContext(stem) || isReadInContext(word) ? undefined : lookUp(stem);
  return phonemes === undefined ? undefined : phonemes + endingS(phonemes, variety);
}

function endingS(stem: string, variety: Variety): string {
  if (/[szʃʒʧʤ]$/u.test(stem)) return variety === 'american' ? 'ᵻz' : 'ɪz';
  return /[ptkfθ]$/u.test(stem) ? 's' : 'z';
}
