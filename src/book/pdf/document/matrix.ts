/** Coefficients of a transformation, as PDF has them. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The transformation that changes nothing. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns a matrix of numbers that PDF.js gives. */
export function toMatrix(values: Iterable<unknown>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values, (value) =>
    Number.isFinite(value) ? Number(value) : 0,
  );
  return [a, b, c, d, e, f];
}

/** Returns the transformation by `inner` and then by `outer`. */
export function multiply([a, b, c, d, e, f]: Matrix, inner: Matrix): Matrix {
  const [ia, ib, ic, id, ie, if_] = inner;
  return [
    a * ia + c * ib,
    b * ia + d * ib,
    a * ic + c * id,
    b * ic + d * id,
    a * ie + c * if_ + e,
    b * ie + d * if_ + f,
  ];
}

/** Sines of the angles by which programs slant letters: 6 to 37 degrees. */
const [least, most] = [0.1, 0.6];

/** Reports whether a transformation makes upright letters lean to the right, as those of italics do. */
export function isSlantedMatrix(matrix: readonly unknown[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = matrix.map(Number);
  const sine = ((a * c + b * d) / Math.hypot(a, b) / Math.hypot(c, d)) * Math.sign(a * d - b * c);
  return sine > least && sine < most;
}
