import { describe, expect, it } from 'vitest';
import { fliteText } from '../../src/speech/embedded/flite/flite-text.ts';
import { runFlite } from '../../src/speech/embedded/flite/run-flite.ts';

/** Returns the words that flite spoke. */
async function spokenWords(text: string): Promise<string> {
  const { log } = await runFlite('kal', fliteText(text), ['-pw']);
  return log.replaceAll(/\s+/gu, ' ').trim();
}

describe('fliteText', () => {
  it.each([
    ['He said “hello” — it’s fine… ok', "he said hello it 's fine ok"],
    ['café naïve Straße œuvre', 'cafe naive strasse oeuvre'],
    ['cafe\u0301', 'cafe'],
    ['the word λόγος', 'the word logos'],
    ['это слово', 'eto slovo'],
    ['这是 word 第一句。after', 'zhe shi word di yi ju . after'],
    ['smile 😀 after', 'smile grinning after'],
    ['from 1914–18, about 2½ cups', 'from one thousand nine hundred fourteen to eighteen about two and a half cups'],
    ['£500 and €3', 'five hundred pounds and three euros'],
    ['at 20 °C', 'at twenty degrees c'],
    ['a soft\u00ADhyphen, zero\u200Bwidth, no\u00A0break', 'a softhyphen zerowidth no break'],
    ['one\u0000two\u0007three', 'one two three'],
    ['- starts with a dash', 'starts with a dash'],
    ['-voice slt', 'voice s l t'],
    ['– Yes', 'yes'],
    ['OH NO, said the DORMOUSE. EAT ME now', 'oh no said the dormouse eat me now'],
    ['\uD800lone', 'lone'],
  ])('makes flite speak every word of %j', async (text, words) => {
    expect(await spokenWords(text)).toBe(words);
  });

  it.each(['One two. Three', 'Was it so? Yes', 'He came: alone', 'Stop! Thief', 'First line\n\nlast'])(
    'keeps the last sentence of %j, a single word',
    async (text) => {
      const words = text.toLowerCase().match(/[a-z]+/gu);
      expect((await spokenWords(text)).match(/[a-z]+/gu)).toEqual(words);
    },
  );

  it.each(['.', '!', '.?.?!!', '"', '*', '—', 'x', '1', '“…”'])('survives a long row of %j', async (sign) => {
    const { pcm } = await runFlite('kal', fliteText(`before ${sign.repeat(600)} after`));
    expect(pcm.samples.length).toBeGreaterThan(4000);
  });

  it('returns nothing for text without a letter', () => {
    expect(['', '  ', '\u200B', '— —', '，'].map(fliteText)).toEqual(['', '', '', '', '']);
  });
});

describe('runFlite', () => {
  it('returns the same audio for the same text', async () => {
    const [first, second] = [
      await runFlite('kal16', 'Once upon a time.'),
      await runFlite('kal16', 'Once upon a time.'),
    ];
    expect(first.pcm).toEqual(second.pcm);
  });
});
