import { languageScript } from '../../core/language.ts';
import type { Generation, StopReason } from '../../llm/language-model.ts';
import { containsCjk } from '../../text/contains-cjk.ts';
import { hasRepetition } from './has-repetition.ts';
import { removeMarkup } from './remove-markup.ts';
import { removeThoughts } from './remove-thoughts.ts';
import { normalizeWords, sourceText } from './source-text.ts';

export type TranslationProblem =
  | Exclude<StopReason, 'complete'>
  | 'format'
  | 'empty'
  | 'untranslated'
  | 'repetition'
  | 'too-short'
  | 'too-long';

export type GuardedTranslation =
  | { readonly ok: true; readonly paragraphs: readonly string[] }
  | { readonly ok: false; readonly problem: TranslationProblem };

/**
 * Judges a translation of numbered paragraphs (`[1] …`): every number once and in order, each paragraph plausible and
 * no longer in its source language. Whatever is no translation, a refusal or a proxy's page, lacks the numbers.
 */
export function guardTranslation(
  answer: Pick<Generation, 'text' | 'stopReason'>,
  paragraphs: readonly string[],
  languages: { readonly language: string; readonly target: string },
): GuardedTranslation {
  if (answer.stopReason !== 'complete') return { ok: false, problem: answer.stopReason };
  const parts = numbered(removeThoughts(answer.text));
  if (parts?.length !== paragraphs.length) return { ok: false, problem: 'format' };
  const translated = parts.map((part, index) => plain(part, paragraphs[index] ?? ''));
  for (const [index, text] of translated.entries()) {
    const problem = problemOf(text, paragraphs[index] ?? '', languages);
    if (problem) return { ok: false, problem };
  }
  return { ok: true, paragraphs: translated };
}

/** The texts behind `[1]`, `[2]`, … at the beginnings of lines, or undefined when the numbers are not in order. */
function numbered(answer: string): string[] | undefined {
  const pieces = answer.split(/^[^\S\n]*\[(\d{1,4})\][^\S\n]?/mu);
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

/** A translation is never so much shorter or longer; a Chinese character says as much as three letters. */
const [leastRatio, mostRatio] = [0.35, 3];
const shortText = 20;

function problemOf(
  text: string,
  source: string,
  { language, target }: { readonly language: string; readonly target: string },
): TranslationProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  const [length, wanted] = [weight(text), weight(source)];
  if (wanted > shortText && length < wanted * leastRatio) return 'too-short';
  if (length > Math.max(wanted, shortText) * mostRatio) return 'too-long';
  if (hasRepetition(text, sourceText(source, language))) return 'repetition';
  return isUntranslated(text, source, target) ? 'untranslated' : undefined;
}

function weight(text: string): number {
  let sum = 0;
  for (const character of text) if (/[\p{L}\p{N}]/u.test(character)) sum += containsCjk(character) ? 3 : 1;
  return sum;
}

/** Near relations share many words; a text that shares more than this was left as it is. Names and numbers do not count. */
const mostShared = 0.7;
const enoughWords = 4;

function isUntranslated(text: string, source: string, target: string): boolean {
  const words = plainWords(source);
  const there = new Set(normalizeWords(text).split(' '));
  if (words.length < enoughWords) return containsCjk(source) && normalizeWords(source) === normalizeWords(text);
  return words.filter((word) => there.has(word)).length > words.length * mostShared || !isInScriptOf(target, text);
}

/** Half of the letters of a text at least are those of its language; names may be written in others. */
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

/** Words without a capital; in a script without spaces whole clauses, which no translation shares. */
function plainWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? [])
    .filter((word) => !/^\p{Lu}/u.test(word) && word.length > 1)
    .map((word) => normalizeWords(word));
}
