import { toScript } from './scripts.ts';
import type { Run } from './pdf-page.ts';

/** What a raised or lowered piece of text in a line is. */
export type Raised =
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'text'; readonly text: string };

const endsWithUnit = /(?:^|[^\p{L}])(?:[\p{L}\p{N}]|[kcdmµ]m|ft|in|yd|mi|sec|rad|sq)$/iu;
const signMarks = /^[*†‡§¶‖#]{1,4}$/u;
const numberMarks = /^\(?\d{1,3}(?:[,–-]\s?\d{1,3})*\)?$/u;

/** Whether a run stands above (1) or below (-1) the line that it is part of, or on it (0). */
export function raised(run: Run, line: { readonly baseline: number; readonly size: number }): -1 | 0 | 1 {
  if (run.size > line.size * 0.87) return 0;
  const lift = (line.baseline - run.baseline) / line.size;
  if (lift > 0.12) return 1;
  return lift < -0.08 ? -1 : 0;
}

/**
 * Tells the mark of a note from an exponent: a mark stands after a word or a stop, an exponent after a variable, a
 * unit or a number. `before` is the text of the line up to there; empty at its beginning, where a note opens.
 */
export function readRaised(run: Run, height: -1 | 1, before: string): Raised {
  const text = run.text.trim();
  const asText = { kind: 'text', text: run.text.replace(text, toScript(text, height)) } as const;
  if (height === -1) return asText;
  if (signMarks.test(text)) return { kind: 'mark', mark: text };
  const last = before.trimEnd();
  const isLetter = /^[a-z]$/u.test(text) && /(?:\p{Ll}{3}|[.,;:!?”’")])$/u.test(last);
  if (!isLetter && !numberMarks.test(text)) return { kind: 'text', text: run.text };
  return endsWithUnit.test(last) ? asText : { kind: 'mark', mark: text.replaceAll(/[()]/gu, '') };
}
