/** What espeak-ng is known to speak badly of a text: it says "Chinese letter" for a character that a voice cannot read. */
export function unsupportedEspeakText(text: string, voice: string, version: string): string | undefined {
  if (!voice.startsWith('espeak:')) return undefined;
  const unread = scripts.find(({ script, readers }) => !readers.test(voice) && script.test(text));
  if (unread) {
    return `The voice '${voice}' cannot read ${unread.name}: it says “${unread.said}” for each. Take another provider for this book.`;
  }
  if (voice === 'espeak:cmn' && version.startsWith('system 1.51') && /\p{Script=Han}/u.test(text)) {
    return `The voice 'espeak:cmn' of espeak-ng 1.51 spells Chinese in English letters. Take the voice espeak:cmn-latn-pinyin, or another provider.`;
  }
  return undefined;
}

/** Scripts of which a voice says the name instead of reading them, and the voices that read them. */
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
