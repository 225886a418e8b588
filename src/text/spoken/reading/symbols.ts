/** Words of symbols by character. */
export type SymbolWords = Readonly<Record<string, string>>;

/** Returns a text in which symbols are words, with spaces around them. */
export function readSymbols(text: string, words: SymbolWords): string {
  const alternatives = text.includes('/') ? text.replaceAll(/(?<=[\p{L}.,;:!?]) \/ (?=\p{L})/gu, ', ') : text;
  const equal = text.includes('=') ? alternatives.replaceAll(quotingSign, ' ') : alternatives;
  return tidySpaces(equal.replaceAll(patternOf(words), (symbol) => ` ${words[symbol]} `));
}

/** Returns a text with single spaces, and none before a mark. */
export function tidySpaces(text: string): string {
  return text
    .replaceAll(',,', ',')
    .replaceAll(/ {2,}/gu, ' ')
    .replaceAll(/ (?=[.,;:!?)\]](?!\p{L}))/gu, '')
    .trim();
}

/** Old books put the sign = around what is quoted. */
const quotingSign =
  /(?<![\p{L}\p{N}%²³)\]}][’'"″′]? ?)=|=(?! ?[\p{L}\p{N}([+−√$€£{"-])|(?<= )=(?=\p{L}{2})|(?<=\p{L}{2})=(?= \p{L})/gu;

function patternOf(words: SymbolWords): RegExp {
  const known = patterns.get(words);
  if (known !== undefined) return known;
  const pattern = new RegExp(`[${Object.keys(words).map(escaped).join('')}]`, 'gu');
  patterns.set(words, pattern);
  return pattern;
}

const patterns = new WeakMap<SymbolWords, RegExp>();

function escaped(symbol: string): string {
  return symbol.replaceAll(/[$()*+.?[\\\]^{|}/-]/gu, String.raw`\$&`);
}
