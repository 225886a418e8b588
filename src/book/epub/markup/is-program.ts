import { findAll, rawText } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';

/** Tells programs from verse and letters: older books use `<pre>` for those. */
export function isProgram(element: Element): boolean {
  if (findAll(element, 'code', 'kbd', 'samp').length > 0) return true;
  const classes = `${element.attribs['class'] ?? ''} ${element.parent?.attribs['class'] ?? ''}`;
  if (/code|highlight|literal|listing|program|source|screen/iu.test(classes)) return true;
  const lines = rawText(element)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // Highlighting marks up several words of a line.
  if (findAll(element, 'span').length > 1.5 * lines.length) return true;
  return lines.filter((line) => instruction.test(line)).length >= lines.length / 3;
}

/** A call, an assignment, a block, a tag, a variable, a prompt, a comment, or an end that no verse with a capital has. */
const instruction =
  /\w\([^)]*\)?|\w\s?[-+*:/|&]?=\s?\S|[{}]$|^[{}\])]+|<\/?\w+[^<]*>|\$\{?[a-z_]|^(?:[$%#>] |>>> |\/\/|\/\*|#!|--?\w)|\\\w|[[(][\w.]*\]|^[^\p{Lu}"'“‘]*;$/u;
