import type { Generation, StopReason } from '../../../llm/language-model.ts';
import { cleanParagraph } from '../answer/clean-passages.ts';
import { isGarbled } from '../answer/decode.ts';
import { hasOmission } from '../answer/remove-directions.ts';
import { letterWeight } from '../letter-weight.ts';
import { findOtherLanguage } from '../other-language.ts';
import { copiedRequest } from '../own-request.ts';
import { hasRepetition } from '../repeats.ts';
import { sourceText } from '../source-text.ts';
import { haveChangedPlaces } from './changed-places.ts';
import { isUntranslated } from './is-untranslated.ts';
import { readPlainTranslation, readTranslation } from './read-translation.ts';
import { repeatsSentence } from './repeats-sentence.ts';
import type { TranslationLanguages } from './translation-languages.ts';
import type { TranslationLengths } from './translation-lengths.ts';

/** Why a completion is not a translation. */
export type TranslationProblem =
  | Exclude<StopReason, 'complete'>
  | 'form'
  | 'copied-request'
  | 'omission'
  | 'empty'
  | 'unfinished'
  | 'untranslated'
  | 'repetition'
  | 'changed-order'
  | 'too-short'
  | 'too-long';

/** A translation, or why the completion is not one. */
export type GuardedTranslation =
  | { readonly ok: true; readonly paragraphs: readonly string[] }
  | { readonly ok: false; readonly problem: TranslationProblem };

/** The expectation that a translation is checked against. */
export interface TranslationExpectation extends TranslationLanguages {
  /** Lengths of the translations of the same book. */
  readonly lengths?: TranslationLengths | undefined;
  /** Everything that our request says, without the text of the book. */
  readonly request?: string | undefined;
  /** The text was asked for alone, without a number. It was refused before, so shorter sentences are judged by their language, too. */
  readonly isPlain?: boolean | undefined;
}

/** Letters of a sentence that was refused before and is judged by its language. */
const fewLetters = 20;

/**
 * Checks a translation of numbered paragraphs: every number occurs once and in order, each paragraph is plausible, ends like its source, leaves nothing
 * out, does not repeat another paragraph, has no words of our request, and is in the target language, as a whole and in each longer sentence.
 */
export async function guardTranslation(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): Promise<GuardedTranslation> {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const plain = expected.isPlain === true ? readPlainTranslation(completion.text) : undefined;
  const parts = plain === undefined ? readTranslation(completion.text, paragraphs.length) : [plain];
  if (!parts) return { ok: false, problem: 'form' };
  const left = parts.some((part, index) => hasOmission([part], sourceText(paragraphs[index] ?? '', 'und')));
  if (left) return { ok: false, problem: 'omission' };
  const translated = parts.map((part, index) => cleanParagraph(part, paragraphs[index] ?? ''));
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
  return problemBetween(translated, paragraphs, expected);
}

/** Returns what is wrong with the paragraphs together and beside each other. */
function problemBetween(
  translated: readonly string[],
  paragraphs: readonly string[],
  expected: TranslationExpectation,
): TranslationProblem | undefined {
  const [text, source] = [translated.join('\n'), paragraphs.join('\n')];
  const length = expected.lengths?.problemOf(letterWeight(text), letterWeight(source));
  if (length) return length;
  if (copiedRequest(text, expected.request ?? '', sourceText(source, expected.language)) !== undefined)
    return 'copied-request';
  if (repeatsSentence(translated, paragraphs, expected)) return 'repetition';
  return haveChangedPlaces(translated, paragraphs) ? 'changed-order' : undefined;
}

async function languageProblem(
  translated: readonly string[],
  paragraphs: readonly string[],
  { language, target, isPlain = false }: TranslationExpectation,
): Promise<TranslationProblem | undefined> {
  const source = sourceText(paragraphs.join('\n'), language);
  const other = await findOtherLanguage(translated, source, target, isPlain ? fewLetters : undefined);
  return other === undefined ? undefined : 'untranslated';
}

/** Accepted lengths of a translation as a share of its source. A Chinese character counts as three letters. */
const [minRatio, maxRatio] = [0.35, 3];
const shortText = 20;

function problemOf(
  text: string,
  source: string,
  { language, target }: TranslationExpectation,
): TranslationProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  if (isGarbled(text, source)) return 'form';
  if (isUnfinished(text, source)) return 'unfinished';
  const length = lengthProblem(letterWeight(text), letterWeight(source));
  if (length) return length;
  if (hasRepetition(text, sourceText(source, language))) return 'repetition';
  return isUntranslated(text, source, { language, target }) ? 'untranslated' : undefined;
}

function lengthProblem(length: number, sourceLength: number): 'too-short' | 'too-long' | undefined {
  if (sourceLength > shortText && length < sourceLength * minRatio) return 'too-short';
  return length > Math.max(sourceLength, shortText) * maxRatio ? 'too-long' : undefined;
}

/** A paragraph whose source ends a sentence does not end in a word, Thai and Lao have no such signs. */
function isUnfinished(text: string, source: string): boolean {
  const endsInWord = /[\p{L}\p{M}\p{N},]$/u;
  return (
    /[.!?。！？…]["'”’»“」』)）]*$/u.test(source.trim()) &&
    endsInWord.test(text) &&
    !/[\p{Script=Thai}\p{Script=Lao}]/u.test(text)
  );
}
