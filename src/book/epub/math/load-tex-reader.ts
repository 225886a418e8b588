import { findAll } from '../markup/markup-tree.ts';
import type { Element } from '../markup/markup-tree.ts';
import { parseContent } from '../markup/parse-markup.ts';

/** Returns a formula in LaTeX as MathML, or undefined when it cannot be read. */
export type TexReader = (tex: string) => Element | undefined;

/** Own macros may be expanded so often: a formula that writes itself again and again ends. */
const maxExpansions = 100;
/** The largest formulas that are read have 400 elements. */
const limits = { nesting: 200, elements: 5000 };
/** Numbers of equations and names that others refer to are not part of a formula. */
const labels = /\\(?:label|tag\*?|ref|eqref|nonumber|notag)\b(?:\{[^{}]*\})?/gu;

/** Loads what converts LaTeX to MathML; undefined when it is not installed. Loaded on demand: few books have LaTeX. */
export async function loadTexReader(): Promise<TexReader | undefined> {
  try {
    const { default: temml } = await import('temml');
    const options = { throwOnError: true, displayMode: true, maxExpand: maxExpansions };
    return (tex) => read(() => temml.renderToString(tex.replaceAll(labels, ''), options));
  } catch {
    // An optional dependency: without it only plain formulas are read.
    return undefined;
  }
}

/** The parser calls itself for each brace, and throws when there are too many. */
function read(convert: () => string): Element | undefined {
  try {
    return findAll(parseContent(convert(), limits), 'math')[0];
  } catch {
    return undefined;
  }
}
