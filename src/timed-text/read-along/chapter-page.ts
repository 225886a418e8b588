import type { BlockKind, Emphasis } from '../../core/book.ts';
import { languageTag, textDirection } from '../../core/language.ts';
import type { TimedBlock, TimedChapter } from '../timed-chapter.ts';
import { escapeXml } from '../../core/strings/escape-xml.ts';
import { attributes } from '../../core/strings/xml.ts';

/** Markup of a kind of block. Neighbours of the same kind share one `group`. */
interface BlockMarkup {
  readonly group?: string;
  readonly element: string;
  readonly className?: string;
}

const markups: Readonly<Record<Exclude<BlockKind, 'heading' | 'scene-break'>, BlockMarkup>> = {
  paragraph: { element: 'p' },
  quotation: { group: 'blockquote', element: 'p' },
  verse: { group: 'div class="verse"', element: 'p' },
  'list-item': { group: 'ul', element: 'li' },
  'table-row': { group: 'div class="table"', element: 'p' },
  code: { group: 'div class="code"', element: 'pre' },
  speaker: { element: 'p', className: 'speaker' },
  caption: { element: 'p', className: 'caption' },
  footnote: { element: 'p', className: 'footnote' },
};

/** A picture on a page. */
export interface PagePicture {
  /** Name of its file in the folder of pictures. */
  readonly name: string;
  /** Alternative text, which may be empty. */
  readonly alt: string;
}

/** A chapter and the pictures between its blocks. */
export interface PageChapter extends TimedChapter {
  /** Pictures before the block with an index, in order; those at the end of the chapter by the number of blocks. */
  readonly pictures?: ReadonlyMap<number, readonly PagePicture[]> | undefined;
}

/** Folder of pictures, relative to the package document. */
export const pictureFolder = 'pictures';

/** Id of the element around the whole chapter. */
export const chapterId = 'chapter';

/** Returns the id of a sentence. `number` counts from 0. */
export function sentenceId(number: number): string {
  return `s${number + 1}`;
}

/** Returns a chapter as XHTML, with every sentence in a `<span>` with an id. White space between sentences stays. */
export function chapterPage({ title, blocks, pictures }: PageChapter, language: string): string {
  const page = { language, nextSentence: 0 };
  const lines: string[] = [];
  let open: string | undefined;
  const enter = (group: string | undefined): void => {
    if (open !== undefined && group !== open) lines.push(`</${elementOf(open)}>`);
    if (group !== undefined && group !== open) lines.push(`<${group}>`);
    open = group;
  };
  for (const [index, block] of blocks.entries()) {
    const shown = picturesMarkup(pictures?.get(index));
    // A list holds nothing but items.
    if (shown.length > 0) enter(undefined);
    lines.push(...shown);
    enter(markupOf(block).group);
    const markup = blockMarkup(block, page);
    if (markup !== '') lines.push(markup);
  }
  enter(undefined);
  lines.push(...picturesMarkup(pictures?.get(blocks.length)));
  return xhtmlPage({ title, language, head: '<link rel="stylesheet" href="../style.css"/>', body: section(lines) });
}

function picturesMarkup(pictures: readonly PagePicture[] = []): string[] {
  return pictures.map(
    ({ name, alt }) =>
      `<figure class="picture"><img${attributes({ src: `../${pictureFolder}/${name}`, alt })}/></figure>`,
  );
}

interface PageParts {
  readonly title: string;
  readonly language: string;
  /** Markup after the title. */
  readonly head: string;
  readonly body: string;
}

/** Returns a complete XHTML document of an EPUB. */
export function xhtmlPage({ title, language, head, body }: PageParts): string {
  const of = attributes({
    lang: languageTag(language),
    'xml:lang': languageTag(language),
    dir: textDirection(language),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${of}>
<head>
<meta charset="UTF-8"/>
<title>${escapeXml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

function section(lines: readonly string[]): string {
  return [`<section id="${chapterId}" epub:type="chapter">`, ...lines, '</section>'].join('\n');
}

function markupOf({ kind, level = 1 }: TimedBlock): BlockMarkup {
  if (kind === 'heading') return { element: `h${Math.min(6, Math.max(1, Math.trunc(level)))}` };
  return kind === 'scene-break' ? { element: 'hr' } : markups[kind];
}

function elementOf(group: string): string {
  return group.split(' ', 1)[0] ?? group;
}

interface Page {
  readonly language: string;
  nextSentence: number;
}

function blockMarkup(block: TimedBlock, page: Page): string {
  const { element, className } = markupOf(block);
  if (element === 'hr') return '<hr/>';
  const content = sentencesMarkup(block, page);
  if (content.trim() === '') return '';
  const marked = block.kind === 'list-item' && /^\s*(?:\p{P}|\(?\p{N}+[.)])\s/u.test(block.text);
  const classes = attributes({ class: marked ? 'marked' : className });
  return `<${element}${classes}${languageOf(block, page.language)}>${content}</${element}>`;
}

function languageOf({ language }: TimedBlock, usual: string): string {
  if (language === undefined || languageTag(language) === languageTag(usual)) return '';
  const direction = textDirection(language);
  const dir = direction === textDirection(usual) ? undefined : direction;
  return attributes({ lang: languageTag(language), 'xml:lang': languageTag(language), dir });
}

function sentencesMarkup(block: TimedBlock, page: Page): string {
  const { kind, text, sentences } = block;
  let markup = '';
  let at = 0;
  for (const { from, to } of sentences) {
    markup += textMarkup(block, at, from);
    markup += `<span id="${sentenceId(page.nextSentence)}">${textMarkup(block, from, to)}</span>`;
    page.nextSentence += 1;
    at = to;
  }
  const whole = markup + textMarkup(block, at, text.length);
  return kind === 'verse' ? whole.replaceAll('\n', '<br/>') : whole;
}

/** Returns a part of a block with its emphasis, which may go on after it. White space at its ends is not set off. */
function textMarkup({ text, emphasis = [] }: TimedBlock, from: number, to: number): string {
  let markup = '';
  let at = from;
  for (const range of emphasis) {
    const [first, last] = [Math.max(from, range.from), Math.min(to, range.to)];
    const setOff = text.slice(first, last);
    if (first >= last || setOff.trim() === '') continue;
    markup += escapeXml(text.slice(at, first)) + emphasisMarkup[range.emphasis](escapeXml(setOff));
    at = last;
  }
  return markup + escapeXml(text.slice(at, to));
}

const emphasisMarkup: Readonly<Record<Emphasis, (text: string) => string>> = {
  em: (text) => `<em>${text}</em>`,
  strong: (text) => `<strong>${text}</strong>`,
  both: (text) => `<strong><em>${text}</em></strong>`,
};
