import { splitSentences } from '../../../text/split-sentences.ts';
import { letterWeight } from '../letter-weight.ts';
import { normalizeWords } from '../source-text.ts';

/** Letters of sentences that are the same by copying, not by chance. */
const minLetters = 25;

/** BCP-47 codes of a text and of its translation. */
interface Languages {
  readonly language: string;
  readonly target: string;
}

/** Reports whether a paragraph has half of its sentences from one before it, though their sources share none. */
export function repeatsParagraph(
  translated: readonly string[],
  sources: readonly string[],
  { language, target }: Languages,
): boolean {
  const [own, original] = [sentencesOf(translated, target), sentencesOf(sources, language)];
  return own.some((sentences, index) =>
    own
      .slice(0, index)
      .some(
        (before, other) =>
          sentences.size > 0 &&
          sharedBy(sentences, before) * 2 >= sentences.size &&
          sharedBy(original[index], original[other]) === 0,
      ),
  );
}

function sentencesOf(paragraphs: readonly string[], language: string): ReadonlySet<string>[] {
  return paragraphs.map(
    (text) =>
      new Set(
        splitSentences(text, language)
          .map((sentence) => normalizeWords(sentence))
          .filter((sentence) => letterWeight(sentence) >= minLetters),
      ),
  );
}

function sharedBy(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): number {
  return [...one].filter((sentence) => other.has(sentence)).length;
}
