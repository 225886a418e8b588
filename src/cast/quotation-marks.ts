import { languageOf } from '../languages/languages.ts';

/** The marks that close a quotation, and whether they are also apostrophes. */
interface Opening {
  readonly closers: string;
  readonly isApostrophe?: boolean | undefined;
}

const common: Readonly<Record<string, Opening>> = {
  '“': { closers: '”' },
  '„': { closers: '“”' },
  '‟': { closers: '”' },
  '«': { closers: '»' },
  '「': { closers: '」' },
  '『': { closers: '』' },
  '"': { closers: '"' },
  '‘': { closers: '’', isApostrophe: true },
  '‚': { closers: '‘’', isApostrophe: true },
  "'": { closers: "'", isApostrophe: true },
};

/** A quotation in one text, with its marks. */
export interface MarkedRange {
  readonly from: number;
  /** End index, exclusive. The end of the text when the quotation is not closed in it. */
  readonly to: number;
  /** The mark that opens it. */
  readonly mark: string;
  readonly isClosed: boolean;
}

/** Returns the quotations of a text that are inside of no other, in order. A quotation that is not closed is the last one. */
export function markedRanges(text: string, language: string): MarkedRange[] {
  const ranges: MarkedRange[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const opening = openingAt(text, at, language);
    if (!opening) continue;
    const end = closingAfter(text, at, opening);
    if (end !== undefined) {
      ranges.push({ from: at, to: end, mark, isClosed: true });
      at = end - 1;
    } else if (!opening.isApostrophe || mark === '‘') {
      ranges.push({ from: at, to: text.length, mark, isClosed: false });
      break;
    }
  }
  return ranges;
}

/** Returns the index after the mark that closes a quotation which began in an earlier text, or undefined. A new quotation before it ends the search. */
export function closedAt(text: string, mark: string, language: string): number | undefined {
  const opening = openingOf(mark, language);
  return opening && closingAfter(text, -1, opening);
}

/** Reports whether a text begins with a mark, as each paragraph of a long quotation does. */
export function beginsWith(text: string, mark: string): boolean {
  return text.trimStart().startsWith(mark);
}

function openingOf(mark: string, language: string): Opening | undefined {
  const { inward, equal } = languageOf(language).quotations ?? {};
  if (mark === '»' && inward) return { closers: '«' };
  if ((mark === '”' || mark === '»') && equal) return { closers: mark };
  return common[mark];
}

/** Returns what the character at an index opens. A mark that could be an apostrophe opens only before a word. */
function openingAt(text: string, at: number, language: string): Opening | undefined {
  const opening = openingOf(text.charAt(at), language);
  if (!opening?.isApostrophe && text.charAt(at) !== '"') return opening;
  const opensWord =
    /^$|[\s\p{Pd}\p{Ps}\p{Pi}"]/u.test(text.charAt(at - 1)) && /[^\s\p{Pe}\p{Pf}]/u.test(text.charAt(at + 1));
  return opensWord ? opening : undefined;
}

/** Returns the index after the closing mark, or undefined. Quotations of the same kind inside are skipped. */
function closingAfter(text: string, from: number, opening: Opening): number | undefined {
  const opener = from < 0 ? '' : text.charAt(from);
  let depth = 1;
  let first: number | undefined;
  for (let at = from + 1; at < text.length; at += 1) {
    if (closesAt(text, at, opening)) {
      depth -= 1;
      first ??= at + 1;
      if (depth === 0) return at + 1;
    } else if (text.charAt(at) === opener && opensInside(text, at, opening)) depth += 1;
  }
  // A mark inside was never closed: the first closing mark counts.
  return first;
}

function closesAt(text: string, at: number, { closers, isApostrophe = false }: Opening): boolean {
  return closers.includes(text.charAt(at)) && (!isApostrophe || endsQuotation(text, at));
}

function opensInside(text: string, at: number, { closers, isApostrophe = false }: Opening): boolean {
  if (closers.includes(text.charAt(at))) return false;
  return !isApostrophe || /[\s\p{Ps}\p{Pi}]/u.test(text.charAt(at - 1));
}

/** Characters that are looked at after a mark, so that each check costs the same. */
const reach = 1000;

/** Reports whether a mark that could be an apostrophe closes: `dogs’ tails` has one that does not. */
function endsQuotation(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (/\s/u.test(before) || /[\p{L}\p{N}]/u.test(text.charAt(at + 1))) return false;
  if (/[\p{P}]/u.test(before)) return true;
  // After a plain word it is an apostrophe when a closing mark with punctuation before it still follows.
  const rest = text.slice(at + 1, at + 1 + reach);
  const close = /[\p{P}](?<![\s‘'])[’'‘](?![\p{L}\p{N}])/u.exec(rest);
  const open = /(?:^|[\s\p{Pd}])[‘'‚](?=[\p{L}\p{N}])/u.exec(rest);
  return close === null || (open !== null && open.index < close.index);
}
