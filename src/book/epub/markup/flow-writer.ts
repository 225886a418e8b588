import { endsWithStop } from '../../../text/ends-sentence.ts';
import type { BlockKind } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import { dropLeaders } from './drop-leaders.ts';
import type { FlowBlock } from './flow-block.ts';
import type { ForeignPhrase } from './context/foreign-phrases.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import { isSceneBreak, joinSpacedLetters, normalizeText } from './normalize-text.ts';
import type { TextContext } from './context/text-context.ts';

/** A private-use character that marks the end of a table cell until the row is written. */
const cellEnd = '\uE000';
/** A private-use character for a line end of the source, which counts in programs alone. */
const codeLineEnd = '\uE001';

/** Collects inline text and turns it into blocks. */
export class FlowWriter {
  readonly blocks: FlowBlock[] = [];
  readonly #document: string;
  #text = '';
  #context: TextContext | undefined;
  #linkedLength = 0;
  #emphasizedLength = 0;
  #languages = new Set<string>();
  /** The text in runs of one declared language, `''` for none. */
  #runs: { text: string; readonly language: string }[] = [];
  #references: string[] = [];
  #isGlued = false;
  #closingBracket = '';
  #hasSkippedMark = false;

  constructor(document: string) {
    this.#document = document;
  }

  /** Adds text from the source, where a line break is white space. */
  add(data: string, context: TextContext): void {
    const piece = this.#closeGap(this.#isGlued ? data.trimStart() : data);
    if (piece === '') return;
    const visible = /\S/.test(piece);
    if (visible) {
      this.#context ??= context;
      // Quotation marks around a phrase have no language.
      if (/[\p{L}\p{N}]/u.test(piece)) this.#languages.add(context.language ?? '');
      this.#isGlued = false;
      if (context.isLink) this.#linkedLength += piece.length;
      if (context.isEmphasized) this.#emphasizedLength += piece.length;
    }
    const plain = plainLineEnds(piece, context);
    this.#text += plain;
    this.#addToRun(plain, context.language ?? '');
  }

  #addToRun(text: string, language: string): void {
    const last = this.#runs.at(-1);
    if (last?.language === language) last.text += text;
    else this.#runs.push({ text, language });
  }

  /** Removes what a skipped mark left behind: its closing bracket, and the space before punctuation. */
  #closeGap(data: string): string {
    if (!this.#hasSkippedMark || data.trim() === '') return data;
    const start = data.trimStart();
    const piece = this.#closingBracket !== '' && start.startsWith(this.#closingBracket) ? start.slice(1) : data;
    if (/^\s*[.,;:!?…]/u.test(piece)) this.#text = this.#text.trimEnd();
    this.#hasSkippedMark = false;
    this.#closingBracket = '';
    return piece;
  }

  /** Adds a line break (`<br>`). */
  breakLine(): void {
    this.#text += '\n';
    const last = this.#runs.at(-1);
    if (last) last.text += '\n';
  }

  /** Ends a table cell. */
  endCell(): void {
    this.#text += cellEnd;
  }

  /** Skips a note mark and the brackets around it, and records the note it refers to. */
  skipMark(reference: string | undefined): void {
    if (reference !== undefined) this.#references.push(reference);
    this.#hasSkippedMark = true;
    const opened = /[[(]\s*$/u.exec(this.#text);
    if (!opened) return;
    this.#text = this.#text.slice(0, opened.index + (opened[0].length - opened[0].trimStart().length));
    this.#closingBracket = opened[0].trim() === '[' ? ']' : ')';
  }

  /** Joins the pending text to the text that follows without a gap, as for a drop cap. */
  glue(): void {
    this.#isGlued = true;
  }

  /** Reports whether the pending text joins the text that follows. */
  get isGlued(): boolean {
    return this.#isGlued;
  }

  /** The text of the block that has not ended. */
  get pendingText(): string {
    return normalizeText(this.#text);
  }

  /** Ends the block and adds a scene break. */
  sceneBreak(context: TextContext): void {
    this.flush();
    this.#push('scene-break', '', context);
  }

  /** Ends the block. Most blocks end twice, at their own end and at the start of the next, so only what was used is replaced. */
  flush(): void {
    if (this.#context) this.#write(this.#text, this.#context);
    this.#text = '';
    this.#context = undefined;
    this.#linkedLength = 0;
    this.#emphasizedLength = 0;
    if (this.#languages.size > 0) this.#languages = new Set();
    if (this.#runs.length > 0) this.#runs = [];
    if (this.#references.length > 0) this.#references = [];
    this.#isGlued = false;
    this.#closingBracket = '';
    this.#hasSkippedMark = false;
  }

  #write(raw: string, context: TextContext): void {
    if (context.kind === 'code') this.#writeCode(raw, context);
    else this.#writeText(raw, context);
  }

  #writeCode(raw: string, context: TextContext): void {
    const text = codeLines(raw).join('\n');
    if (text !== '') this.#push('code', text, context);
  }

  #writeText(raw: string, context: TextContext): void {
    for (const part of raw.includes('\n') ? raw.split(/\n\s*\n/u) : [raw]) {
      const text = normalizeText(part.includes(cellEnd) ? part.replaceAll(cellEnd, ' ') : part);
      if (text === '') continue;
      if (context.kind !== 'table-row' && isSceneBreak(text)) this.#push('scene-break', '', context);
      else if (context.kind === 'paragraph' && !part.includes('\n')) this.#pushText('paragraph', text, context);
      else this.#writePart(part, context);
    }
  }

  #writePart(part: string, context: TextContext): void {
    if (context.kind === 'heading') {
      for (const text of headingTexts(part)) this.#pushText('heading', text, context);
    } else if (context.kind === 'table-row') {
      this.#pushText('table-row', rowText(part), context);
    } else {
      const lines = part
        .split('\n')
        .map((line) => normalizeText(line))
        .filter((line) => line !== '');
      const kind = context.kind === 'paragraph' && looksLikeVerse(lines) ? 'verse' : context.kind;
      for (const text of kind === 'verse' ? lines : paragraphs(lines)) this.#pushText(kind, text, context);
    }
  }

  #pushText(kind: BlockKind, written: string, context: TextContext): void {
    const text = dropLeaders(written);
    if (text !== '') this.#push(kind, text, context);
  }

  #push(kind: BlockKind, text: string, context: TextContext): void {
    const [language = ''] = this.#languages.size === 1 ? this.#languages : [];
    const length = Math.max(1, this.#text.trim().length);
    this.blocks.push({
      kind,
      text,
      size: sizeInWords(text),
      document: this.#document,
      linkedShare: Math.min(1, this.#linkedLength / length),
      isEmphasized: this.#emphasizedLength > 0.9 * length,
      isTitleLike: context.isTitleLike ?? false,
      references: this.#references,
      level: kind === 'heading' ? (context.level ?? 2) : undefined,
      language: language === '' ? undefined : language,
      phrases: this.#phrases(),
      elementId: context.elementId,
      markupReason: context.reason,
      isMarkedAsNote: context.isNote ?? false,
    });
    // A note is read once, after the first part of the block that refers to it.
    this.#references = [];
  }

  /** Returns what declares a language inside a block of several. */
  #phrases(): readonly ForeignPhrase[] | undefined {
    return this.#languages.size > 1 ? this.#runs.filter(({ language }) => language !== '') : undefined;
  }
}

function plainLineEnds(piece: string, { kind, isPreformatted = false }: TextContext): string {
  if (!piece.includes('\n') && !piece.includes(cellEnd) && !piece.includes(codeLineEnd)) return piece;
  const plain = piece.replaceAll(/[\uE000\uE001]/g, ' ');
  if (kind === 'code') return plain.replaceAll('\n', codeLineEnd);
  return isPreformatted ? plain : plain.replaceAll('\n', ' ');
}

/** Returns the lines of a program that are not empty. */
function codeLines(raw: string): string[] {
  return raw
    .split(/[\n\uE001]/u)
    .map((line) => normalizeText(line))
    .filter((line) => line !== '');
}

/** Makes `Chapter 1` and the line below it two headings, and joins the lines of any other heading. */
function headingTexts(raw: string): string[] {
  const lines = raw
    .split('\n')
    .map((line) => normalizeText(joinSpacedLetters(line)))
    .filter((line) => line !== '');
  const [first, ...rest] = lines;
  if (first !== undefined && rest.length > 0 && isGenericTitle(first)) return [first, rest.join(' ')];
  return lines.length === 0 ? [] : [lines.join(' ')];
}

function rowText(raw: string): string {
  const cells = raw
    .split(cellEnd)
    .map((cell) => normalizeText(cell))
    .filter((cell) => cell !== '');
  return cells
    .map((cell, index) => (index === cells.length - 1 || /[,.;:!?]$/u.test(cell) ? cell : `${cell},`))
    .join(' ');
}

/** Three or more short lines that were broken by hand: a poem, a letterhead. */
function looksLikeVerse(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length / lines.length < 60 && lines.every((line) => line.length < 100);
}

/** Joins lines to paragraphs; a line break after a sentence starts a new one. */
function paragraphs(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last === undefined || endsWithStop(last)) result.push(line);
    else result[result.length - 1] = `${last} ${line}`;
  }
  return result;
}
