import type { Block, Chapter } from '../../core/book.ts';
import { isGenericTitle } from '../titles/title-patterns.ts';

/** A name has at most this many letters and spaces. */
const maxLength = 40;
/** As many speeches make a play. */
const minSpeeches = 8;
/** As many in one chapter: a person answers another, and is answered. */
const minInChapter = 3;
/** A name that stands alone as often is that of a speaker. */
const minRepeats = 3;

/**
 * Finds the names of speakers in plays, which stand alone above each speech: short, in the form of a name, repeated, and
 * of at least two people. A name with its speech in one block stays as it is.
 */
export function markSpeakers(chapters: readonly Chapter[]): Chapter[] {
  const counts = new Map<string, number>();
  for (const { blocks } of chapters) {
    const names = blocks.filter((one, index) => isName(one, blocks[index + 1]));
    // The author above a text and the signature below it are no speeches.
    if (names.length < minInChapter) continue;
    for (const block of names) counts.set(nameOf(block), (counts.get(nameOf(block)) ?? 0) + 1);
  }
  const speakers = new Map([...counts].filter(([, count]) => count >= minRepeats));
  const speeches = [...speakers.values()].reduce((sum, count) => sum + count, 0);
  if (speakers.size < 2 || speeches < minSpeeches) return [...chapters];
  return chapters.map((chapter) => ({
    ...chapter,
    blocks: chapter.blocks.map((block, index) =>
      isName(block, chapter.blocks[index + 1]) && speakers.has(nameOf(block)) ? { ...block, kind: 'speaker' } : block,
    ),
  }));
}

function nameOf({ text }: Block): string {
  return text.replace(/[.:]$/u, '').toLocaleUpperCase();
}

/** All words of a name have a capital, apart from short ones (`First Clown`, `Dame de Compagnie`). */
const name = /^\p{Lu}[\p{L}\p{M}'’-]*\.?(?: (?:\p{Lu}[\p{L}\p{M}'’-]*\.?|\p{Ll}{1,3}|\d{1,2})){0,3}[.:]?$/u;

function isName({ kind, text }: Block, next: Block | undefined): boolean {
  if (kind !== 'paragraph' && kind !== 'verse' && kind !== 'quotation') return false;
  if (text.length > maxLength || !name.test(text) || isGenericTitle(text) || next === undefined || !isSpeech(next))
    return false;
  // A refrain is written like a name, too.
  return kind !== 'verse' || /[.:]$|^[^\p{Ll}]+$/u.test(text);
}

function isSpeech({ kind, text }: Block): boolean {
  if (kind !== 'paragraph' && kind !== 'verse' && kind !== 'quotation') return false;
  return !(text.length <= maxLength && /^[^\p{Ll}]+[.:]?$/u.test(text));
}
