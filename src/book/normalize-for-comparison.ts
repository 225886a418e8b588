/** A text reduced to its letters and digits, for comparing titles. */
export function normalizeForComparison(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower.replaceAll(/[^a-z\d]+/g, '');
  return lower
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
