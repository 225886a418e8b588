import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];

const item = String.raw`(?:[#.]\p{L}[\p{L}\p{N}_:.-]*|-)`;
const value = String.raw`[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+)`;
const headingAttributes = new RegExp(String.raw`\s*\{:?\s*${item}(?:\s+(?:${item}|${value}))*\s*\}\s*$`, 'u');
/** Whole lines: breaks of pages, tables of contents, edges of divisions, attributes of blocks, includes and shortcodes. */
const directive =
  /^(?:\\(?:newpage|pagebreak|clearpage|cleardoublepage|tableofcontents)|\[\[?_?toc_?\]\]?|\{pagebreak\}|\{\{\s*toc\s*\}\}|:{3,}\s*(?:\{[^{}]*\}|[\w-]+(?:\s*\{[^{}]*\})?)?\s*:*|\{:[^{}]*\}|\{\{[#<%].*\}\}|\{%.*%\})$/iu;
const commentStart = /^\{::comment\}$/u;
const commentEnd = /^\{:\/(?:comment)?\}$/u;

/**
 * A plug-in that drops what other programs than readers of CommonMark understand: directives in lines of their own, kramdown's
 * comments and the attributes of headings. Code is left as it is.
 */
export function dropDirectives(markdown: Parser): void {
  markdown.core.ruler.after('block', 'drop-directives', (state) => {
    const tokens = withoutComments(state.tokens);
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline') continue;
      const isHeading = tokens[index - 1]?.type === 'heading_open';
      token.content = isHeading ? token.content.replace(headingAttributes, '') : withoutDirectives(token.content);
    }
    state.tokens = tokens.filter((_, index) => !isEmptied(tokens, index));
  });
}

function withoutDirectives(content: string): string {
  const lines = content.split('\n');
  const kept = lines.filter((line) => !directive.test(line.trim()));
  return kept.length === lines.length ? content : kept.join('\n');
}

/** A paragraph that had nothing else. */
function isEmptied(tokens: readonly Token[], index: number): boolean {
  const at = places.get(tokens[index]?.type ?? '');
  if (at === undefined || tokens[index + at - 1]?.type !== 'paragraph_open') return false;
  return tokens[index + at]?.content === '';
}

/** Offset from each token of a paragraph to the token with its text. */
const places: ReadonlyMap<string, number> = new Map([
  ['paragraph_open', 1],
  ['inline', 0],
  ['paragraph_close', -1],
]);

/** Comments that are closed, whether in one paragraph or in several blocks. */
function withoutComments(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const end = startsComment(token) ? endOfComment(tokens, index) : -1;
    if (end !== -1) {
      token.content = '';
      index = end;
    }
    kept.push(token);
  }
  return kept;
}

function startsComment({ type, content }: Token): boolean {
  return type === 'inline' && commentStart.test(content.split('\n', 1)[0]?.trim() ?? '');
}

function endOfComment(tokens: readonly Token[], start: number): number {
  return tokens.findIndex(
    ({ type, content, level }, index) =>
      index >= start &&
      type === 'inline' &&
      level === tokens[start]?.level &&
      commentEnd.test(content.trimEnd().split('\n').at(-1)?.trim() ?? ''),
  );
}
