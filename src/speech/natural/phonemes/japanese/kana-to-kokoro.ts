/**
 * Sounds of kana in Kokoro's alphabet: a syllable and its letters. Source: the table of hexgrad/misaki 0.7 (Apache-2.0, cutlet.py), whose Japanese
 * Kokoro 1.0 was trained with, itself after polm/cutlet (MIT).
 */
const sounds: ReadonlyMap<string, string> = new Map(
  `ぁ a あ a ぃ i い i ぅ ɯ う ɯ ぇ e え e ぉ o お o か ka が ɡa き kʲi ぎ ɡʲi く kɯ ぐ ɡɯ け ke げ ɡe こ ko ご ɡo さ sa ざ ʣa
  し ɕi じ ʥi す sɨ ず zɨ せ se ぜ ʣe そ so ぞ ʣo た ta だ da ち ʨi ぢ ʥi つ ʦɨ づ zɨ て te で de と to ど do な na に ɲi ぬ nɯ
  ね ne の no は ha ば ba ぱ pa ひ çi び bʲi ぴ pʲi ふ ɸɯ ぶ bɯ ぷ pɯ へ he べ be ぺ pe ほ ho ぼ bo ぽ po ま ma み mʲi む mɯ
  め me も mo ゃ ja や ja ゅ jɯ ゆ jɯ ょ jo よ jo ら ɾa り ɾʲi る ɾɯ れ ɾe ろ ɾo ゎ βa わ βa ゐ i ゑ e を o ゔ vɯ ゕ ka ゖ ke
  いぇ je うぃ βi うぇ βe うぉ βo きぇ kʲe きゃ kʲa きゅ kʲɨ きょ kʲo ぎゃ ɡʲa ぎゅ ɡʲɨ ぎょ ɡʲo くぁ kᵝa くぃ kᵝi くぇ kᵝe
  くぉ kᵝo ぐぁ ɡᵝa ぐぃ ɡᵝi ぐぇ ɡᵝe ぐぉ ɡᵝo しぇ ɕe しゃ ɕa しゅ ɕɨ しょ ɕo じぇ ʥe じゃ ʥa じゅ ʥɨ じょ ʥo ちぇ ʨe ちゃ ʨa
  ちゅ ʨɨ ちょ ʨo ぢゃ ʥa ぢゅ ʥɨ ぢょ ʥo つぁ ʦa つぃ ʦʲi つぇ ʦe つぉ ʦo てぃ tʲi てゅ tʲɨ でぃ dʲi でゅ dʲɨ とぅ tɯ どぅ dɯ
  にぇ ɲe にゃ ɲa にゅ ɲɨ にょ ɲo ひぇ çe ひゃ ça ひゅ çɨ ひょ ço びゃ bʲa びゅ bʲɨ びょ bʲo ぴゃ pʲa ぴゅ pʲɨ ぴょ pʲo ふぁ ɸa
  ふぃ ɸʲi ふぇ ɸe ふぉ ɸo ふゅ ɸʲɨ ふょ ɸʲo みゃ mʲa みゅ mʲɨ みょ mʲo りゃ ɾʲa りゅ ɾʲɨ りょ ɾʲo ゔぁ va ゔぃ vʲi ゔぇ ve
  ゔぉ vo ゔゅ bʲɨ ゔょ bʲo`
    .trim()
    .split(/(?<=\p{Script=Latin}|β|\p{Lm})\s+(?=\p{Script=Hiragana})/u)
    .map((pair): [string, string] => {
      const [kana = '', letters = ''] = pair.split(' ');
      return [kana, letters];
    }),
);

/** Letters for the nasal before a sound that begins with one of the others; at the end of a word it is `ɴ`. */
const nasals: readonly (readonly [string, string])[] = [
  ['mpb', 'm'],
  ['kɡ', 'ŋ'],
  ['ɲʨʥ', 'ɲ'],
  ['ntdɾz', 'n'],
];

/** Returns the kana of a word in Kokoro's alphabet. Anything that is no kana has no sound. */
export function kanaToKokoro(word: string): string {
  const kana = repeated(toHiragana(word));
  let letters = '';
  for (let at = 0; at < kana.length;) {
    const two = kana.slice(at, at + 2);
    const length = two.length === 2 && isOneSound(two) ? 2 : 1;
    letters += soundOf(kana.slice(at, at + length), kana.slice(at + length));
    at += length;
  }
  return letters;
}

/** Returns katakana as hiragana, and other characters as they are. */
export function toHiragana(text: string): string {
  return text.replaceAll(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - katakanaOffset));
}

/** From a hiragana to the katakana of the same sound in Unicode. */
const katakanaOffset = 0x60;

/** A mark of repetition stands for the kana before it, with a voice or without. */
function repeated(kana: string): string {
  return kana.replaceAll(/(.)([ゝヽゞヾ])/gu, (_, before: string, mark: string) =>
    'ゝヽ'.includes(mark) ? before + before : `${before}${`${before}\u3099`.normalize('NFC')}`,
  );
}

function isOneSound(two: string): boolean {
  return sounds.has(two) || /^[^っーんぁ-ぉゃゅょ][ぁぃぅぇぉゃゅょ]$/u.test(two);
}

function soundOf(kana: string, rest: string): string {
  if (kana === 'ー') return 'ː';
  if (kana === 'っ') return 'ʔ';
  if (kana === 'ん') return nasalBefore(rest);
  const sound = sounds.get(kana);
  if (sound !== undefined || kana.length === 1) return sound ?? '';
  // A small vowel takes the place of the vowel, as in `てゃ`.
  return `${(sounds.get(kana.charAt(0)) ?? ' ').slice(0, -1)}${sounds.get(kana.charAt(1)) ?? ''}`.trim();
}

function nasalBefore(rest: string): string {
  const next = (sounds.get(rest.slice(0, 2)) ?? sounds.get(rest.charAt(0)) ?? '').charAt(0);
  return (next && nasals.find(([starts]) => starts.includes(next))?.[1]) || 'ɴ';
}
