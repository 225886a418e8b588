import type { Generation } from '../../llm/language-model.ts';
import { countWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { cleanPassages } from './answer/clean-passages.ts';
import { isGarbled } from './answer/decode.ts';
import type { Passage } from './answer/labels.ts';
import { readAnswer } from './answer/read-answer.ts';
import { hasOmission } from './answer/remove-directions.ts';
import { withoutSentences } from './cut-sentences.ts';
import type { Repair, ScriptProblem } from './guarded-script.ts';
import { findOtherLanguage } from './other-language.ts';
import { hasOtherScript } from './other-script.ts';
import { copiedRequest } from './own-request.ts';
import { chapterWords, inventsNames, isAbout, likelyRemarks } from './rare-words.ts';
import { hasRepetition, repeatsParagraph } from './repeats.ts';
import type { SourceText } from './source-text.ts';

/** What an answer is checked against. */
export interface RetellingContext {
  /** The part of the chapter that it was made from, paragraphs separated by an empty line. */
  readonly source: string;
  /** The whole chapter. All parts of one have the same. */
  readonly chapter: SourceText;
  /** The source is not the whole chapter. */
  readonly isPart: boolean;
  /** BCP-47 code of chapter and script. */
  readonly language: string;
  readonly expectation: ScriptExpectation;
  /** Everything that our request says, without the text of the book. */
  readonly request: string;
  /** Stems of words that are common in the book. */
  readonly common: ReadonlySet<string>;
  /** A judge says afterwards what is no narration. Without one, sentences at the edges that have no word of the chapter are cut. */
  readonly isJudged: boolean;
}

/** A retelling, or why the answer is none. */
export type GuardedRetelling =
  | { readonly ok: true; readonly paragraphs: readonly Passage[]; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problem: ScriptProblem; readonly about?: string | undefined };

/** More characters than a script of a few words has. */
const maxLength = 20_000;

/**
 * Checks whether an answer retells its text and holds nothing else, without lists of what models say: by its form, its language, the rare words of the
 * chapter, repetitions, and words in a row of our own request. Removes what cannot be spoken. Text of the chapter is never taken for the model's.
 */
export async function guardRetelling(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  context: RetellingContext,
): Promise<GuardedRetelling> {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  if (completion.text.length > maxLength + context.source.length * 10) return { ok: false, problem: 'too-long' };
  const read = readAnswer(completion.text);
  if (!read) return { ok: false, problem: 'form' };
  const { chapter } = context;
  const texts = read.passages.map(({ text }) => text);
  if (hasOmission(texts, chapter)) return { ok: false, problem: 'omission' };
  const cleaned = cleanPassages(read.passages, chapter);
  const { paragraphs, repairs } = withoutRemarks(cleaned, context, read.isWrapped);
  const text = paragraphs.map((paragraph) => paragraph.text).join('\n\n');
  const problem = problemIn(text, context) ?? (await otherLanguage(paragraphs, context));
  if (problem) return { ok: false, ...problem };
  return { ok: true, paragraphs, repairs };
}

type Problem = Omit<Extract<GuardedRetelling, { ok: false }>, 'ok'>;

function problemIn(text: string, context: RetellingContext): Problem | undefined {
  const { chapter } = context;
  if (text === '') return { problem: 'empty' };
  if (isGarbled(text, chapter.text)) return { problem: 'form' };
  const copied = copiedRequest(text, context.request, chapter);
  if (copied !== undefined) return { problem: 'copied-request', about: copied };
  if (hasRepetition(text, chapter) || repeatsParagraph(text.split('\n\n'), [], chapter.text))
    return { problem: 'repetition' };
  return subjectProblem(text, context) ?? endingProblem(text, chapter) ?? lengthProblem(text, context);
}

/** Returns what is wrong with a retelling as one of its chapter. */
function subjectProblem(
  text: string,
  { chapter, expectation, request, common }: RetellingContext,
): Problem | undefined {
  if (!expectation.related) return undefined;
  const { names = true } = expectation;
  if (hasOtherScript(text, chapter.text)) return { problem: 'unrelated' };
  if (!names) return undefined;
  if (!isAbout(text, chapterWords(chapter.text, request, common))) return { problem: 'unrelated' };
  return inventsNames(text, chapter.text) ? { problem: 'wrong-names' } : undefined;
}

async function otherLanguage(
  paragraphs: readonly Passage[],
  { language, expectation, chapter }: RetellingContext,
): Promise<Problem | undefined> {
  if (!expectation.related) return undefined;
  const texts = paragraphs.map(({ text }) => text);
  const about = await findOtherLanguage(texts, chapter, language);
  return about === undefined ? undefined : { problem: 'other-language', about: about.slice(0, 60) };
}

/** Words per sign at the end of a sentence in a text that has such signs. Thai has none. */
const maxWordsPerEnd = 200;
const wholeEnd = /[\p{Sentence_Terminal}…:]["'”’“»«」』)\]）]*$/u;

function endingProblem(text: string, { text: chapter }: SourceText): Problem | undefined {
  return !hasEnds(chapter) || wholeEnd.test(text.trimEnd()) ? undefined : { problem: 'unfinished' };
}

function hasEnds(chapter: string): boolean {
  const ends = chapter.match(/\p{Sentence_Terminal}/gu)?.length ?? 0;
  return ends * maxWordsPerEnd >= countWords(chapter);
}

/** A part may be shorter than its share of the chapter: one is duller than the other. */
const minOfPart = 0.5;

/** Returns what is wrong with the length of the script of a chapter or, more loosely, of a part of one. */
function lengthProblem(text: string, { source, isPart, expectation }: RetellingContext): Problem | undefined {
  const { min, max } = expectation.length;
  const words = countWords(source);
  const ratio = countWords(text) / Math.max(1, words);
  const about = `${Math.round(ratio * 100)} % of the text`;
  if (ratio < (isPart ? min * minOfPart : min)) return { problem: 'too-short', about };
  return ratio > max && words > 20 ? { problem: 'too-long', about } : undefined;
}

interface Cleaned {
  readonly paragraphs: readonly Passage[];
  readonly repairs: readonly Repair[];
}

/**
 * Cuts what is no sentence and has nothing of the chapter, such as a label or a lead line, and where nobody judges the script or the model did not
 * keep to the form, all that has no word of the chapter. Two hosts say such things to each other.
 */
function withoutRemarks(cleaned: Cleaned, context: RetellingContext, isWrapped: boolean): Cleaned {
  const { chapter, expectation, request, common, isJudged, language } = context;
  const { related, names = true, dialogue = false } = expectation;
  if (!related || !names) return cleaned;
  const words = chapterWords(chapter.text, request, common);
  const texts = cleaned.paragraphs.map(({ text }) => text);
  const isFragment = (text: string): boolean => hasEnds(chapter.text) && !wholeEnd.test(text.replace(/:$/u, ''));
  const likely = likelyRemarks(texts, words, language);
  const isEdge = (text: string): boolean => text === texts[0] || text === texts.at(-1) || !texts.includes(text);
  const remarks = likely.filter(
    (text) => isFragment(text) || ((!isJudged || !isWrapped) && (!dialogue || isEdge(text))),
  );
  const unwanted = remarks.filter((remark) => !chapter.contains(remark));
  if (unwanted.length === 0) return cleaned;
  return {
    paragraphs: withoutSentences(cleaned.paragraphs, unwanted, language),
    repairs: [...cleaned.repairs, 'remarks'],
  };
}
