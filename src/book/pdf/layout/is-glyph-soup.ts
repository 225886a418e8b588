/** Less text says nothing about a whole book. */
const minCharacters = 300;

/** Signs that draw the lines of tables and leaders. */
const rules = /[-–—_=|+.·]/gu;

/** Scripts that no language mixes within a word. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Armenian', 'Georgian', 'Devanagari', 'Thai'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * Reports whether a text layer holds codes of glyphs instead of characters, as fonts without a table of characters give them:
 * private characters, mostly signs, words of several scripts or without vowels, or the operators of a page.
 */
export function isGlyphSoup(text: string): boolean {
  const visible = text.match(/\S/gu)?.length ?? 0;
  if (visible < minCharacters) return false;
  const share = (pattern: RegExp): number => (text.match(pattern)?.join('').length ?? 0) / visible;
  if (share(/[\p{Co}\p{Cn}\uFFFD]|(?!\s)\p{Cc}/gu) > 0.2) return true;
  if (share(/\(cid:\d+\)|\/(?:g|glyph|uni|G)[\dA-F]+\b/gu) > 0.3) return true;
  if (share(/[\p{L}\p{M}]/gu) < 0.3 * (1 - share(rules)) && share(/\p{N}/gu) < 0.3) return true;
  const words = text.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
  return holdsOperators(text) || holdsNoWords(words);
}

/** Operators of the page description (PDF 32000-1, annex A). */
function holdsOperators(text: string): boolean {
  const tokens = text.split(/\s+/u);
  const operators = tokens.filter((token) => /^(?:BT|ET|Tf|Td|TD|Tj|TJ|Tm|T\*|Tc|Tw|cm|re|gs|BDC|EMC)$/u.test(token));
  return operators.length > tokens.length * 0.1;
}

function holdsNoWords(words: readonly string[]): boolean {
  if (words.length < 40) return false;
  const mixed = words.filter((word) => scripts.filter((script) => script.test(word)).length > 1);
  if (mixed.length > words.length * 0.3) return true;
  const latin = words.filter((word) =>
    /^[\p{Script=Latin}\p{N}]*\p{Script=Latin}[\p{Script=Latin}\p{N}]*$/u.test(word),
  );
  // Acronyms, Slavic words without vowels and names such as `P2P` are rare in running text.
  const noWords = latin.filter((word) => !/[aeiouy]/iu.test(word.normalize('NFD')) || /\p{L}\p{N}+\p{L}/u.test(word));
  return latin.length > words.length / 2 && noWords.length > latin.length * 0.35;
}
