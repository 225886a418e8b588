/** Superscript digits in order, which are also the inside of a character class. */
export const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Subscript digits in order. */
export const subscriptDigits = '₀₁₂₃₄₅₆₇₈₉';
