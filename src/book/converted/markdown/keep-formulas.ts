import type MarkdownIt from 'markdown-it';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { looksLikeFormula, texAt } from '../../epub/math/tex-formulas.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type BlockRule = Parameters<Parser['block']['ruler']['before']>[2];

/**
 * A plug-in that keeps formulas in LaTeX from being read as Markdown, in which `_`, `\` and `+` have meanings of their own: they
 * become texts that the reader of the markup finds. Code is left as it is.
 */
export function keepFormulas(markdown: Parser): void {
  markdown.inline.ruler.before('escape', 'formula', (state, silent) => {
    const text = formulaAt(state.src, state.pos);
    if (text === undefined) return false;
    if (!silent) state.push('html_inline', '', 0).content = formulaMarkup(text);
    state.pos += text.length;
    return true;
  });
  markdown.block.ruler.before('fence', 'formula', keepLines, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** Columns (CommonMark 4.4). */
const indentOfCode = 4;

/** Keeps a formula over whole lines, in which `+ c` would be an item of a list and `= c` could be a heading. */
const keepLines: BlockRule = (state, startLine, endLine, silent) => {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= indentOfCode) return false;
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const text = wholeLinesAt(state.src, at);
  if (text === undefined) return false;
  const next = startLine + text.split('\n').length;
  if (next > endLine) return false;
  if (silent) return true;
  state.push('html_block', '', 0).content = `<p>${formulaMarkup(text)}</p>\n`;
  state.line = next;
  return true;
};

/** Returns the formula between delimiters for lines of their own that begins at a place, if nothing stands behind it in its last line. */
function wholeLinesAt(source: string, place: number): string | undefined {
  if (!/^(?:\$\$|\\\[|\\begin\{)/u.test(source.slice(place, place + longestDelimiter))) return undefined;
  const text = formulaAt(source, place);
  if (text === undefined || /\n[ \t]*\n/u.test(text)) return undefined;
  const end = place + text.length;
  const [rest = ''] = source.slice(end, end + maxRest).split('\n', 1);
  return rest.trim() === '' ? text : undefined;
}

/** Characters. */
const longestDelimiter = '\\begin{'.length;
/** Characters behind a formula that are looked at: a line has more only if it is not blank. */
const maxRest = 200;

/** Returns the formula, with its delimiters, that begins at a place of Markdown, where `\[1\]` is text in brackets. */
function formulaAt(source: string, place: number): string | undefined {
  const found = texAt(source, place);
  if (found === undefined) return undefined;
  const { text, inside } = found;
  const isBracket = text.startsWith(String.raw`\(`) || text.startsWith(String.raw`\[`);
  const isFormula = looksLikeFormula(inside) && /[\\^_{}=]|^\s*\p{L}\s*$/u.test(inside);
  return isBracket && !isFormula ? undefined : text;
}

function formulaMarkup(text: string): string {
  return `<span class="math">${escapeMarkup(text)}</span>`;
}
