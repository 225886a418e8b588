import { sizeInWords } from '../../../text/count-words.ts';
import { contentStems } from '../stems.ts';
import type { SourceText } from '../source-text.ts';

/** A remark to the person who asked is short. */
const maxRemarkWords = 30;
/** Stems that a remark has in common with a chapter by chance, where its last sign shows that it is not a statement. */
const maxByChance = 1;

/** The wrapping of an answer, which shows whether a model kept to the form. */
export interface RemarkOptions {
  /** The script stood in an envelope, so that everything in it was meant to be spoken. */
  readonly isWrapped: boolean;
}

/**
 * Removes the first and the last paragraph of a script, in any language, where they are remarks to the person who asked: short,
 * and without anything that the chapter is about. Of a script in an envelope only a first paragraph with a colon at its end is one.
 */
export function removeRemarks(text: string, chapter: SourceText, { isWrapped }: RemarkOptions): string {
  const paragraphs = text.split('\n\n');
  const stems = contentStems(chapter.text);
  const isRemark = (paragraph: string): boolean => {
    const shared = [...contentStems(paragraph)].filter((stem) => stems.has(stem)).length;
    return isShort(paragraph, text) && shared <= (/[:：!！?？؟]$/u.test(paragraph) ? maxByChance : 0);
  };
  const isLead = (paragraph: string): boolean => isRemark(paragraph) && (!isWrapped || /[:：]$/u.test(paragraph));
  const first = paragraphs.findIndex((paragraph) => !isLead(paragraph));
  const last = isWrapped ? paragraphs.length - 1 : paragraphs.findLastIndex((paragraph) => !isRemark(paragraph));
  return first < 0 || last < first ? text : paragraphs.slice(first, last + 1).join('\n\n');
}

/** Keeps paragraphs that make up half of a text: they are the text. */
function isShort(paragraph: string, text: string): boolean {
  const size = sizeInWords(paragraph);
  return size <= maxRemarkWords && size * 2 <= sizeInWords(text);
}
