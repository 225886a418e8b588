import type { BlockKind } from '../../../core/book.ts';
import { scanText } from '../../../text/count-words.ts';
import type { TextScan } from '../../../text/count-words.ts';
import { dropLeaders } from './clean/drop-leaders.ts';
import type { FlowBlock } from './flow-block.ts';
import { declaredLanguages } from './context/foreign-phrases.ts';
import { MarkGap } from './context/mark-gap.ts';
import { MarkedLengths } from './context/marked-lengths.ts';
import { SetOffTexts } from '../../emphasis/set-off-texts.ts';
import { headingTexts } from './heading-texts.ts';
import type { NoteLinkKind } from './kind-of-note-link.ts';
import { joinToParagraphs, looksLikeVerse } from './looks-like-verse.ts';
import { boundsOf, textPieces } from './markup-tree.ts';
import type { Element, TextPieces } from './markup-tree.ts';
import { hasVisible, isSceneBreak, normalizeText, shareOfLetters } from './normalize-text.ts';
import { cellEnd, codeLines, plainLineEnds, rowText } from './raw-lines.ts';
import type { TextContext } from './context/text-context.ts';

/** Collects inline text and turns it into blocks. */
export class FlowWriter {
  readonly blocks: FlowBlock[] = [];
  readonly #document: string;
  #text = '';
  #context: TextContext | undefined;
  readonly #lengths = new MarkedLengths();
  /** The text in runs of one declared language, `''` for none. */
  #runs: { text: string; readonly language: string }[] = [];
  readonly #setOff = new SetOffTexts();
  #references: string[] = [];
  #noteNumbers: number[] = [];
  #source: number[] = [];
  #isEmpty = true;
  #isGlued = false;
  readonly #gap = new MarkGap();
  #pictureLevel: number | undefined;

  constructor(document: string) {
    this.#document = document;
  }

  /** Adds text from the source, where a line break is white space. `pieces` has its positions. */
  add(data: string, context: TextContext, pieces?: TextPieces): void {
    const piece = this.#closeGap(this.#isGlued ? data.trimStart() : data);
    if (piece === '') return;
    this.#isEmpty = false;
    if (/\S/.test(piece)) {
      this.#context ??= context;
      if (pieces !== undefined) this.#source.push(...boundsOf(pieces));
      this.#isGlued = false;
      this.#lengths.add(piece, context);
    }
    const plain = plainLineEnds(piece, context);
    if (pieces !== undefined) this.#setOff.add(plain, context.emphasis);
    this.#text += plain;
    this.#addToRun(plain, context.language ?? '');
  }

  /** Records that the text was read from all texts of an element. */
  addSources(element: Element): void {
    for (const pieces of textPieces(element)) this.#source.push(...boundsOf(pieces));
  }

  #addToRun(text: string, language: string): void {
    const last = this.#runs.at(-1);
    if (last?.language === language) last.text += text;
    else this.#runs.push({ text, language });
  }

  /** Removes what a note mark left behind. Only when one did, because all text passes here. */
  #closeGap(data: string): string {
    if (!this.#gap.isOpen) return data;
    const { before, after } = this.#gap.close(this.#text, data);
    this.#text = before;
    return after;
  }

  /** Adds a line break (`<br>`). */
  breakLine(): void {
    this.#isEmpty = false;
    this.#text += '\n';
    const last = this.#runs.at(-1);
    if (last) last.text += '\n';
  }

  /** Ends a table cell. */
  endCell(): void {
    this.#isEmpty = false;
    this.#text += cellEnd;
  }

  /**
   * Ends a link to a note. A mark is not read, and neither are the brackets around it; of words that were read, a mark at
   * their end or right behind them is not.
   */
  endNoteLink(kind: NoteLinkKind, reference: string | undefined, label = ''): void {
    if (reference !== undefined) this.#references.push(reference);
    const number = kind === 'mark' ? /^\D*(\d{1,4})\D*$/u.exec(label)?.[1] : undefined;
    if (number !== undefined) this.#noteNumbers.push(Number(number));
    this.#isEmpty = false;
    this.#text = kind === 'mark' ? this.#gap.leaveOut(this.#text) : this.#gap.endWords(this.#text);
  }

  /** Joins the pending text to the text that follows without a gap, as for a drop cap. */
  glue(): void {
    this.#isEmpty = false;
    this.#text = this.#text.trimEnd();
    const last = this.#runs.at(-1);
    if (last) last.text = last.text.trimEnd();
    this.#isGlued = true;
  }

  /** Reports whether the pending text joins the text that follows. */
  get isGlued(): boolean {
    return this.#isGlued;
  }

  /** Reports whether nothing was added since the last block ended. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Reports whether the block that has not ended would have text. It is asked for each element with an id. */
  get hasText(): boolean {
    return hasVisible(this.#text);
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

  /** Records a heading that is only a picture without a description, above the block that follows. */
  noteHeading({ level = 2 }: TextContext): void {
    this.#pictureLevel = level;
  }

  /** Ends the block. Only what was used is replaced. */
  flush(): void {
    if (this.#context) this.#write(this.#text, this.#context);
    this.#text = '';
    this.#isEmpty = true;
    this.#context = undefined;
    this.#lengths.clear();
    if (this.#runs.length > 0) this.#runs = [];
    this.#setOff.clear();
    if (this.#references.length > 0) this.#references = [];
    if (this.#noteNumbers.length > 0) this.#noteNumbers = [];
    if (this.#source.length > 0) this.#source = [];
    this.#isGlued = false;
    this.#gap.reset();
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
    for (const part of partsOf(raw)) {
      const scan = scanText(part);
      const isPlain = !scan.hasOddSpace;
      const text = isPlain ? part.trim() : normalizeText(part.replaceAll(cellEnd, ' '));
      if (text === '') continue;
      if (context.kind !== 'table-row' && isSceneBreak(text)) this.#push('scene-break', '', context);
      else if (context.kind === 'paragraph' && (isPlain || !part.includes('\n')))
        this.#pushText('paragraph', text, context, isPlain ? scan : undefined);
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
      for (const text of kind === 'verse' ? lines : joinToParagraphs(lines)) this.#pushText(kind, text, context);
    }
  }

  #pushText(kind: BlockKind, written: string, context: TextContext, known?: TextScan): void {
    const scan = known ?? scanText(written);
    const text = scan.hasLeader ? dropLeaders(written) : written;
    if (text !== '') this.#push(kind, text, context, text === written ? scan : scanText(text));
  }

  #push(kind: BlockKind, text: string, context: TextContext, scan = scanText(text)): void {
    const [languages, length] = [declaredLanguages(this.#runs), Math.max(1, this.#text.trim().length)];
    this.blocks.push({
      kind,
      text,
      size: scan.size,
      isUnspaced: scan.isUnspaced,
      hasNoteMark: scan.hasNoteMark,
      document: this.#document,
      linkedShare: shareOfLetters(this.#lengths.linkedLetters, this.#text),
      isEmphasized: this.#lengths.emphasized > 0.9 * length,
      isDisplayed: this.#lengths.displayed > 0.9 * length,
      isTitleLike: context.isTitleLike ?? false,
      references: this.#references,
      noteNumbers: this.#noteNumbers,
      source: this.#source.length > 0 ? this.#source : undefined,
      level: kind === 'heading' ? (context.level ?? 2) : undefined,
      pictureLevel: this.#pictureLevel,
      language: languages.length === 1 ? languages[0] || undefined : undefined,
      phrases: languages.length > 1 ? this.#runs.filter(({ language }) => language !== '') : undefined,
      setOff: this.#setOff.place(text),
      elementId: context.elementId,
      markupReason: context.reason,
      isMarkedAsNote: context.isNote ?? false,
    });
    // A note is read once, after the first part of the block that refers to it.
    this.#references = [];
    this.#noteNumbers = [];
    this.#pictureLevel = undefined;
  }
}

function partsOf(raw: string): string[] {
  return raw.includes('\n') ? raw.split(/\n\s*\n/u) : [raw];
}
