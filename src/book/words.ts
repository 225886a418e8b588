/** Words of a text; in Chinese and Japanese each character counts as one. */
export function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === single || (kind === letter && !isInside)) words += 1;
    isInside = kind === letter || (kind === joint && isInside);
  }
  return words;
}

/** Words of all given texts. */
export function countWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + countWords(text), 0);
}

/** A text reduced to its letters and digits, for comparing titles. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower.replaceAll(/[^a-z\d]+/g, '');
  return lower
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

const unknown = 0;
const gap = 1;
const letter = 2;
const single = 3;
const joint = 4;

/** What each code unit is, found out when it is first met: a book is counted several times, and patterns are slow at it. */
const kinds = new Uint8Array(0x1_00_00).fill(unknown);

function kindOf(code: number): number {
  const known = kinds[code] ?? gap;
  if (known !== unknown) return known;
  const kind = findKind(String.fromCharCode(code));
  kinds[code] = kind;
  return kind;
}

function findKind(character: string): number {
  if (/[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u.test(character)) {
    return /\p{L}/u.test(character) ? single : gap;
  }
  // Halves of a pair stand for letters of rarer scripts.
  if (/[\p{L}\p{N}\p{Surrogate}]/u.test(character)) return letter;
  return /[\p{M}'’]/u.test(character) ? joint : gap;
}
