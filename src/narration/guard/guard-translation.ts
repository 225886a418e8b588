import { languageScript } from '../../core/language.ts';
import type { Generation, StopReason } from '../../llm/language-model.ts';
import { containsCjk } from '../../text/contains-cjk.ts';
import { hasRepetition } from './has-repetition.ts';
import { removeMarkup } from './remove-markup.ts';
import { removeThoughts } from './remove-thoughts.ts';
import { normalizeWords, sourceText } from './source-text.ts';

/** Why a completion is not a translation. */
export type TranslationProblem =
  | Exclude<StopReason, 'complete'>
  | 'format'
  | 'empty'
  | 'untranslated'
  | 'repetition'
  | 'too-short'
  | 'too-long';

/** A translation, or why the completion is not one. */
export type GuardedTranslation =
  | { readonly ok: true; readonly paragraphs: readonly string[] }
  | { readonly ok: false; readonly problem: TranslationProblem };

/**
 * Checks a translation of numbered paragraphs (`[1] …`): every number occurs once and in order, each paragraph is plausible
 * and no longer in its source language. Refusals and error pages lack the numbers.
 */
export function guardTranslation(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  paragraphs: readonly string[],
  languages: { readonly language: string; readonly target: string },
): GuardedTranslation {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const parts = numbered(removeThoughts(completion.text));
  if (parts?.length !== paragraphs.length) return { ok: false, problem: 'format' };
  const translated = parts.map((part, index) => plain(part, paragraphs[index] ?? ''));
  for (const [index, text] of translated.entries()) {
    const problem = problemOf(text, paragraphs[index] ?? '', languages);
    if (problem) return { ok: false, problem };
  }
  return { ok: true, paragraphs: translated };
}

/** Returns the texts after `[1]`, `[2]`, … at the beginning of lines, or undefined when the numbers are not in order. */
function numbered(completion: string): string[] | undefined {
  const pieces = completion.split(/^[^\S\n]*\[(\d{1,4})\][^\S\n]?/mu);
  if (pieces.shift()?.trim() !== '') return undefined;
  const texts = pieces.filter((_, index) => index % 2 === 1);
  const inOrder = pieces.every((piece, index) => index % 2 === 1 || Number(piece) === index / 2 + 1);
  return inOrder ? texts : undefined;
}

function plain(text: string, source: string): string {
  const bare = removeMarkup(text.trim(), sourceText(source, 'und'));
  const unstarred = source.includes('*') ? bare : bare.replaceAll('*', '');
  return unstarred.replaceAll(/\s+/gu, ' ').trim();
}

/** Accepted lengths of a translation as a share of its source. A Chinese character counts as three letters. */
const [minRatio, maxRatio] = [0.35, 3];
const shortText = 20;

function problemOf(
  text: string,
  source: string,
  { language, target }: { readonly language: string; readonly target: string },
): TranslationProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  const [length, sourceLength] = [weight(text), weight(source)];
  if (sourceLength > shortText && length < sourceLength * minRatio) return 'too-short';
  if (length > Math.max(sourceLength, shortText) * maxRatio) return 'too-long';
  if (hasRepetition(text, sourceText(source, language))) return 'repetition';
  return isUntranslated(text, source, target) ? 'untranslated' : undefined;
}

function weight(text: string): number {
  let sum = 0;
  for (const character of text) if (/[\p{L}\p{N}]/u.test(character)) sum += containsCjk(character) ? 3 : 1;
  return sum;
}

/** Related languages share many words. A text that shares more was not translated. Names and numbers do not count. */
const maxShared = 0.7;
const minWords = 4;

function isUntranslated(text: string, source: string, target: string): boolean {
  const words = plainWords(source);
  const translated = new Set(normalizeWords(text).split(' '));
  if (words.length < minWords) return containsCjk(source) && normalizeWords(source) === normalizeWords(text);
  return words.filter((word) => translated.has(word)).length > words.length * maxShared || !isInScriptOf(target, text);
}

/** At least half of the letters are those of the language. Names may be in another script. */
function isInScriptOf(target: string, text: string): boolean {
  const letters = scripts.get(languageScript(target) ?? '');
  return letters === undefined || (text.match(letters)?.length ?? 0) >= (text.match(/\p{L}/gu)?.length ?? 0) / 2;
}

const scripts: ReadonlyMap<string, RegExp> = new Map([
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Hans', /\p{Script=Han}/gu],
  ['Hant', /\p{Script=Han}/gu],
  ['Jpan', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Kore', /[\p{Script=Hangul}\p{Script=Han}]/gu],
]);

/** Returns words without a capital. In scripts without spaces these are whole clauses. */
function plainWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? [])
    .filter((word) => !/^\p{Lu}/u.test(word) && word.length > 1)
    .map((word) => normalizeWords(word));
}
