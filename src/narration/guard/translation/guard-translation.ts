import type { Generation, StopReason } from '../../../llm/language-model.ts';
import { findOtherLanguage } from '../other-language.ts';
import { hasRepetition } from '../repeats.ts';
import { plainCharacters } from '../cleaning/plain-characters.ts';
import { plainLetters } from '../answer/plain-letters.ts';
import { removeDirections } from '../cleaning/remove-directions.ts';
import { removeMarkup } from '../answer/remove-markup.ts';
import { letterWeight } from '../letter-weight.ts';
import { lostNumber } from './lost-number.ts';
import { haveChangedPlaces } from './changed-places.ts';
import { copiedWords } from './copied-source.ts';
import { changedUnit } from './changed-unit.ts';
import { compareSentences } from './compare-sentences.ts';
import { isUntranslated } from './is-untranslated.ts';
import { findTranslatorRemark, withoutNote } from './translator-remarks.ts';
import { findNonTranslation } from '../cleaning/find-non-narration.ts';
import type { NonNarration } from '../cleaning/find-non-narration.ts';
import { numberedParagraphs } from './numbered-paragraphs.ts';
import { removeThoughts } from '../cleaning/remove-thoughts.ts';
import { repeatsParagraph, repeatsSentence } from './repeats-paragraph.ts';
import { variedName } from './varied-name.ts';
import type { TranslationLanguages } from './translation-languages.ts';
import type { TranslationLengths } from './translation-lengths.ts';
import { normalizeWords, sourceText } from '../source-text.ts';

/** Why a completion is not a translation. */
export type TranslationProblem =
  | Exclude<StopReason, 'complete'>
  | NonNarration
  | 'format'
  | 'empty'
  | 'unfinished'
  | 'untranslated'
  | 'repetition'
  | 'lost-numbers'
  | 'changed-unit'
  | 'changed-order'
  | 'lost-names'
  | 'lost-text'
  | 'invented-text'
  | 'too-short'
  | 'too-long';

/** A translation, or why the completion is not one. */
export type GuardedTranslation =
  | { readonly ok: true; readonly paragraphs: readonly string[] }
  | { readonly ok: false; readonly problem: TranslationProblem };

/** The expectation that a translation is checked against. */
export interface TranslationExpectation extends TranslationLanguages {
  /** Names and the forms that they must have. */
  readonly names?: readonly (readonly [name: string, form: string])[] | undefined;
  /** Lengths of the translations of the same book. */
  readonly lengths?: TranslationLengths | undefined;
}

/**
 * Checks a translation of numbered paragraphs (`[1] …`): every number occurs once and in order, each paragraph is plausible, ends like
 * its source, has its numbers and names and about as many sentences, does not address the person who asked, does not repeat another paragraph
 * again, and is in the target language, as a whole and in each longer sentence.
 */
export async function guardTranslation(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): Promise<GuardedTranslation> {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const text = removeThoughts(completion.text.replaceAll(/\r\n?/gu, '\n'));
  const parts = numberedParagraphs(text, paragraphs.length);
  if (!parts) return { ok: false, problem: 'format' };
  const translated = parts.map((part, index) => plain(part, paragraphs[index] ?? ''));
  const problem =
    problemIn(translated, paragraphs, expected) ?? (await languageProblem(translated, paragraphs, expected));
  return problem ? { ok: false, problem } : { ok: true, paragraphs: translated };
}

function problemIn(
  translated: readonly string[],
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): TranslationProblem | undefined {
  for (const [index, paragraph] of translated.entries()) {
    const problem = problemOf(paragraph, paragraphs[index] ?? '', expected);
    if (problem) return problem;
  }
  return problemOfAll(translated, paragraphs, expected) ?? problemBetween(translated, paragraphs, expected);
}

/** Returns what is wrong with the paragraphs beside each other. */
function problemBetween(
  translated: readonly string[],
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): TranslationProblem | undefined {
  const isRepeated =
    repeatsParagraph(translated, paragraphs, expected) ||
    repeatsSentence(translated.join('\n'), paragraphs.join('\n'), expected);
  if (isRepeated) return 'repetition';
  if (haveChangedPlaces(translated, paragraphs)) return 'changed-order';
  const forms = (expected.names ?? []).map(([, form]) => form);
  return variedName(translated, paragraphs, { ...expected, forms }) === undefined ? undefined : 'lost-names';
}

async function languageProblem(
  translated: readonly string[],
  paragraphs: readonly string[],
  { language, target }: TranslationExpectation,
): Promise<TranslationProblem | undefined> {
  const other = await findOtherLanguage(translated, sourceText(paragraphs.join('\n'), language), target);
  return other === undefined ? undefined : 'untranslated';
}

/** More than a third of the names may not be missing: a pronoun can stand for one. */
const maxLostNames = 1 / 3;

function problemOfAll(
  translated: readonly string[],
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): TranslationProblem | undefined {
  const [text, source] = [translated.join('\n'), paragraphs.join('\n')];
  const { names = [], lengths } = expected;
  const occurring = names.filter(([name]) => source.includes(name));
  const lost = occurring.filter(([, form]) => !hasName(text, form));
  if (lost.length > occurring.length * maxLostNames) return 'lost-names';
  const length = lengths?.problemOf(letterWeight(text), letterWeight(source));
  if (length) return length;
  if (changedUnit(text, source, expected) !== undefined) return 'changed-unit';
  return copiedWords(text, source, expected) === undefined ? undefined : 'untranslated';
}

/** Endings of names change in many languages. */
const maxEnding = 3;

function hasName(text: string, form: string): boolean {
  const words = normalizeWords(form).split(' ');
  const known = normalizeWords(text);
  return words.some((word) =>
    known.includes(word.slice(0, Math.max(Math.min(3, word.length), word.length - maxEnding))),
  );
}

function plain(text: string, source: string): string {
  const characters = plainLetters(plainCharacters(text, source));
  const unmarked = removeMarkup(characters.trim(), sourceText(source, 'und'));
  const bare = withoutBrackets(withoutNote(unmarked, source), source);
  const unstarred = source.includes('*') ? bare : bare.replaceAll('*', '');
  return unstarred.replaceAll(/\s+/gu, ' ').trim();
}

/** Brackets that the source does not have hold what is not spoken, unless they stand for text that was left out. */
function withoutBrackets(text: string, source: string): string {
  const hasBrackets = /[()[\]（）［］【】〔〕{}]/u.test(source) || omission.test(text);
  const spoken = hasBrackets ? text : removeDirections(text, sourceText(source, 'und'));
  return /\p{L}/u.test(spoken) ? spoken : text;
}

const omission = /[([（［]\s*(?:…|\.{3}|⋯)+\s*[)\]）］]/u;

/** Accepted lengths of a translation as a share of its source. A Chinese character counts as three letters. */
const [minRatio, maxRatio] = [0.35, 3];
const shortText = 20;

function problemOf(
  text: string,
  source: string,
  { language, target }: TranslationExpectation,
): TranslationProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  const other = findNonTranslation(text, sourceText(source, language));
  if (other) return other;
  if (findTranslatorRemark(text, source, { language, target }) !== undefined) return 'refusal';
  if (isUnfinished(text, source)) return 'unfinished';
  const length = lengthProblem(letterWeight(text), letterWeight(source));
  if (length) return length;
  if (hasRepetition(text, sourceText(source, language))) return 'repetition';
  if (isUntranslated(text, source, { language, target })) return 'untranslated';
  if (lostNumber(text, source, { language, target }) !== undefined) return 'lost-numbers';
  return compareSentences(text, source, { language, target });
}

function lengthProblem(length: number, sourceLength: number): 'too-short' | 'too-long' | undefined {
  if (sourceLength > shortText && length < sourceLength * minRatio) return 'too-short';
  return length > Math.max(sourceLength, shortText) * maxRatio ? 'too-long' : undefined;
}

/** A paragraph whose source ends a sentence does not end in a word, and has no "[…]" of its own. Thai and Lao have no such signs. */
function isUnfinished(text: string, source: string): boolean {
  if (omission.test(text) && !omission.test(source)) return true;
  const endsInWord = /[\p{L}\p{M}\p{N},]$/u;
  return (
    /[.!?。！？…]["'”’»“」』)）]*$/u.test(source.trim()) &&
    endsInWord.test(text) &&
    !/[\p{Script=Thai}\p{Script=Lao}]/u.test(text)
  );
}
