import type { LeftOut } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import { announceFormula } from '../../present/announcements.ts';
import { defaultBookChoices } from '../../default-book-choices.ts';
import type { BookChoices } from '../../book-choices.ts';
import { attribute, findAll, isElement, textOf } from '../markup/markup-tree.ts';
import type { Element } from '../markup/markup-tree.ts';
import type { Formulas } from '../markup/document-choices.ts';
import { normalizeText } from '../markup/normalize-text.ts';
import type { MathSpeech } from './load-math-speech.ts';
import { toMathMl } from './to-math-ml.ts';

/** Options of a `FormulaReader`. */
export interface FormulaOptions {
  readonly mode: BookChoices['math'];
  /** BCP-47 code of the book. */
  readonly language: string;
}

/** Time for all formulas of a book; those after it are announced, so that a book of formulas alone can be read. */
const maxMilliseconds = 40_000;

/** Finds what is said for the formulas of a book, and counts those that are not read. */
export class FormulaReader implements Formulas {
  /** Set before a document with formulas is read. */
  speech: MathSpeech | undefined;
  readonly #mode: NonNullable<BookChoices['math']>;
  readonly #word: string;
  readonly #known = new Map<string, string | undefined>();
  #milliseconds = 0;
  #unread: string[] = [];

  constructor({ mode = defaultBookChoices.math, language }: FormulaOptions) {
    this.#mode = mode;
    this.#word = announceFormula(language);
  }

  /** Whether formulas are read in words. */
  get isReading(): boolean {
    return this.#mode === 'read';
  }

  /** Returns what is said for a formula in MathML: words, its alternative text, or "formula". */
  read(math: Element): string {
    const text = normalizeText(textOf(math));
    return this.#present(text, () => this.#words(math) ?? usableText(attribute(math, 'alttext')));
  }

  /** Returns what is said for a picture of a formula inside a sentence; undefined for any other picture. */
  readImage(image: Element): string | undefined {
    if (!isFormulaImage(image) || !isInSentence(image)) return undefined;
    const alternative = normalizeText(image.attribs['alt'] ?? '');
    return this.#present(alternative, () => usableText(alternative));
  }

  /** Returns the formulas since the last call that were not read, as a part of the document that is left out. */
  takeUnread(document: string): LeftOut[] {
    const texts = this.#unread;
    this.#unread = [];
    if (texts.length === 0) return [];
    const words = texts.reduce((sum, text) => sum + sizeInWords(text), 0);
    return [{ document, reason: 'math', words, about: texts.length === 1 ? '1 formula' : `${texts.length} formulas` }];
  }

  #present(source: string, words: () => string | undefined): string {
    const text = this.isReading ? words() : undefined;
    if (text !== undefined) return text;
    this.#unread.push(source);
    return this.#mode === 'skip' ? '' : this.#word;
  }

  #words(math: Element): string | undefined {
    const [token, ...others] = findAll(math, 'mi', 'mn', 'mtext', 'mo', 'mspace', 'mtable');
    if (token !== undefined && others.length === 0 && /^[\p{L}\p{N}.,]+$/u.test(textOf(token))) return textOf(token);
    const markup = toMathMl(math);
    if (markup === undefined) return undefined;
    if (!this.#known.has(markup)) this.#known.set(markup, this.#speak(markup));
    return this.#known.get(markup);
  }

  #speak(markup: string): string | undefined {
    if (this.#milliseconds > maxMilliseconds) return undefined;
    const start = performance.now();
    const text = this.speech?.(markup);
    this.#milliseconds += performance.now() - start;
    return text;
  }
}

/** What converters write where nothing was given, in letters alone. */
const placeholders =
  /^(?:(?:no )?alternat(?:e|ive) text(?: is)?(?: not available)?|alt(?:text)?|(?:inline|display)? ?(?:math|formula|equation|image|graphic|figure|picture|img|untitled|n\/a)(?: ?\d+)?|\S+\.\w{3,4}|)$/iu;

/** Returns an alternative text that can be spoken: no placeholder and no LaTeX. */
function usableText(text: string | undefined): string | undefined {
  const plain = normalizeText(text ?? '');
  return placeholders.test(plain.replace(/[.!]$/u, '')) || /[\\{}$^_]/u.test(plain) ? undefined : plain;
}

function isFormulaImage({ attribs }: Element): boolean {
  const names = [attribs['class'], attribs['role'], attribs['src'], attribs['xlink:href']].join(' ');
  return /(?:^|[^a-z])(?:in-?line-?)?(?:math|formula|equation|eqn?|tex|latex)(?:-?(?:inline|image|img|text))?(?:[^a-z]|$)/iu.test(
    names,
  );
}

function isInSentence({ parent }: Element): boolean {
  return parent?.children.some((child) => !isElement(child) && /\p{L}{2}/u.test(child)) ?? false;
}
