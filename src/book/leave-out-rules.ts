import type { LeftOutReason } from '../core/book.ts';
import type { BookChoices } from './book-choices.ts';

/** Applies `include` and `exclude` to the decisions of a reader; the same for every format. */
export interface LeaveOutRules {
  /**
   * Returns why a part of the book is left out, or undefined when it is read. `reason` is the reader's own decision;
   * `names` are the names of the part: path, file name, title or page.
   */
  decide(reason: LeftOutReason | undefined, names: readonly string[]): LeftOutReason | undefined;
}

/** Creates the rules for the items of `include` (names and reasons) and `exclude` (names), which wins. */
export function leaveOutRules({ include = [], exclude = [] }: Pick<BookChoices, 'include' | 'exclude'>): LeaveOutRules {
  const included = new Set(include.map(normalizeName));
  const excluded = new Set(exclude.map(normalizeName));
  return {
    decide(reason, names) {
      if (included.size === 0 && excluded.size === 0) return reason;
      const normalized = names.map(normalizeName);
      if (normalized.some((name) => excluded.has(name))) return 'excluded';
      if (reason !== undefined && included.has(normalizeName(reason))) return undefined;
      return normalized.some((name) => included.has(name)) ? undefined : reason;
    },
  };
}

/** Ignores case, punctuation and spaces at the ends, but keeps words apart: `1-1.xhtml` is not `11.xhtml`. */
function normalizeName(name: string): string {
  const lower = name.normalize('NFKC').toLowerCase();
  const words = lower.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return words === '' ? lower.trim() : words;
}
