const plainCharacters = Array.from('0123456789+-−=()');
const superscripts = tableTo('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾');
const subscripts = tableTo('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

/** Digits and signs as the super- or subscript characters that mean the same; letters stay as they are. */
export function toScript(text: string, height: -1 | 1): string {
  const table = height === 1 ? superscripts : subscripts;
  const characters = Array.from(text);
  return characters.every((one) => table.has(one)) ? characters.map((one) => table.get(one)).join('') : text;
}

function tableTo(characters: string): ReadonlyMap<string, string> {
  const signs = Array.from(characters);
  return new Map(plainCharacters.map((plain, index) => [plain, signs[index] ?? plain]));
}
