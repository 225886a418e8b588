import type { NumberWords } from './number-words.ts';

/** A number as it was found: its digits, with a full stop before decimals. */
export interface NumberPart {
  readonly digits: string;
  /** It was written in digits. Words may stand for a part of a number: "nineteen eleven". */
  readonly isLiteral: boolean;
}

/** Composes the values of number words to numbers: 2, 100 and 5 are 205, but 19 and 11 are two. */
export class NumberReader {
  readonly #words: NumberWords;
  readonly #parts: NumberPart[] = [];
  #total = 0;
  #current: number | undefined;
  #isLiteral = false;
  #inDecimals = false;

  constructor(words: NumberWords) {
    this.#words = words;
  }

  /** Reports whether a value is being composed, so that "and" or "point" may belong to it. */
  get isOpen(): boolean {
    return this.#current !== undefined || this.#total > 0;
  }

  /** Adds the value of a number word. */
  add(value: number): void {
    if (value >= 1000 && !this.#inDecimals) this.#scale(value);
    else if (this.#current === undefined) this.#current = value;
    else {
      const sum = this.#combined(this.#current, value);
      if (sum === undefined) this.#flush();
      this.#current = sum ?? value;
    }
  }

  /** Adds a number in digits. */
  addLiteral(digits: string): void {
    this.end();
    if (/^\d{1,15}$/u.test(digits) && !/^0\d/u.test(digits)) {
      this.#current = Number(digits);
      this.#isLiteral = true;
    } else this.#parts.push({ digits, isLiteral: true });
  }

  /** Adds the decimal mark: what follows are its digits. */
  addPoint(): void {
    this.#flush();
    this.#parts.push({ digits: '.', isLiteral: false });
    this.#inDecimals = true;
  }

  /** Ends the number. */
  end(): void {
    this.#flush();
    this.#inDecimals = false;
  }

  /** Ends the number and returns all parts since the last call. */
  take(): NumberPart[] {
    this.end();
    return this.#parts.splice(0);
  }

  #scale(value: number): void {
    this.#total += (this.#current ?? 1) * value;
    this.#current = undefined;
    this.#isLiteral = false;
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
    if (this.#isLiteral || this.#inDecimals || current === 0 || value === 0) return false;
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
    if (!this.isOpen) return;
    const value = this.#total + (this.#current ?? 0);
    this.#parts.push({ digits: String(value), isLiteral: this.#isLiteral });
    this.#total = 0;
    this.#current = undefined;
    this.#isLiteral = false;
  }
}
