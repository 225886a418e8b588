import type { FractionWords, Gender, Noun } from './whole-grammar.ts';

/** The words of a language that says a half after what it measures: "dos litros y medio", "deux livres et demie". */
export interface HalfWords {
  readonly cardinal: (digits: string) => string;
  readonly count: (digits: string, gender: Gender) => string;
  readonly fraction: (numerator: string, denominator: string) => string;
  readonly and: string;
  readonly half: Readonly<Record<Gender, string>>;
  /** Returns half of one unit: "medio litro", "un demi litre". */
  readonly lone: (unit: Noun) => string;
  /** Returns a unit as it follows a fraction of it: " de litro". */
  readonly of: (unit: string) => string;
}

/** Returns the fractions of such a language. */
export function halvesAfter({ cardinal, count, fraction, and, half, lone, of }: HalfWords): FractionWords {
  return {
    fraction,
    readsNames: true,
    mixed: (whole, top, bottom) =>
      `${cardinal(whole)} ${and} ${bottom === '2' ? half.masculine : fraction(top, bottom)}`,
    measured({ whole, top, bottom }, unit) {
      const isHalf = top === '1' && bottom === '2';
      if (whole === '') return isHalf ? lone(unit) : fraction(top, bottom) + of(unit.one);
      const { one, many, gender } = unit;
      const part = isHalf ? half[gender] : fraction(top, bottom);
      return `${count(whole, gender)} ${Number(whole) < 2 ? one : many} ${and} ${part}`;
    },
  };
}
