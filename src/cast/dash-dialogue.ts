import { baseLanguage } from '../core/language.ts';
import { languageOf } from '../languages/languages.ts';
import { hasSpeechVerb } from './speech-words.ts';

const opening = /^\s*[—–―]\s*(?=\S)/u;

/** Returns what is said in a paragraph of dialogue with dashes, without the dashes: start and end of each part. */
export function dashRanges(text: string, language: string): (readonly [from: number, to: number])[] {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined || languageOf(language).quotations?.dash !== true) return [];
  return baseLanguage(language) === 'fr' ? frenchRanges(text, start) : markedRanges(text, start);
}

/**
 * `—Sí —dijo ella—, vengo.` and `— Да, — сказала она. — Я приду.`: a dash before a small letter opens what the narrator says;
 * the next dash closes it. A dash between two words of what is said has white space on both sides and no mark before it.
 */
function markedRanges(text: string, start: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let from: number | undefined = start;
  for (const match of text.slice(start).matchAll(/[—–―]/gu)) {
    const at = start + match.index;
    if (from === undefined) {
      const after = /^[,.;:!?…\s]*/u.exec(text.slice(at + 1))?.[0].length ?? 0;
      from = at + 1 + after;
    } else if (opensNarration(text, at)) {
      ranges.push([from, text.slice(0, at).trimEnd().length]);
      from = undefined;
    }
  }
  if (from !== undefined) ranges.push([from, text.trimEnd().length]);
  return ranges.filter(([first, last]) => first < last);
}

function opensNarration(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const isAttached = /\s$/u.test(before) && /^\p{Ll}/u.test(text.slice(at + 1));
  const isAfterMark = /[,.!?…»"]\s*$/u.test(before) && /^\s*\p{Ll}/u.test(text.slice(at + 1));
  return isAttached || isAfterMark;
}

/** `— Oui, dit-elle, je viens.`: the narrator's words have no marks. They begin with a verb and end at the next mark. */
function frenchRanges(text: string, start: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let from = start;
  for (const match of text.matchAll(
    /(?<=[,!?…»]\s+)(?:\p{Ll}[\p{L}’']*)(?:-t)?(?:-(?:il|elle|je|on|ils|elles)|\s+\p{L}+)[^,.!?;:…]*/gu,
  )) {
    const [said] = match;
    if (match.index < from || !hasSpeechVerb(said.replaceAll('-', ' ').split(/\s+/u).slice(0, 1).join(' '), 'fr'))
      continue;
    ranges.push([from, text.slice(0, match.index).trimEnd().length]);
    const end = match.index + said.length;
    // After a full stop the narrator may go on: only a comma says that the speaker does.
    if (text.charAt(end) !== ',') return ranges;
    from = end + 1 + (/^\s*/u.exec(text.slice(end + 1))?.[0].length ?? 0);
  }
  ranges.push([from, text.trimEnd().length]);
  return ranges.filter(([first, last]) => first < last);
}
