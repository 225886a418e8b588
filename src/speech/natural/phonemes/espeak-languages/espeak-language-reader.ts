import type { SpokenLetters } from '../../../../languages/language.ts';
import type { SpokenPart } from '../../../../text/lexicon/spoken-part.ts';
import type { EspeakReader } from '../espeak-reader.ts';
import type { PhonemeReader } from '../phoneme-reader.ts';
import { ipaToKokoro, soundsToKokoro, startsWithVowel } from './espeak-letters.ts';
import { textPieces } from './text-pieces.ts';

/**
 * Returns a reader of a language that Kokoro was trained on with the phonemes of espeak-ng. A text is read from mark to mark, as it
 * was then, with the marks in between as they are: a word sounds as its neighbours want it (liaison, weak forms), but not beyond a mark.
 */
export function espeakLanguageReader(letters: SpokenLetters, { readSounds }: EspeakReader): PhonemeReader {
  return async (parts, _language, signal) => {
    const given = parts.flatMap(({ ipa }) => (ipa === undefined ? [] : [ipaToKokoro(ipa, letters)]));
    const pieces = textPieces(withStandIns(parts, letters));
    const texts = pieces.map(({ words }) => words);
    const { consonant, vowel } = letters.standIns;
    const sounds = await readSounds(letters.voice, [consonant, vowel, ...texts], signal);
    const [first = '', second = '', ...read] = sounds.map(soundsToKokoro);
    if (read.some((phonemes, index) => phonemes === '' && /[\p{L}\p{N}]/u.test(texts[index] ?? ''))) return undefined;
    const phonemes = pieces.map(({ mark }, index) => `${read[index] ?? ''}${mark}`).join('');
    return withGiven(tidied(phonemes), given, [first, second]);
  };
}

/** French has spaces before marks, which are not in the texts for training. */
function tidied(phonemes: string): string {
  return phonemes
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[;:,.!?…)])/gu, '')
    .trim();
}

function withStandIns(parts: readonly SpokenPart[], letters: SpokenLetters): string {
  const { consonant, vowel } = letters.standIns;
  const texts = parts.map(({ text, ipa }) => {
    if (ipa === undefined) return text;
    return startsWithVowel(ipaToKokoro(ipa, letters)) ? vowel : consonant;
  });
  return texts.join('');
}

/** Puts pronunciations in the places of their stand-ins, also within words (`l'`). Returns undefined when one was not found. */
function withGiven(phonemes: string, given: readonly string[], standIns: readonly string[]): string | undefined {
  if (given.length === 0) return phonemes;
  const anyStress = standIns.map((standIn) => Array.from(standIn.replaceAll(/[ˈˌ]/gu, '')).join('[ˈˌ]?'));
  const rest = [...given];
  const all = phonemes.replaceAll(
    new RegExp(`[ˈˌ]?(?:${anyStress.join('|')})`, 'gu'),
    (found) => rest.shift() ?? found,
  );
  return rest.length === 0 ? all : undefined;
}
