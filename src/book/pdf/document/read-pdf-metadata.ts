import path from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { BookMetadata, Contributor } from '../../../core/book.ts';
import { sameLanguage } from '../../../core/language.ts';
import { contradiction, contradicts } from '../../language/choose-language.ts';
import { detectLanguage } from '../../language/detect-language.ts';
import { normalizeLanguage } from '../../language/normalize-language.ts';
import { readableText } from '../layout/readable-text.ts';
import type { Line } from '../layout/pdf-page.ts';
import { titleWords } from '../../titles/title-words.ts';
import { isBookTitle } from '../../titles/book-title.ts';
import { isPlaceholderName, writtenDescription } from '../../titles/placeholder-name.ts';
import { startsLikeChapter, startsLikePart } from '../../titles/title-patterns.ts';
import { leaveOutReason } from '../text/titles.ts';

/** Metadata with warnings about doubtful values. */
export interface PdfMetadata {
  readonly metadata: BookMetadata;
  readonly warnings: readonly string[];
}

const junkTitle =
  /^(?:microsoft word|powerpoint presentation)\b|^(?:untitled - notepad|null|book|print(?:ing)?|no job name|layout|)[\s-]*\d*$|^scan(?:ned)?\b|\.(?:docx?|xlsx?|pptx?|csv|exe|pdf|indd|tex|dvi|ps|qxd|p65|pub|rtf|odt|pages|html?|fm|pmd)["')]?$|^\P{L}*$|^https?:|^file:/iu;
const printedByLine = new RegExp(`^(?:${titleWords('by')}):?\\s+(\\p{Lu}[\\p{L}\\p{M}.'’ -]{3,60})$`, 'u');

/** Reads title, authors, language and dates from the file's metadata, or from its text where that is unusable. */
export async function readPdfMetadata(
  document: PDFDocumentProxy,
  lines: readonly Line[],
  fileName: string | undefined,
): Promise<PdfMetadata> {
  const { info, xmp } = await readFields(document);
  const opening = lines.filter((line) => line.page <= 3);
  const [title, byTitle] = splitTitle(titleFrom(unescaped(xmp('dc:title') ?? info('Title')), opening, fileName));
  const authors = authorsFrom(xmp('dc:creator') ?? info('Author'), byTitle, opening);
  const language = await languageFrom(info('Language') ?? xmp('dc:language'), lines);
  const known = { title, authors, contributors: [], language: language.code, languageSource: language.source };
  return { metadata: { ...known, ...publication(info, xmp) }, warnings: language.warnings };
}

/** Returns the language that the file declares, as a BCP-47 code, or undefined. */
export async function declaredPdfLanguage(document: PDFDocumentProxy): Promise<string | undefined> {
  const { info, xmp } = await readFields(document);
  const given = info('Language') ?? xmp('dc:language');
  return given === undefined ? undefined : normalizeLanguage(given);
}

function publication(info: Lookup, xmp: Lookup) {
  const named = xmp('dc:publisher');
  const publisher = named === undefined || /^(?:no|unknown)\b/iu.test(named) ? undefined : named;
  const date = /^[12]\d{3}/u.exec(xmp('dc:date') ?? '')?.[0];
  const subjects = (xmp('dc:subject') ?? info('Keywords') ?? '').split(/\s*[,;]\s*/u).filter((one) => one !== '');
  return {
    subjects,
    publisher,
    date,
    description: writtenDescription(xmp('dc:description') ?? info('Subject')),
  };
}

/** Returns the text of a metadata field, or undefined without it. */
type Lookup = (name: string) => string | undefined;

async function readFields(document: PDFDocumentProxy): Promise<{ info: Lookup; xmp: Lookup }> {
  try {
    const { info, metadata } = await document.getMetadata();
    const fields = new Map(Object.entries(info));
    return { info: (name) => asText(fields.get(name)), xmp: (name) => asText(metadata?.get(name)) };
  } catch {
    return { info: () => undefined, xmp: () => undefined };
  }
}

function asText(value: unknown): string | undefined {
  const text = readableText(Array.isArray(value) ? value.join('; ') : typeof value === 'string' ? value : '');
  return text === '' ? undefined : text.slice(0, 2000);
}

/** Ghostscript keeps the parentheses and codes of the string that it was given: `(Odiss\\351ia)`. */
function unescaped(title: string | undefined): string | undefined {
  const [, inside] = /^\((.*\\\d{3}.*)\)$/u.exec(title ?? '') ?? [];
  if (inside === undefined) return title;
  return inside.replaceAll(/\\([0-3][0-7]{2})/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 8)));
}

function titleFrom(given: string | undefined, opening: readonly Line[], fileName: string | undefined): string {
  if (
    given !== undefined &&
    isBookTitle(given.replace(/(?<=\p{L})[\s-]*\d+$/u, '')) &&
    !junkTitle.test(given) &&
    !isFileName(given, fileName)
  )
    return given;
  return largestText(opening) ?? (fileName === undefined ? undefined : nameOf(fileName)) ?? given ?? 'Untitled';
}

function isFileName(title: string, fileName: string | undefined): boolean {
  return (
    fileName !== undefined &&
    !title.includes(' ') &&
    /[_\d]/u.test(title) &&
    nameOf(fileName) === title.replaceAll('_', ' ')
  );
}

function nameOf(fileName: string): string | undefined {
  const name = readableText(path.basename(fileName, path.extname(fileName)).replaceAll('_', ' '));
  return name === '' ? undefined : name;
}

/** Returns the largest text of the first page, of one or more lines, or undefined when all of it has one size. */
function largestText(opening: readonly Line[]): string | undefined {
  const page = opening.filter((line) => line.page === opening[0]?.page && leaveOutReason(line.text) === undefined);
  const sizes = page.map((line) => line.size);
  const largest = Math.max(...sizes);
  if (page.length === 0 || largest < Math.min(...sizes) * 1.15) return undefined;
  const first = page.findIndex((line) => line.size > largest * 0.97);
  const rest = page.slice(first).findIndex((line) => line.size <= largest * 0.97);
  const title = page
    .slice(first, rest === -1 ? undefined : first + rest)
    .map((line) => line.text)
    .join(' ');
  const isChapter = startsLikeChapter(title) || startsLikePart(title);
  return title.length <= 150 && /\p{L}{2}/u.test(title) && !isChapter ? title : undefined;
}

/** Some programs fill the title field with `Title, by Author`. */
function splitTitle(title: string): [string, string | undefined] {
  const match = /^(.{3,}?),?\s+by\s+(\p{Lu}[\p{L}\p{M}.'’ -]{3,60})$/u.exec(title);
  return match === null ? [title, undefined] : [match[1] ?? title, match[2]];
}

/** Prefers the author printed in the book to the metadata field, which often names the creator of the file. */
function authorsFrom(given: string | undefined, byTitle: string | undefined, opening: readonly Line[]): Contributor[] {
  const text = opening.map((line) => line.text.toLowerCase()).join(' ');
  const all = (given ?? '').split(/\s*(?:;|&|\band\b|\bund\b)\s*/u);
  const names = all.filter((name) => !isPlaceholderName(name));
  const isPrinted = names.some((name) => text.includes(name.toLowerCase()));
  const byLine = opening.map((line) => printedByLine.exec(line.text)?.[1]).find((name) => name !== undefined);
  const shown = byTitle ?? byLine;
  const chosen = shown === undefined || isPrinted ? names : [shown];
  return chosen.filter((name) => name !== '').map((name) => ({ name, role: 'aut' }));
}

async function languageFrom(given: string | undefined, lines: readonly Line[]) {
  const middle = Math.max(0, Math.floor(lines.length / 2) - 150);
  const sample = lines.slice(middle, middle + 300).map((line) => line.text);
  const detected = await detectLanguage(sample.join(' '));
  const code = given === undefined ? undefined : normalizeLanguage(given);
  if (code === undefined) {
    const source = detected === undefined ? ('default' as const) : ('detected' as const);
    return { code: detected ?? 'en', source, warnings: [] };
  }
  if (detected === undefined || sameLanguage(detected, code))
    return { code, source: 'declared' as const, warnings: [] };
  if (await contradicts(detected, code, sample.join(' ')))
    return { code: detected, source: 'detected' as const, warnings: [contradiction(code, detected)] };
  const warnings = [`The file declares the language '${code}', but the text looks like '${detected}'.`];
  return { code, source: 'declared' as const, warnings };
}
