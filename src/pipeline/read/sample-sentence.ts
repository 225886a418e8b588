import type { Block, Book } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { splitSentences } from '../../text/split-sentences.ts';

/** Shorter chapters are dedications and the like. */
const minChapterWords = 200;
const minLength = 80;
const maxLength = 400;

/** Returns some sentences of a book for a sample of a voice, at most 400 characters: from a paragraph of its first long chapter. */
export function sampleSentence({ chapters, metadata }: Pick<Book, 'chapters' | 'metadata'>): string | undefined {
  const chapter = chapters.find(({ blocks }) => countWordsOf(blocks) >= minChapterWords) ?? chapters[0];
  const spoken = chapter?.blocks.filter(({ text }) => isSpeakable(text)) ?? [];
  const paragraphs = spoken.filter(({ kind }) => kind === 'paragraph');
  const block = paragraphs.find(({ text }) => text.length >= minLength) ?? paragraphs[0] ?? spoken[0];
  return block && opening(block, metadata.language);
}

function opening({ text, language }: Block, bookLanguage: string): string {
  let found = '';
  for (const sentence of splitSentences(text, language ?? bookLanguage)) {
    const longer = `${found} ${sentence}`.trim();
    if (found.length >= minLength || longer.length > maxLength) break;
    found = longer;
  }
  return found === '' ? cutAtWord(text) : found;
}

/** A sentence may be longer than a sample. */
function cutAtWord(text: string): string {
  // Half of a pair of surrogates is not a character.
  const cut = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/u, '');
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}
