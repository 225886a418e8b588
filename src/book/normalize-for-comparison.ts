/** Reduces a text to its letters and digits in lower case, to compare titles. */
export function normalizeForComparison(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower.replaceAll(/[^a-z\d]+/g, '');
  return lower
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
