import { describe, expect, test } from 'vitest';
import { fliteText } from '../../src/speech/embedded/flite/flite-text.ts';
import { runFlite } from '../../src/speech/embedded/flite/run-flite.ts';

/** The words that flite really spoke. */
async function spokenWords(text: string): Promise<string> {
  const { log } = await runFlite('kal', fliteText(text), ['-pw']);
  return log.replaceAll(/\s+/gu, ' ').trim();
}

describe('flite speaks every word', () => {
  test.each([
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
  ])('%j', async (text, words) => {
    expect(await spokenWords(text)).toBe(words);
  });

  test.each(['One two. Three', 'Was it so? Yes', 'He came: alone', 'Stop! Thief', 'First line\n\nlast'])(
    'the last sentence of %j is not lost, though it is one word',
    async (text) => {
      const words = text.toLowerCase().match(/[a-z]+/gu);
      expect((await spokenWords(text)).match(/[a-z]+/gu)).toEqual(words);
    },
  );

  test.each(['.', '!', '.?.?!!', '"', '*', '—', 'x', '1', '“…”'])(
    'an endless row of %j does not break it',
    async (sign) => {
      const { pcm } = await runFlite('kal', fliteText(`before ${sign.repeat(600)} after`));
      expect(pcm.samples.length).toBeGreaterThan(4000);
    },
  );

  test('text without a letter leaves nothing to say', () => {
    expect(['', '  ', '\u200B', '— —', '，'].map(fliteText)).toEqual(['', '', '', '', '']);
  });
});

test('the same text always sounds the same', async () => {
  const [first, second] = [await runFlite('kal16', 'Once upon a time.'), await runFlite('kal16', 'Once upon a time.')];
  expect(first.pcm).toEqual(second.pcm);
});
