/**
 * Returns a text without characters that engines stop at, mispronounce or name: control and formatting characters, private
 * ones, unpaired surrogates and emoji. All kinds of spaces become one space, ligatures and mathematical letters plain ones.
 */
export function cleanCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(compatible, (character) => character.normalize('NFKC'))
    .replaceAll(/(?<=\d)\s?[°º]\s?(?=[CF](?!\p{L}))/gu, '°')
    .replaceAll(hyphens, '-')
    .replaceAll(/[-=]{1,2}>/gu, '→')
    .replaceAll(pictures, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Superscript letters, as in `2ⁿᵈ`, Latin ligatures, mathematical letters, circled and fullwidth numbers and letters, Roman numerals of one character,
 * doubled marks. Not the fullwidth punctuation of Chinese and Japanese.
 */
const compatible =
  /[ᵃ-ᵡᴬ-ᵂʰʲʳʷʸˡˢˣⁿⁱ\uFB00-\uFB06\u{1D400}-\u{1D7FF}\u2160-\u217F\u2460-\u2473\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A‼⁇⁈⁉]/gu;

const hyphens = /[\u2010\u2011\uFE63]/gu;

/** Emoji with their modifiers, flags and keycaps. The signs for copyright and trademarks are not among them. */
const pictures =
  /(?![©®™〰〽㊗㊙])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0E\uFE0F\u20E3]/gu;

/** Joiners between letters stay: Indic scripts and Persian need them. */
const invisible =
  /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])|(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/gu;
