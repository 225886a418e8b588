/**
 * Sounds of Mandarin in Kokoro's alphabet, and its tones as arrows. Source: hexgrad/misaki 0.9 (Apache-2.0: transcription.py, zh.py), which
 * Kokoro 1.0 was trained with, itself after stefantaubert/pinyin-to-ipa (MIT). A tone follows the vowel.
 */
const initials: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'pʰ',
  m: 'm',
  f: 'f',
  d: 't',
  t: 'tʰ',
  n: 'n',
  l: 'l',
  g: 'k',
  k: 'kʰ',
  h: 'x',
  j: 'ʨ',
  q: 'ʨʰ',
  x: 'ɕ',
  zh: 'ꭧ',
  ch: 'ꭧʰ',
  sh: 'ʂ',
  r: 'ɻ',
  z: 'ʦ',
  c: 'ʦʰ',
  s: 's',
};

/** What stands before the tone, and after it. */
const finals: ReadonlyMap<string, readonly string[]> = new Map(
  `a:a ai:ai an:a|n ang:a|ŋ ao:au e:ɤ ei:ei en:ə|n eng:ə|ŋ i:i ia:ja ian:jɛ|n iang:ja|ŋ iao:jau ie:je in:i|n iu:jou ing:i|ŋ
  iong:jʊ|ŋ ong:ʊ|ŋ ou:ou u:u ui:wei ua:wa uai:wai uan:wa|n un:wə|n uang:wa|ŋ ueng:wə|ŋ uo:wo o:wo ü:y üe:ɥe üan:ɥɛ|n ün:y|n`
    .split(/\s+/u)
    .map((pair): [string, readonly string[]] => {
      const [final = '', sounds = ''] = pair.split(':');
      return [final, sounds.split('|')];
    }),
);

/** Syllables without an initial, which are spelled in another way, and interjections. */
const whole: Readonly<Record<string, readonly string[]>> = {
  er: ['ɚ'],
  o: ['ɔ'],
  yo: ['jɔ'],
  m: ['m'],
  n: ['n'],
  ng: ['ŋ'],
  hm: ['hm'],
  hng: ['hŋ'],
};

const tones = ['', '→', '↗', '↓', '↘', ''];

/** Returns a syllable of pinyin with the number of its tone (`zhang3`, `lü4`, `ma0`) in Kokoro's alphabet, or nothing for what is none. */
export function pinyinToKokoro(syllable: string): string {
  const [, spelled = '', tone] = /^([a-zü]+)([0-5])$/u.exec(syllable.replace('v', 'ü')) ?? [];
  const [before, after = ''] = whole[spelled] ?? soundsOf(strict(spelled));
  return before === undefined ? '' : `${before}${tones[Number(tone)] ?? ''}${after}`;
}

/** Returns what stands before the tone of a syllable, and after it. */
function soundsOf(syllable: string): readonly string[] {
  const initial = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])?/u.exec(syllable)?.[0] ?? '';
  const [vowel, ending = ''] = vowels(initial, syllable.slice(initial.length)) ?? [];
  return vowel === undefined ? [] : [`${initials[initial] ?? ''}${vowel}`, ending];
}

function vowels(initial: string, final: string): readonly string[] | undefined {
  if (final === 'i' && /^(?:[zcs]h?|r)$/u.test(initial)) return ['ɨ'];
  return finals.get(/^[jqx]$/u.test(initial) ? final.replace(/^u/u, 'ü') : final);
}

/** Returns a syllable that begins with `y` or `w` as its final. */
function strict(spelled: string): string {
  return spelled
    .replace(/^yu/u, 'ü')
    .replace(/^yi?/u, 'i')
    .replace(/^wu?/u, 'u')
    .replace(/^iou$/u, 'iu')
    .replace(/^uei$/u, 'ui')
    .replace(/^uen$/u, 'un');
}
