import { splitSentences } from '../../text/split-sentences.ts';
import { countWords, sizeInWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { unspacedScripts } from '../../text/segmenter.ts';
import { hasOtherNames } from './check-names.ts';
import { allWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';
import { speaksToUser } from './speaks-to-user.ts';
import { contentStems, stemOf, stemsOf } from './stems.ts';

/** A retelling shares its small words and names with the chapter. */
const minKnown = 0.25;
/** One sentence may have fewer of them. */
const minKnownInSentence = 0.15;
/** Fewer words, or characters of a script without spaces, show too little of a text's language. */
const minWords = 12;
const minSentenceWords = 4;

/** The fault of a script that retells its source. */
type AdaptationProblem = 'too-short' | 'unfinished' | 'refusal' | 'unrelated' | 'wrong-names';

/** The context that a script is checked in, apart from the chapter. */
export interface AdaptationContext extends Pick<ScriptExpectation, 'dialogue' | 'names'> {
  /** The part of the chapter that it retells. Default: the chapter. */
  readonly source?: SourceText | undefined;
}

/**
 * Reports what is wrong with a script that retells its source: it has no whole sentence, it speaks to the person who asked, it
 * is in another language, as a whole or from a sentence on, or it has other names. A part of a chapter is judged against the
 * whole of it, so that a short part is not judged more loosely.
 */
export function checkAdaptation(
  text: string,
  chapter: SourceText,
  { dialogue = false, names = true, source = chapter }: AdaptationContext = {},
): AdaptationProblem | undefined {
  const ended = endingProblem(text, chapter);
  if (ended) return ended;
  if (speaksToUser(text, chapter, { dialogue })) return 'refusal';
  if (isUnrelatedTo(text, chapter)) return 'unrelated';
  return names && hasOtherNames(text, source, chapter) ? 'wrong-names' : undefined;
}

/** Words per sign at the end of a sentence in a text that has such signs. Thai has none. */
const maxWordsPerEnd = 200;
const wholeEnd = /[\p{Sentence_Terminal}…:]["'”’“»«」』)\]）]*$/u;

function endingProblem(text: string, { text: chapter }: SourceText): 'too-short' | 'unfinished' | undefined {
  if (countWords(text) < minSentenceWords) return 'too-short';
  const ends = chapter.match(/\p{Sentence_Terminal}/gu)?.length ?? 0;
  if (ends * maxWordsPerEnd < countWords(chapter)) return undefined;
  if (!/\p{Sentence_Terminal}/u.test(text)) return 'too-short';
  return wholeEnd.test(text.trimEnd()) ? undefined : 'unfinished';
}

/**
 * Least share of its longer words and names that a retelling has from its chapter. Retellings by people and models have 46 % and more,
 * those of other texts in the same language 15 to 32 %. In scripts without spaces there are no such words.
 */
const minContent = 0.2;
/** Fewer words of this kind are no measure. */
const minStems = 20;
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');

function isAboutSomethingElse(text: string, source: string): boolean {
  const own = [...contentStems(text)];
  if (own.length < minStems || unspaced.test(text)) return false;
  const known = contentStems(source);
  return own.filter((stem) => known.has(stem)).length < own.length * minContent;
}

function isUnrelatedTo(text: string, { text: source, language }: SourceText): boolean {
  const known = new Set(allWords(source));
  const stems = stemsOf(source);
  const isKnown = (word: string): boolean => known.has(word) || (word.length > 1 && stems.has(stemOf(word)));
  const isBelow = (part: string, share: number): boolean => {
    const words = allWords(part);
    return sizeInWords(part) >= minWords && words.filter(isKnown).length < words.length * share;
  };
  if (isBelow(text, minKnown) || isAboutSomethingElse(text, source)) return true;
  return text
    .split('\n\n')
    .some((paragraph) =>
      [paragraph, ...splitSentences(paragraph, language)].some((part) => isBelow(part, minKnownInSentence)),
    );
}
