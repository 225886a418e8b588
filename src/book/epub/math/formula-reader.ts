import type { LeftOut } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import { announceFormula } from '../../present/announcements.ts';
import { defaultBookChoices } from '../../default-book-choices.ts';
import type { BookChoices } from '../../book-choices.ts';
import { attribute, findAll, isElement, textOf } from '../markup/markup-tree.ts';
import type { Element, Parent } from '../markup/markup-tree.ts';
import type { Formulas } from '../markup/document-choices.ts';
import { normalizeText } from '../markup/normalize-text.ts';
import { usableAlternative } from '../markup/usable-alternative.ts';
import type { MathSpeech } from './load-math-speech.ts';
import type { TexReader } from './load-tex-reader.ts';
import { mayHaveTex, replaceTex } from './tex-formulas.ts';
import type { TexFormula } from './tex-formulas.ts';
import { toMathMl } from './to-math-ml.ts';
import type { WrittenFormula } from './to-math-ml.ts';

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
/** Characters of LaTeX. Longer than any formula of 400 elements, which is the largest that is read. */
const maxTexLength = 5000;

/** Finds what is said for the formulas of a book, and counts those that are not read. */
export class FormulaReader implements Formulas {
  /** Set before a document with formulas is read. */
  speech: MathSpeech | undefined;
  /** Set with it, before a document with LaTeX is read. */
  toMath: TexReader | undefined;
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
    return this.#present(text, () => this.#words(math) ?? usableAlternative(attribute(math, 'alttext')));
  }

  /** Returns what is said for a picture of a formula inside a sentence; undefined for any other picture. */
  readImage(image: Element): string | undefined {
    if (!isFormulaImage(image) || !isInSentence(image)) return undefined;
    const alternative = normalizeText(image.attribs['alt'] ?? '');
    return this.#present(alternative, () => usableAlternative(alternative));
  }

  /** Returns a text with what is said for the formulas between the delimiters of LaTeX. Patterns in programs have these, too. */
  readIn(text: string, parent: Parent): string {
    if (!mayHaveTex.test(text) || programs.has(parent.name ?? '')) return text;
    return replaceTex(text, (formula) => {
      const source = normalizeText(formula.inside);
      return source === '' ? ' ' : `\uE002${this.#present(source, () => this.#texWords(formula))}\uE003`;
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
    const word = wordAlone(math);
    if (word !== undefined && !(this.speech && greekLetter.test(word))) return word;
    const formula = this.speech && toMathMl(math);
    return (formula && this.#once(formula.markup, () => this.#speak(formula))) ?? word;
  }

  /** Returns LaTeX in words as MathML is read, or as it is if it is plain. The text of what cannot be read is not lost. */
  #texWords({ tex, inside }: TexFormula): string | undefined {
    const plain = usableAlternative(inside);
    const { toMath } = this;
    if (!this.speech || !toMath || tex.length > maxTexLength) return plain;
    return this.#once(tex, () => {
      const math = toMath(tex);
      if (math === undefined) return plain ?? usableAlternative(inside.replaceAll(/[\\{}$^_&]+/gu, ' '));
      const formula = toMathMl(math);
      const word = wordAlone(math);
      if (word !== undefined && !greekLetter.test(word)) return word;
      return (formula && this.#speak(formula)) ?? word ?? plain;
    });
  }

  #speak({ markup, elements }: WrittenFormula): string | undefined {
    this.#elements += elements;
    return this.speech?.(markup);
  }

  /** Returns what was made of a formula before, or makes it, but nothing beyond the limits of the book. */
  #once(formula: string, make: () => string | undefined): string | undefined {
    const known = this.#known.get(formula);
    if (known !== undefined || this.#known.has(formula)) return known;
    if (this.#elements >= this.#maxElements || this.#seconds > this.#maxSeconds) {
      this.#beyondLimit += 1;
      return undefined;
    }
    const start = process.cpuUsage();
    const text = make();
    const { user, system } = process.cpuUsage(start);
    this.#seconds += (user + system) / 1e6;
    this.#known.set(formula, text);
    return text;
  }
}

/** Voices leave out letters that are not of their language. */
const greekLetter = /^\p{Script=Greek}$/u;

/** Returns the letters or the number that are the whole formula. */
function wordAlone(math: Element): string | undefined {
  const [token, ...others] = findAll(math, 'mi', 'mn', 'mtext', 'mo', 'mspace', 'mtable');
  return token !== undefined && others.length === 0 && /^[\p{L}\p{N}.,]+$/u.test(textOf(token))
    ? textOf(token)
    : undefined;
}

const programs = new Set(['code', 'pre', 'samp', 'kbd', 'tt']);
/** Private-use characters around what is said for a formula: a space beside a letter. */
const edges = /(?<=[\p{L}\p{N}])\uE002|\uE003(?=[\p{L}\p{N}])/gu;

function isFormulaImage({ attribs }: Element): boolean {
  const names = [attribs['class'], attribs['role'], attribs['src'], attribs['xlink:href']].join(' ');
  return /(?:^|[^a-z])(?:in-?line-?)?(?:math|formula|equation|eqn?|tex|latex)(?:-?(?:inline|image|img|text))?(?:[^a-z]|$)/iu.test(
    names,
  );
}

function isInSentence({ parent }: Element): boolean {
  return parent?.children.some((child) => !isElement(child) && /\p{L}{2}/u.test(child)) ?? false;
}
