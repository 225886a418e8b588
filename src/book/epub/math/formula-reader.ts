import type { LeftOut } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import { announceFormula } from '../../present/announcements.ts';
import { defaultBookChoices } from '../../default-book-choices.ts';
import type { BookChoices } from '../../book-choices.ts';
import { attribute, findAll, isElement, textOf } from '../markup/markup-tree.ts';
import type { Element, Parent } from '../markup/markup-tree.ts';
import type { Formulas } from '../markup/document-choices.ts';
import { normalizeText } from '../markup/normalize-text.ts';
import type { MathSpeech } from './load-math-speech.ts';
import { toMathMl } from './to-math-ml.ts';

/** Options of a `FormulaReader`. */
export interface FormulaOptions {
  readonly mode: BookChoices['math'];
  /** Elements of the different formulas that are read in words; those after them are announced. */
  readonly maxElements?: number | undefined;
  /** Processor time for reading them; those after it are announced. */
  readonly maxSeconds?: number | undefined;
}

/** A book of formulas alone can be read with it, and the same ones are read on every machine: about 4500 long formulas. */
const defaultMaxElements = 200_000;
/** A guard for slow machines: half of the time that a book may take, so that the rest of it is read in the other half. */
const defaultMaxSeconds = 60;

/** Finds what is said for the formulas of a book, and counts those that are not read. */
export class FormulaReader implements Formulas {
  /** Set before a document with formulas is read. */
  speech: MathSpeech | undefined;
  /** BCP-47 code of the book. Set before a document with formulas is read. */
  language: string | undefined;
  readonly #mode: NonNullable<BookChoices['math']>;
  readonly #known = new Map<string, string | undefined>();
  readonly #maxElements: number;
  readonly #maxSeconds: number;
  #elements = 0;
  #seconds = 0;
  #beyondLimit = 0;
  #unread: string[] = [];

  constructor(options: FormulaOptions) {
    const {
      mode = defaultBookChoices.math,
      maxElements = defaultMaxElements,
      maxSeconds = defaultMaxSeconds,
    } = options;
    this.#maxSeconds = maxSeconds;
    this.#mode = mode;
    this.#maxElements = maxElements;
  }

  /** Whether formulas are read in words. */
  get isReading(): boolean {
    return this.#mode === 'read';
  }

  /** Says how many formulas were not read because the book has too many. */
  get warnings(): readonly string[] {
    const count = this.#beyondLimit;
    if (count === 0) return [];
    return [
      `The book has very many formulas: ${count.toLocaleString('en')} at the end ${count === 1 ? 'is' : 'are'} not read in words.`,
    ];
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

  /** Returns a text with what is said for the formulas between the delimiters of LaTeX. Patterns in programs have these, too. */
  readIn(text: string, parent: Parent): string {
    if (!/\\(?:[([]|begin)|\$\$/.test(text) || programs.has(parent.name ?? '')) return text;
    return text
      .replaceAll(latex, (all: string, ...parts: readonly (string | undefined)[]) => {
        const [inline, display, dollars, environment] = parts;
        if (dollars !== undefined && !/[\\^_{]/u.test(dollars)) return all;
        const formula = normalizeText(inline ?? display ?? dollars ?? environment ?? '');
        return formula === '' ? ' ' : `\uE002${this.#present(formula, () => usableText(formula))}\uE003`;
      })
      .replaceAll(edges, ' ')
      .replaceAll(/[\uE002\uE003]/gu, '');
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
    return this.#mode === 'skip' ? '' : announceFormula(this.language ?? 'en');
  }

  #words(math: Element): string | undefined {
    const [token, ...others] = findAll(math, 'mi', 'mn', 'mtext', 'mo', 'mspace', 'mtable');
    if (token !== undefined && others.length === 0 && /^[\p{L}\p{N}.,]+$/u.test(textOf(token))) return textOf(token);
    const formula = this.speech && toMathMl(math);
    if (formula === undefined) return undefined;
    const { markup, elements } = formula;
    const known = this.#known.get(markup);
    if (known !== undefined || this.#known.has(markup)) return known;
    this.#elements += elements;
    if (this.#elements > this.#maxElements || this.#seconds > this.#maxSeconds) {
      this.#beyondLimit += 1;
      return undefined;
    }
    const text = this.#speak(markup);
    this.#known.set(markup, text);
    return text;
  }

  #speak(markup: string): string | undefined {
    const start = process.cpuUsage();
    const text = this.speech?.(markup);
    const { user, system } = process.cpuUsage(start);
    this.#seconds += (user + system) / 1e6;
    return text;
  }
}

const programs = new Set(['code', 'pre', 'samp', 'kbd', 'tt']);
const lines = '(?:align|alignat|equation|gather|multline|eqnarray)';
const latex = new RegExp(
  [
    String.raw`\\\(((?:[^\\]|\\[^()])*)\\\)`,
    String.raw`\\\[((?:[^\\]|\\[^[\]])*)\\\]`,
    String.raw`\$\$([^$]+)\$\$`,
    String.raw`\\begin\{${lines}\*?\}((?:[^\\]|\\(?!(?:begin|end)\{${lines}\*?\}))*)\\end\{${lines}\*?\}`,
  ].join('|'),
  'gu',
);
/** Private-use characters around what is said for a formula: a space beside a letter. */
const edges = /(?<=[\p{L}\p{N}])\uE002|\uE003(?=[\p{L}\p{N}])/gu;

/** Placeholders that converters write where no text was given, in letters alone. */
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
