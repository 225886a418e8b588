import { titleWords } from './title-words.ts';

const end = new RegExp(`^(?:${titleWords('end')})\\P{L}*$`, 'iu');

/** Reports whether a line says that the book ends: its last words make no chapter. */
export function isEnd(text: string): boolean {
  return end.test(text.trim());
}
