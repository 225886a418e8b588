import { escapeMarkup } from '../../../../core/strings/escape-xml.ts';
import type { MarkupBook, MarkupDocument, MarkupMetadata, MarkupPerson } from '../../markup-book.ts';
import { readLines } from './aozora-headings.ts';
import type { AozoraLine } from './aozora-headings.ts';
import { inlineMarkup, plainLine } from './aozora-inline.ts';

/**
 * Reads a text in the format of Aozora Bunko: readings in `《》`, notes in `［＃］`, title and author in its first lines. Its
 * legend and its colophon are marked, so that they are left out and listed. Returns undefined for other texts.
 * The format is described at https://www.aozora.gr.jp/annotation/.
 */
export function readAozora(text: string): MarkupBook | undefined {
  if (!isAozora(text)) return undefined;
  const { head, legend, body, colophon } = divide(text.replaceAll(/\r\n?/gu, '\n').replace(/^\uFEFF/u, ''));
  const sections = [
    [marked('titlepage', head)],
    [marked('left-out-surroundings', legend)],
    ...sectionsOf(readLines(body)).map((lines) => lines.map((line, index) => lineMarkup(line, lines[index + 1]))),
    [marked('doc-colophon', colophon)],
  ];
  return { documents: sections.map((parts, index) => documentOf(parts, index)), metadata: metadataOf(head) };
}

const legendTitle = '【テキスト中に現れる記号について】';
const ruled = /^-{10,}[^\S\n]*\n([^-][\s\S]*?)^-{10,}[^\S\n]*$/mu;
/** A colophon is short: the word in the middle of a text is part of it. */
const maxColophon = 10_000;

function isAozora(text: string): boolean {
  if (text.includes(legendTitle)) return true;
  if (!/［＃[^］\n]{1,500}］/u.test(text) || !isJapanese(text.slice(0, 5000))) return false;
  const readings = /[\p{Script=Han}々｜][^｜《》\n]{0,20}《[\p{Script=Hiragana}\p{Script=Katakana}ー・]+》/u;
  return readings.test(text) || /^底本：/mu.test(text);
}

function isJapanese(start: string): boolean {
  const count = (pattern: RegExp): number => start.match(pattern)?.length ?? 0;
  return count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.2 * count(/\p{L}/gu);
}

interface Division {
  readonly head: readonly string[];
  readonly legend: readonly string[];
  readonly body: string;
  readonly colophon: readonly string[];
}

function divide(text: string): Division {
  const [legend, whole] = splitLegend(text);
  const [head, rest] = splitHead(whole);
  const end = [...rest.matchAll(/^[^\S\n]*底本：/gmu)].find(({ index }) => rest.length - index <= maxColophon)?.index;
  return {
    head,
    legend,
    body: rest.slice(0, end),
    colophon: end === undefined ? [] : filledLines(rest.slice(end)),
  };
}

function splitLegend(text: string): [legend: string[], rest: string] {
  const legend = ruled.exec(text)?.[1] ?? '';
  return legend.includes(legendTitle) ? [filledLines(legend), text.replace(ruled, '')] : [[], text];
}

function splitHead(text: string): [head: string[], rest: string] {
  const start = titleLines.exec(text)?.[0] ?? '';
  const head = filledLines(start);
  const isTitled = head.length > 1 && !head.some((line) => /[。」]$|^［＃/u.test(line));
  return isTitled ? [head, text.slice(start.length)] : [[], text];
}

/** Up to six short lines above the first empty one. */
const titleLines = /^\s*(?:\S[^\n]{0,60}\n){1,6}(?=[^\S\n]*(?:\n|$))/u;

function filledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const translator = /\s*(?:編?訳|譯)(?:者)?$/u;

/** The first line is the title; the last is the author, or the translator below the author. */
function metadataOf(head: readonly string[]): MarkupMetadata {
  const [title, ...others] = head.map((line) => plainLine(line));
  const names = others.slice(others.findLastIndex((line) => !translator.test(line)));
  const people = names.map((name): MarkupPerson => {
    const isTranslator = translator.test(name);
    return { name: isTranslator ? name.replace(translator, '') : name, role: isTranslator ? 'trl' : 'aut' };
  });
  const subtitle = others.length > names.length ? others[0] : undefined;
  return { title, subtitle, people, language: 'ja' };
}

/** Each chapter is a document. */
function sectionsOf(lines: readonly AozoraLine[]): AozoraLine[][] {
  const sections: AozoraLine[][] = [[]];
  let hasText = false;
  for (const line of lines) {
    if ((line.level ?? 3) < 3 && hasText) {
      sections.push([line]);
      hasText = false;
    } else sections.at(-1)?.push(line);
    hasText ||= line.level === undefined && plainLine(line.text) !== '';
  }
  return sections;
}

const pageBreak = /［＃改(?:ページ|頁|丁|見開き)］/u;

function lineMarkup({ text, level }: AozoraLine, next: AozoraLine | undefined): string {
  if (pageBreak.test(text) && next !== undefined && plainLine(text) === '') return '<hr/>';
  const markup = inlineMarkup(text).trim();
  if (markup === '') return '';
  return level === undefined ? `<p>${markup}</p>` : `<h${level}>${markup}</h${level}>`;
}

function marked(type: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `<section epub:type="${type}">${lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</section>`;
}

function documentOf(parts: readonly string[], index: number): MarkupDocument {
  return { path: `section-${index + 1}`, body: parts.join('\n') };
}
