import { isGenericTitle } from './title-patterns.ts';

/** Joins two parts of a title: `Chapter 3: The Storm`, `CHAPTER I. START IN LIFE`, `A Scandal in Bohemia, II`. */
export function joinTitle(first: string, second: string): string {
  return first + separator(first, second) + second;
}

/** Returns what stands between two parts of a title; nothing after the last. */
export function separator(first: string, second: string | undefined): string {
  if (second === undefined) return '';
  if (!/[\p{L}\p{N})\]’”]$/u.test(first)) return ' ';
  const isNumberOfName = /^\P{L}*(?:\p{N}+|[IVXLCDM]+)\P{L}*$/u.test(second) && !isGenericTitle(first);
  return isNumberOfName ? ', ' : ': ';
}
