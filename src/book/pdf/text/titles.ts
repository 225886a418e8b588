import type { LeftOutReason } from '../../../core/book.ts';
import { reasonByTitle } from '../../epub/leave-out/reason-by-name.ts';
import { titleWords } from '../../titles/title-words.ts';
import { isCalledChapter, isGenericTitle, startsLikePart } from '../../titles/title-patterns.ts';

/** What chapters of some books are called instead, before their number. */
const otherChapter = new RegExp(`^(?:${titleWords('scene')})\\s+\\S+`, 'iu');
const notesTitle = new RegExp(`^(?:${titleWords('notes')})[\\s.:]*$`, 'iu');

/** Reports whether a heading begins a chapter, such as `Chapter 3`, `Глава 3`, `Zweites Kapitel`, `第三章` or `Stave One`. */
export function isChapterTitle(text: string): boolean {
  return isCalledChapter(text) || isGenericTitle(otherChapter.exec(text)?.[0].replace(/[.:,]$/u, '') ?? '');
}

/** Reports whether a heading begins a part that contains chapters, such as `Part 2`. Sections are parts of chapters. */
export function isPartTitle(text: string): boolean {
  return startsLikePart(text) && !isChapterTitle(text) && !/section/iu.test(text);
}

/** Reports whether a title is that of endnotes. */
export function isNotesTitle(title: string): boolean {
  return notesTitle.test(title.trim());
}

/** Returns why a piece with this title is not read aloud, or undefined when it is read. */
export function leaveOutReason(title: string): LeftOutReason | undefined {
  return reasonByTitle(title.trim().replaceAll(/^[\W\d]+\s|[\s.:]+$/gu, ''));
}
