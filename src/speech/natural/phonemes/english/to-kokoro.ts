import { lettersOf, wordsOfIpa } from '../letters-of-ipa.ts';

/** Variety of English that a voice speaks. Each has sounds of its own in Kokoro's alphabet. */
export type Variety = 'american' | 'british';

/**
 * Sounds that Kokoro has another letter for. Kokoro 1.0 was trained on the alphabet of misaki, its author's front end, in which
 * diphthongs and affricates are single letters (hexgrad/misaki, Apache-2.0: EN_PHONES.md, misaki/espeak.py).
 */
const common: Readonly<Record<string, string>> = {
  aɪ: 'I',
  aʊ: 'W',
  eɪ: 'A',
  ɔɪ: 'Y',
  oɪ: 'Y',
  tʃ: 'ʧ',
  dʒ: 'ʤ',
  əl: 'ᵊl',
  ɔː: 'ɔː',
  ɑː: 'ɑː',
  iː: 'iː',
  uː: 'uː',
  ɐ: 'ə',
  e: 'ɛ',
  r: 'ɹ',
  ʀ: 'ɹ',
  ʁ: 'ɹ',
  x: 'k',
  ç: 'k',
  χ: 'k',
  ɬ: 'l',
  ɫ: 'l',
  ʍ: 'w',
  ɱ: 'm',
  ɲ: 'nj',
  ʔ: 't',
  g: 'ɡ',
  y: 'i',
  ø: 'ɜ',
  œ: 'ɜ',
  β: 'v',
  ɣ: 'ɡ',
  c: 'k',
  ɟ: 'ʤ',
  ʂ: 'ʃ',
  ʐ: 'ʒ',
  ɕ: 'ʃ',
  ʑ: 'ʒ',
};

const varieties: Readonly<Record<Variety, Readonly<Record<string, string>>>> = {
  american: {
    ...common,
    oʊ: 'O',
    əʊ: 'O',
    o: 'O',
    ɜːɹ: 'ɜɹ',
    ɜːr: 'ɜɹ',
    ɜɹ: 'ɜɹ',
    ɜː: 'ɜɹ',
    ɝː: 'ɜɹ',
    ɝ: 'ɜɹ',
    ɚ: 'əɹ',
    ɪə: 'iə',
    eə: 'ɛɹ',
    ɛə: 'ɛɹ',
    ʊə: 'ʊɹ',
    ɔː: 'ɔ',
    ɑː: 'ɑ',
    iː: 'i',
    uː: 'u',
    oː: 'O',
    a: 'ɑ',
    ɒ: 'ɑ',
    ɾ: 'T',
    ɨ: 'ᵻ',
  },
  british: {
    ...common,
    əʊ: 'Q',
    oʊ: 'Q',
    o: 'ɔ',
    oː: 'ɔː',
    eə: 'ɛː',
    ɛə: 'ɛː',
    iə: 'ɪə',
    ɝː: 'ɜː',
    ɝ: 'ɜː',
    ɚ: 'ə',
    æ: 'a',
    ɾ: 't',
    ᵻ: 'ɪ',
    ɨ: 'ɪ',
  },
};

/** Returns the sounds of a word in Kokoro's alphabet, given in IPA one by one, as espeak-ng gives them: `h`, `ə`, `l`, `ˈoʊ`. */
export function soundsToKokoro(sounds: readonly string[], variety: Variety): string {
  return finished(sounds.map((sound) => lettersOf(sound, varieties[variety])).join(''), variety);
}

/** Returns a pronunciation in IPA in Kokoro's alphabet. Letters that make one sound are found, with or without a tie bar. */
export function ipaToKokoro(ipa: string, variety: Variety): string {
  return wordsOfIpa(ipa)
    .map((word) => finished(lettersOf(word, varieties[variety]), variety))
    .join(' ');
}

function finished(text: string, variety: Variety): string {
  const plain = text
    // A consonant that is a syllable of its own.
    .replaceAll(/(\S)\u0329/gu, 'ᵊ$1')
    .replaceAll(/([ᵊɹ])\1/gu, '$1')
    .normalize('NFD')
    .replaceAll(/[\p{M}ʰʲʷˠˤ˞˥˦˧˨˩]/gu, '');
  return variety === 'american' ? plain.replaceAll(/[ːˑ]/gu, '') : plain.replaceAll('ˑ', '');
}
