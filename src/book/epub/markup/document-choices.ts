import type { BookChoices } from '../../book-choices.ts';
import type { StyleClasses } from '../style-class-reader.ts';
import type { Element, Parent } from './markup-tree.ts';

/** Options that decide what is read of a document, and the reader of its formulas. */
export interface DocumentChoices extends Pick<
  BookChoices,
  'images' | 'tables' | 'ruby' | 'verseNumbers' | 'keepsSource'
> {
  readonly formulas: Formulas;
}

/** What is known of a document from outside of it. */
export interface DocumentFacts {
  readonly styles: StyleClasses;
  /** Links that are marks of notes by what they lead to. */
  readonly noteMarks: ReadonlySet<Element>;
}

/** Decides what is said for formulas. */
export interface Formulas {
  /** Returns what is said for a formula in MathML; may be empty. */
  read(math: Element): string;
  /** Returns what is said for a picture of a formula in a sentence; undefined for other pictures. */
  readImage(image: Element): string | undefined;
  /** Returns a text of an element with what is said for the formulas in LaTeX in it. */
  readIn(text: string, parent: Parent): string;
}
