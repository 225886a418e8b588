import { isAbbreviation } from '../../../../languages/en/context-words.ts';
import { symbolWords } from '../../../../languages/en/word-forms.ts';
import type { SpokenPart } from '../../../../text/lexicon/spoken-part.ts';
import { textOf } from '../../../../text/lexicon/spoken-part.ts';
import type { ReadWords } from '../espeak-reader.ts';
import { marksAfter, marksBefore } from '../phoneme-marks.ts';
import { englishWords } from './english-words.ts';
import type { EnglishWord } from './english-words.ts';
import { guessPartOfSpeech, isHabit } from './guess-part-of-speech.ts';
import { nextSound, pronounceWord, unlistedParts } from './pronounce-word.ts';
import type { WordContext, WordSources } from './pronounce-word.ts';
import type { SentenceWord } from './sentence-word.ts';
import { ipaToKokoro, soundsToKokoro } from './to-kokoro.ts';
import type { Variety } from './to-kokoro.ts';

/** The sources of the sounds of English words. */
export interface EnglishReader extends WordSources {
  readonly readWords: ReadWords;
}

const espeakVoices: Readonly<Record<Variety, string>> = { american: 'gmw/en-US', british: 'gmw/en' };

/**
 * Returns an English text in Kokoro's alphabet, with the marks that the model was trained with. The sounds of a word are those of its part,
 * otherwise those of the lexicons by its part of speech and the sound that follows, otherwise those that espeak-ng gives for it alone.
 * Returns undefined when espeak-ng gives none.
 */
export async function englishPhonemes(
  parts: readonly SpokenPart[],
  reader: EnglishReader,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = textOf(parts);
  const words = englishWords(parts);
  const unlisted = await readUnlisted(words, reader, signal);
  if (!unlisted) return undefined;
  const sounds = pronounced(words, text, { ...reader, unlisted: (word) => unlisted.get(word) });
  let phonemes = marksBefore(text.slice(0, words[0]?.start));
  for (const [index, word] of words.entries()) {
    phonemes += (sounds[index] ?? '') + marksBetween(word, text, words[index + 1]?.start);
  }
  return phonemes
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[;:,.!?…)”])/gu, '')
    .trim();
}

/** Asks espeak-ng for the words that no lexicon has. */
async function readUnlisted(
  words: readonly EnglishWord[],
  reader: EnglishReader,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  const read = new Map<string, string>();
  for (const part of words.flatMap(({ text, ipa }) => (ipa === undefined ? unlistedParts(text, reader) : []))) {
    if (read.has(part)) continue;
    const found = await reader.readWords(espeakVoices[reader.variety], part, signal);
    const sounds = found.map((word) => soundsToKokoro(word.sounds, reader.variety));
    if (!sounds.some((word) => /[\p{Ll}\p{Lu}\p{Lo}]/u.test(word))) return undefined;
    read.set(part, sounds.join(' '));
  }
  return read;
}

/** A mark that ends a clause. */
const mark = /[;:,.!?—–…]|-{2,}/u;

/** Reads from the last word to the first: how a word sounds may depend on the next one. */
function pronounced(words: readonly EnglishWord[], text: string, sources: WordSources): readonly string[] {
  const sentence = words.map((word, index): SentenceWord => {
    const after = text.slice(word.end, words[index + 1]?.start);
    return {
      lower: word.text.toLowerCase().replace(/^'/u, ''),
      after: mark.test(after) || index === words.length - 1 ? after || '.' : '',
    };
  });
  const sounds: string[] = [];
  let next: WordContext['next'];
  for (const [index, word] of [...words.entries()].toReversed()) {
    if (sentence[index]?.after !== '') next = undefined;
    const context: WordContext = {
      partOfSpeech: guessPartOfSpeech(sentence, index),
      next,
      isHabit: isHabit(sentence, index),
      isSpelled: isSpelled(words, index),
    };
    const read =
      word.ipa === undefined ? pronounceWord(word.text, context, sources) : ipaToKokoro(word.ipa, sources.variety);
    const phonemes = read ?? '';
    // As misaki ends its own reading for this version of the model.
    sounds.unshift(phonemes.replaceAll('ɾ', 'T').replaceAll('ʔ', 't'));
    next = nextSound(phonemes, next);
  }
  return sounds;
}

/** Reports whether a word in capitals is a name in letters, and no word with emphasis: `the US`, but not `it IS` nor `DO IT`. */
function isSpelled(words: readonly EnglishWord[], index: number): boolean {
  const [previous = '', word = '', next = ''] = [-1, 0, 1].map((by) => words[index + by]?.text);
  return (
    isCapitals(word) &&
    !isCapitals(previous) &&
    !isCapitals(next) &&
    isAbbreviation(word.toLowerCase(), previous.toLowerCase())
  );
}

function isCapitals(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}

/** Returns the marks between a word and the next one. The last point of `U.S.A.` ends a sentence only before a capital. */
function marksBetween({ end, text: word }: EnglishWord, text: string, next: number | undefined): string {
  if (next === undefined) return marksAfter(text.slice(end));
  const hasPoints = /\p{L}\.\p{L}/u.test(word) && /^\p{Ll}/u.test(text.slice(next));
  const between = text.slice(end, next);
  if (between === '' && isSign(word, text[end])) return ' ';
  return marksAfter(hasPoints ? between.replace(/^\./u, '') : between);
}

/** Signs are words of their own: `B&B`. */
function isSign(word: string, next = ''): boolean {
  return symbolWords.has(word) || symbolWords.has(next);
}
