import { invalidValue } from '../../core/errors.ts';
import type { AudiobookError } from '../../core/errors.ts';
import { lexiconLimits } from './lexicon-limits.ts';

/** A line of a lexicon, for errors. */
export interface LexiconPlace {
  /** Name of the file. */
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Returns the error for an entry that cannot be used. */
export function lexiconError(place: LexiconPlace, value: string, expected: string): AudiobookError {
  return invalidValue(
    `lexicon entry (${place.name}, line ${place.line})`,
    shortened(value.replaceAll(/\s+/gu, ' ')),
    expected,
  );
}

/** Returns the written form of an entry. Throws `bad-value`. */
export function writtenForm(text: string, place: LexiconPlace): string {
  const written = text.replaceAll(/\s+/gu, ' ').trim();
  if (/[\p{L}\p{N}\p{S}]/u.test(written) && written.length <= lexiconLimits.writtenLength) return written;
  throw lexiconError(place, text, `a word or a phrase of at most ${lexiconLimits.writtenLength} characters`);
}

/** Returns the spoken form of an entry, or undefined for an empty one, which is not filled in yet. Throws `bad-value`. */
export function spokenForm(text: string, place: LexiconPlace): string | undefined {
  const say = text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  if (say.length <= lexiconLimits.spokenLength) return say || undefined;
  throw lexiconError(place, text, `a spoken form of at most ${lexiconLimits.spokenLength} characters`);
}

/** Letters, modifiers, tones and boundaries of the IPA (chart of 2020), and the plain `g`, `:` and `'` that people write for them. */
const ipaForm = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}˥˦˧˨˩ꜛꜜ↗↘.|‖‿ :'’-]+$/u;

/** Returns a pronunciation, or undefined for an empty one. Throws `bad-value` for characters that are not in the IPA. */
export function pronunciation(text: string, place: LexiconPlace): string | undefined {
  const ipa = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (ipa === '') return undefined;
  const isIpa = ipaForm.test(ipa) && /\p{L}/u.test(ipa) && ipa.length <= lexiconLimits.spokenLength;
  if (isIpa) return ipa.replaceAll(/['’]/gu, 'ˈ').replaceAll(':', 'ː').replaceAll('g', 'ɡ');
  throw lexiconError(place, text, 'a pronunciation in the International Phonetic Alphabet, for example həˈloʊ');
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
