/** Words of symbols by character. */
export type SymbolWords = Readonly<Record<string, string>>;

/** Returns a text in which symbols are words, with spaces around them. */
export function readSymbols(text: string, words: SymbolWords): string {
  const symbols = new RegExp(`[${Object.keys(words).map(escaped).join('')}]`, 'gu');
  return (
    text
      // Lines of verse, and alternatives.
      .replaceAll(/(?<=[\p{L}.,;:!?]) \/ (?=\p{L})/gu, ', ')
      .replaceAll(',,', ',')
      // Old books put it around what is quoted.
      .replaceAll(
        /(?<![\p{L}\p{N}%²³)\]}][’'"″′]? ?)=|=(?! ?[\p{L}\p{N}([+−√$€£{"-])|(?<= )=(?=\p{L}{2})|(?<=\p{L}{2})=(?= \p{L})/gu,
        ' ',
      )
      .replaceAll(symbols, (symbol) => ` ${words[symbol]} `)
      .replaceAll(/ {2,}/gu, ' ')
      .replaceAll(/ (?=[.,;:!?)\]](?!\p{L}))/gu, '')
      .trim()
  );
}

function escaped(symbol: string): string {
  return symbol.replaceAll(/[$()*+.?[\\\]^{|}/-]/gu, String.raw`\$&`);
}
