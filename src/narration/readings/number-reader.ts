import { valuesIn } from './number-words.ts';
import type { NumberWords } from './number-words.ts';

/** Composes words to numbers: 2, 100 and 5 are 205, but 19 and 11 are two. */
export class NumberReader {
  readonly #words: NumberWords;
  readonly #numbers: string[] = [];
  /** Links and decimal marks that belong to the number when it goes on. */
  readonly #held: { readonly isPoint: boolean }[] = [];
  #total = 0;
  #current: number | undefined;
  #inDecimals = false;

  constructor(words: NumberWords) {
    this.#words = words;
  }

  /** Adds a word in small letters, and reports whether it belongs to a number. */
  addWord(word: string): boolean {
    const values = valuesIn(word, this.#words);
    const isPoint = this.#words.points.has(word);
    if (values) {
      for (const held of this.#held.splice(0)) if (held.isPoint) this.#addPoint();
      for (const value of values) this.#add(value);
    } else if (this.#isOpen && (isPoint || this.#words.links.has(word))) this.#held.push({ isPoint });
    else return false;
    return true;
  }

  /** Ends the number, and returns the digits of all since the last call, with a full stop before decimals. */
  take(): string[] {
    this.#flush();
    this.#inDecimals = false;
    this.#held.length = 0;
    return this.#numbers.splice(0);
  }

  get #isOpen(): boolean {
    return this.#current !== undefined || this.#total > 0;
  }

  #add(value: number): void {
    if (value >= 1000 && !this.#inDecimals) {
      this.#total += (this.#current ?? 1) * value;
      this.#current = undefined;
    } else if (this.#current === undefined) this.#current = value;
    else {
      const sum = this.#combined(this.#current, value);
      if (sum === undefined) this.#flush();
      this.#current = sum ?? value;
    }
  }

  /** What follows are decimals. */
  #addPoint(): void {
    this.#flush();
    this.#numbers.push('.');
    this.#inDecimals = true;
  }

  /** Returns the number that a value makes of the current one, or undefined when it begins another. */
  #combined(current: number, value: number): number | undefined {
    if (value === 100 && current > 0 && current < 100) return current * 100;
    // "quatre-vingt", "cent quatre-vingt"
    if (this.#words.twenties && current % 100 === 4 && value === 20) return current + 76;
    return this.#takes(current, value) ? current + value : undefined;
  }

  /** Reports whether a value continues the number: a smaller one fills its empty places. */
  #takes(current: number, value: number): boolean {
    if (this.#inDecimals || current === 0 || value === 0) return false;
    const rest = current % 100;
    if (value >= 100) return current % 1000 === 0;
    return rest === 0 || this.#takesUnits(rest, value) || this.#takesTens(rest, value);
  }

  /** "twenty-five", but not "ten five" */
  #takesUnits(rest: number, value: number): boolean {
    return value < 10 && rest % 10 === 0 && (rest > 10 || this.#words.twenties);
  }

  /** "fünfundzwanzig", "soixante-dix" */
  #takesTens(rest: number, value: number): boolean {
    const { unitsFirst, twenties } = this.#words;
    if (unitsFirst && rest < 10) return value >= 20 && value % 10 === 0;
    return twenties && value >= 10 && value < 20 && (rest === 60 || rest === 80);
  }

  #flush(): void {
    if (!this.#isOpen) return;
    this.#numbers.push(String(this.#total + (this.#current ?? 0)));
    this.#total = 0;
    this.#current = undefined;
  }
}
