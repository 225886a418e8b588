import type { SourceText } from '../source-text.ts';

/** Removes Markdown, tags and characters that cannot be spoken. Lines that occur in the source stay. */
export function removeMarkup(text: string, source: SourceText): string {
  const lines = withoutFences(text).split('\n');
  const sourceLines = new Set(source.text.split('\n').map((line) => line.trim()));
  return lines
    .map((line) => (sourceLines.has(line.trim()) ? line : plainLine(line.trim(), source)))
    .filter((line) => line !== undefined)
    .map((line) =>
      straySigns.reduce((rest, sign) => (source.text.includes(sign) ? rest : rest.replaceAll(sign, '')), line),
    )
    .join('\n');
}

function withoutFences(text: string): string {
  return text.replaceAll(/^[ \t]*(?:```|~~~)[\w-]*[ \t]*$/gmu, '');
}

const rule = /^(?:[-*_=~•·] ?){3,}$/u;
const tableRule = /^\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?:-{2,})?$/u;
const maxTitleLength = 80;
const heading = /^(?:#{1,6}\s+(.*?)#*|\*\*([^*]+?):?\*\*:?|__([^_]+?):?__:?)$/u;

/** Returns the line as it is spoken, or undefined when it is not spoken. */
function plainLine(line: string, source: SourceText): string | undefined {
  if (rule.test(line)) return '';
  if (tableRule.test(line)) return undefined;
  const title = titleIn(line);
  // A model's own headings are not part of the book.
  if (title !== undefined) return source.contains(title) ? inline(title, source) : '';
  return inline(withoutLineMarks(line, source), source);
}

/** Returns the words of a heading: after `#`, or in bold, short and not a sentence. */
function titleIn(line: string): string | undefined {
  const [, marked, stars, lines] = heading.exec(line) ?? [];
  const bold = stars ?? lines;
  if (bold === undefined) return marked;
  return bold.length <= maxTitleLength && !/\p{Sentence_Terminal}["”’»)]?$/u.test(bold) ? bold : undefined;
}

/** List items and table rows become paragraphs. */
function withoutLineMarks(line: string, source: SourceText): string {
  const bare = line.replace(/^(?:>\s?)+/u, '').replace(/^[-*+•]\s+(?=\S)/u, '\n');
  const cells = /^\|(.+)\|$/u.exec(bare)?.[1];
  if (cells === undefined || source.text.includes('|')) return bare;
  return `\n${cells
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ')}\n`;
}

const tag = /<\/?[a-z][^<>]{0,200}>/giu;
const emoji = /(?![©®™])\p{Extended_Pictographic}(?:\p{M}|\u200D|\uFE0F|\p{Emoji_Modifier})*/gu;
/** Marks whose counterpart is on another line. */
const straySigns = ['**', '__', '`'];

function inline(line: string, source: SourceText): string {
  const unless = (found: string, plain: string): string => (source.text.includes(found) ? found : plain);
  return line
    .replaceAll(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/gu, (found, label: string) => unless(found, label))
    .replaceAll(tag, (found) => unless(found, ' '))
    .replaceAll(/\*\*(.+?)\*\*|__(.+?)__/gu, (found, stars = '', lines = '') => unless(found, `${stars}${lines}`))
    .replaceAll(/(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])/gu, (found, words: string) => unless(found, words))
    .replaceAll(/`{1,3}([^`\n]{1,300})`{1,3}/gu, (found, words: string) => unless(found, words))
    .replaceAll(emoji, (found) => unless(found, ''))
    .replaceAll(/\\([*_#>`[\]])/gu, (found, sign: string) => unless(found, sign));
}
