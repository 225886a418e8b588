/** Returns a warning for text that an espeak voice cannot read, or undefined. The voice says "Chinese letter" for each such character. */
export function unsupportedEspeakText(text: string, voice: string, version: string): string | undefined {
  if (!voice.startsWith('espeak:')) return undefined;
  const unreadable = scripts.find(({ script, readers }) => !readers.test(voice) && script.test(text));
  if (unreadable) {
    return `The voice '${voice}' cannot read ${unreadable.name}: it says “${unreadable.said}” for each. Use another provider for this book.`;
  }
  if (voice === 'espeak:cmn' && version.startsWith('system 1.51') && /\p{Script=Han}/u.test(text)) {
    return `The voice 'espeak:cmn' of espeak-ng 1.51 spells Chinese in English letters. Use the voice espeak:cmn-latn-pinyin, or another provider.`;
  }
  return undefined;
}

/** Scripts whose name most voices say instead of reading them, and the voices that can read them. */
const scripts = [
  {
    script: /\p{Script=Han}/u,
    readers: /^espeak:(?:cmn|yue)\b/u,
    name: 'Chinese characters (kanji)',
    said: 'Chinese letter',
  },
  {
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    readers: /^espeak:ja\b/u,
    name: 'Japanese kana',
    said: 'Japanese letter',
  },
] as const;
