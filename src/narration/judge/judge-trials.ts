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
