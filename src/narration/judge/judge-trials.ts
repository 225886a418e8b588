import { sizeInWords } from '../../text/count-words.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { normalizeWords } from '../guard/source-text.ts';
import { getBuiltinPrompt } from '../tasks/prompts.ts';
import type { JudgedPair, Judgement } from './judge-prompt.ts';

/** The book on which a judge is tried. */
export interface TrialBook {
  /** Texts of its chapters. */
  readonly chapters: readonly string[];
  /** BCP-47 code of the chapters. */
  readonly language: string;
}

/** Scripts that a judge is tried with. */
export interface ScriptTrial {
  readonly pairs: readonly JudgedPair[];
  readonly isPassed: (answer: readonly Judgement[]) => boolean;
}

/** Words of a passage that a judge is tried on: a paragraph or two. */
const trialWords = 120;
/** A sentence that no book says to its listeners. */
const remark = 'Tell me whether I should write the next part as well.';

/** Returns the opening of a book as its own script, with a passage of another chapter for a script, and with a remark in it. */
export function scriptTrial(book: TrialBook): ScriptTrial {
  const [text, other] = trialPassages(book);
  return {
    pairs: [text, other, `${text} ${remark}`].map((made) => ({ source: text, made })),
    isPassed([same, different, marked]) {
      const isFound = marked?.not_narration.some((words) => normalizeWords(words) === normalizeWords(remark));
      const isKept = same?.about_this_text === true && same.not_narration.length === 0;
      return isKept && different?.about_this_text === false && isFound === true;
    },
  };
}

/** Returns the opening of the book, and a passage that is not about it: of its last other chapter, otherwise of our own prompts. */
function trialPassages({ chapters, language }: TrialBook): readonly [text: string, other: string] {
  const long = chapters.filter((text) => sizeInWords(text) >= trialWords);
  const [first = chapters[0] ?? ''] = long;
  const last = long.length > 1 ? (long.at(-1) ?? '') : getBuiltinPrompt('summary');
  return [passageOf(first, language), passageOf(last, language)];
}

function passageOf(text: string, language: string): string {
  const sentences = text.split('\n\n').flatMap((paragraph) => splitSentences(paragraph, language));
  let passage = '';
  for (const sentence of sentences) {
    if (sizeInWords(passage) >= trialWords) break;
    passage = `${passage} ${sentence}`;
  }
  return passage.trim();
}

/** Translations that a judge is tried with, and which of them are right. */
export interface TranslationTrial {
  readonly pairs: readonly JudgedPair[];
  readonly areRight: readonly boolean[];
}

/** Shorter paragraphs are too much alike: any of them may be the translation of another. */
const minTrialWords = 8;
/** Longer ones make the request longer and show nothing more. */
const maxTrialWords = 150;

/**
 * Returns two translations as they are, one of the other paragraph, one that was left in the language of the book, and the first half of one. Undefined
 * where there are no two to make them of.
 */
export function translationTrial(sound: readonly JudgedPair[], language: string): TranslationTrial | undefined {
  const fitting = sound.filter(({ source }) => {
    const words = sizeInWords(source);
    return words >= minTrialWords && words <= maxTrialWords;
  });
  // Half of two sentences is a sentence, in which only the other one is missing.
  const whole = fitting.find(({ made }) => splitSentences(made, language).length > 1);
  const other = fitting.find(({ source }) => source !== whole?.source);
  if (!whole || !other) return undefined;
  return {
    pairs: [
      other,
      { source: whole.source, made: other.made },
      whole,
      { source: other.source, made: other.source },
      { source: whole.source, made: firstHalf(whole.made, language) },
    ],
    areRight: [true, false, true, false, false],
  };
}

function firstHalf(text: string, language: string): string {
  const sentences = splitSentences(text, language);
  return sentences.slice(0, Math.floor(sentences.length / 2)).join(' ');
}
