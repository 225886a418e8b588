import { subscriptDigits, superscriptDigits } from '../../../core/strings/superscript-digits.ts';
import type { Run } from './pdf-page.ts';
import { limits } from './limits.ts';

/** Position of a run relative to its line. */
export type ScriptPosition = 'superscript' | 'subscript' | 'baseline';

/** A superscript or subscript: either the mark of a note, or text that belongs to the line. */
export type ScriptContent =
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'text'; readonly text: string };

const endsWithUnit = /(?:^|[^\p{L}])(?:[\p{L}\p{N}]|[kcdmµ]m|ft|in|yd|mi|sec|rad|sq)$/iu;
const signMarks = /^[*†‡§¶‖#]{1,4}$/u;
const numberMarks = /^\(?\d{1,3}(?:[,–-]\s?\d{1,3})*\)?$/u;
const plainCharacters = Array.from('0123456789+-−=()');
const superscripts = tableTo(`${superscriptDigits}⁺⁻⁻⁼⁽⁾`);
const subscripts = tableTo(`${subscriptDigits}₊₋₋₌₍₎`);

/**
 * Returns the position of a run relative to its line. A run as large as the line's text is on the baseline, unless it is the sign of
 * a note, whose glyph can be small.
 */
export function scriptPosition(run: Run, line: { readonly baseline: number; readonly size: number }): ScriptPosition {
  if (run.size > line.size * limits.script.smaller && !signMarks.test(run.text.trim())) return 'baseline';
  const lift = (line.baseline - run.baseline) / line.size;
  if (lift > limits.script.raised) return 'superscript';
  return lift < -limits.script.lowered ? 'subscript' : 'baseline';
}

/**
 * Distinguishes the mark of a note from an exponent. A mark follows a word or a full stop; an exponent follows a
 * variable, a unit or a number. `textBefore` is the line's text before the run, empty where the run opens the line.
 */
export function readScript(run: Run, position: 'superscript' | 'subscript', textBefore: string): ScriptContent {
  const text = run.text.trim();
  const asText = { kind: 'text', text: run.text.replace(text, toScriptCharacters(text, position)) } as const;
  if (position === 'subscript') return asText;
  if (signMarks.test(text)) return { kind: 'mark', mark: text };
  const before = textBefore.trimEnd();
  const isLetter = /^[a-z]$/u.test(text) && /(?:\p{Ll}{3}|[.,;:!?”’")])$/u.test(before);
  if (!isLetter && !numberMarks.test(text)) return { kind: 'text', text: run.text };
  return endsWithUnit.test(before) ? asText : { kind: 'mark', mark: text.replaceAll(/[()]/gu, '') };
}

/** Returns digits and signs as superscript or subscript characters. A text with other characters is returned unchanged. */
function toScriptCharacters(text: string, position: 'superscript' | 'subscript'): string {
  const table = position === 'superscript' ? superscripts : subscripts;
  const characters = Array.from(text);
  return characters.every((one) => table.has(one)) ? characters.map((one) => table.get(one)).join('') : text;
}

function tableTo(characters: string): ReadonlyMap<string, string> {
  const signs = Array.from(characters);
  return new Map(plainCharacters.map((plain, index) => [plain, signs[index] ?? plain]));
}
