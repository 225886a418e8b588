/** Sines of the angles by which programs slant letters: 6 to 37 degrees. */
const [least, most] = [0.1, 0.6];

/** Reports whether a transformation makes upright letters lean to the right, as those of italics do. */
export function isSlantedMatrix(matrix: readonly unknown[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = matrix.map(Number);
  const sine = ((a * c + b * d) / Math.hypot(a, b) / Math.hypot(c, d)) * Math.sign(a * d - b * c);
  return sine > least && sine < most;
}
