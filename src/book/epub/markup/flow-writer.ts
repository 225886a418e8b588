import { endsWithStop } from '../../../text/ends-sentence.ts';
import type { BlockKind } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import type { FlowBlock } from './flow-block.ts';
import { isGenericTitle } from './title-patterns.ts';
import { isSceneBreak, joinSpacedLetters, normalizeText } from './normalize-text.ts';
import type { TextContext } from './text-context.ts';

/** Marks the end of a table cell until the row is written; a private character. */
const cellEnd = '\uE000';

/** Collects running text and turns it into blocks wherever a block ends. */
export class FlowWriter {
  readonly blocks: FlowBlock[] = [];
  private readonly document: string;
  private text = '';
  private context: TextContext | undefined;
  private linkedLength = 0;
  private emphasisedLength = 0;
  private languages = new Set<string>();
  private references: string[] = [];
  private glued = false;
  private closing = '';
  private hasSkippedMark = false;

  constructor(document: string) {
    this.document = document;
  }

  /** Adds text as it stands in the source; a line break inside it is white space. */
  add(data: string, context: TextContext): void {
    const piece = this.afterMark(this.glued ? data.trimStart() : data);
    if (piece === '') return;
    const visible = /\S/.test(piece);
    if (visible) {
      this.context ??= context;
      this.languages.add(context.language ?? '');
      this.glued = false;
      if (context.link) this.linkedLength += piece.length;
      if (context.emphasis) this.emphasisedLength += piece.length;
    }
    this.text += !/[\n\uE000]/.test(piece) ? piece : piece.replaceAll(/[\n\uE000]/g, ' ');
  }

  /** Closes the gap that a mark left: its closing bracket goes, and so does a blank before what ends the sentence. */
  private afterMark(data: string): string {
    if (!this.hasSkippedMark || data.trim() === '') return data;
    const start = data.trimStart();
    const piece = this.closing !== '' && start.startsWith(this.closing) ? start.slice(1) : data;
    if (/^\s*[.,;:!?…]/u.test(piece)) this.text = this.text.trimEnd();
    this.hasSkippedMark = false;
    this.closing = '';
    return piece;
  }

  /** Ends a line (`<br>`). */
  breakLine(): void {
    this.text += '\n';
  }

  endCell(): void {
    this.text += cellEnd;
  }

  /** Leaves out a footnote's mark, with the brackets around it. */
  skipMark(reference: string | undefined): void {
    if (reference !== undefined) this.references.push(reference);
    this.hasSkippedMark = true;
    const opened = /[[(]\s*$/u.exec(this.text);
    if (!opened) return;
    this.text = this.text.slice(0, opened.index + (opened[0].length - opened[0].trimStart().length));
    this.closing = opened[0].trim() === '[' ? ']' : ')';
  }

  /** Joins what was written so far to the text that comes next, without a gap: a drop cap belongs to its word. */
  glue(): void {
    this.glued = true;
  }

  get isGlued(): boolean {
    return this.glued;
  }

  get pendingText(): string {
    return normalizeText(this.text);
  }

  sceneBreak(context: TextContext): void {
    this.flush();
    this.push('scene-break', '', context);
  }

  /** Ends the block. */
  flush(): void {
    const { text, context } = this;
    if (context) this.write(text, context);
    this.text = '';
    this.context = undefined;
    this.linkedLength = 0;
    this.emphasisedLength = 0;
    this.languages = new Set();
    this.references = [];
    this.glued = false;
    this.closing = '';
    this.hasSkippedMark = false;
  }

  private write(raw: string, context: TextContext): void {
    for (const part of raw.includes('\n') ? raw.split(/\n\s*\n/u) : [raw]) {
      const text = normalizeText(part.includes(cellEnd) ? part.replaceAll(cellEnd, ' ') : part);
      if (text === '') continue;
      if (context.kind !== 'table-row' && isSceneBreak(text)) this.push('scene-break', '', context);
      else if (context.kind === 'paragraph' && !part.includes('\n')) this.push('paragraph', text, context);
      else this.writePart(part, context);
    }
  }

  private writePart(part: string, context: TextContext): void {
    if (context.kind === 'heading') {
      for (const text of headingTexts(part)) this.push('heading', text, context);
    } else if (context.kind === 'table-row') {
      this.push('table-row', rowText(part), context);
    } else {
      const lines = part
        .split('\n')
        .map((line) => normalizeText(line))
        .filter((line) => line !== '');
      const kind = context.kind === 'paragraph' && looksLikeVerse(lines) ? 'verse' : context.kind;
      for (const text of kind === 'verse' ? lines : paragraphs(lines)) this.push(kind, text, context);
    }
  }

  private push(kind: BlockKind, text: string, context: TextContext): void {
    const [language = ''] = this.languages.size === 1 ? this.languages : [];
    const length = Math.max(1, this.text.trim().length);
    this.blocks.push({
      kind,
      text,
      size: sizeInWords(text),
      document: this.document,
      linkedShare: Math.min(1, this.linkedLength / length),
      isEmphasized: this.emphasisedLength > 0.9 * length,
      isTitleLike: context.titleLike ?? false,
      references: this.references,
      ...(kind === 'heading' && { level: context.level ?? 2 }),
      ...(language !== '' && { language }),
      ...(context.elementId !== undefined && { elementId: context.elementId }),
      ...(context.matter && { leftOutReason: context.matter }),
      ...(context.note && { isNote: true }),
    });
    // A note is spoken once, after the first piece of the block that refers to it.
    this.references = [];
  }
}

/** `Chapter 1` and what follows it in the next line are two headings; other broken headings are one. */
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

/** Three or more short lines that were broken by hand, most of them without an end of sentence: a poem, a letter head. */
function looksLikeVerse(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length / lines.length < 60 && lines.every((line) => line.length < 100);
}

/** Lines as paragraphs: a hand-made break after a sentence starts a new one, any other is a blank. */
function paragraphs(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last === undefined || endsWithStop(last)) result.push(line);
    else result[result.length - 1] = `${last} ${line}`;
  }
  return result;
}
