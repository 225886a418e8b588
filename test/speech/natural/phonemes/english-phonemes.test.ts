import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EnginePool } from '../../../../src/speech/embedded/engine-pool.ts';
import { openEspeakReader } from '../../../../src/speech/embedded/espeak/open-espeak-reader.ts';
import { englishPhonemes } from '../../../../src/speech/natural/phonemes/english/english-phonemes.ts';
import type { ReadWords } from '../../../../src/speech/natural/phonemes/espeak-reader.ts';
import { ModelLexicon } from '../../../../src/speech/natural/phonemes/english/model-lexicon.ts';
import { splitPhonemes } from '../../../../src/speech/natural/phonemes/split-phonemes.ts';
import { ipaToKokoro } from '../../../../src/speech/natural/phonemes/english/to-kokoro.ts';
import type { Variety } from '../../../../src/speech/natural/phonemes/english/to-kokoro.ts';
import type { SpokenPart } from '../../../../src/text/lexicon/spoken-part.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const pool = new EnginePool();
afterAll(async () => await pool[Symbol.asyncDispose]());

const listed: Readonly<Record<string, string>> = {
  read: 'ɹˈɛd',
  water: 'wˈɔɾəɹ',
  button: 'bˈʌʔn',
  boss: 'bˈɔs',
  cat: 'kˈæt',
  us: 'ˈʌs',
  'o’clock': 'never',
  "o'clock": 'əklˈɑk',
};

async function phonemes(text: string | readonly SpokenPart[], variety: Variety = 'american', given?: ReadWords) {
  const readWords = given ?? (await openEspeakReader(pool))?.readWords;
  if (!readWords) throw new Error('no espeak-ng');
  const parts = typeof text === 'string' ? [{ text }] : text;
  return await englishPhonemes(parts, { variety, readWords, lookUp: (word) => listed[word] }, signal);
}

describe('an English text in the alphabet of Kokoro', () => {
  it.each([
    [
      '“Go!” he said — and I’m late… (very late).',
      '“ɡˈO!” hi sˈɛd — ænd Im lˈAt… (vˈɛɹi lˈAt).',
      '“ɡˈQ!” hiː sˈɛd — and Im lˈAt… (vˈɛɹi lˈAt).',
    ],
    ['The judge will annoy the noise.', 'ðə ʤˈʌʤ wɪl ɐnˈY ðə nˈYz.', 'ðə ʤˈʌʤ wɪl ənˈY ðə nˈYz.'],
    ['I open the end of the package.', 'aɪ ˈOpən ðɪ ˈɛnd ʌv ðə pˈækɪʤ.', 'aɪ ˈQpən ðɪ ˈɛnd ɒv ðə pˈakɪʤ.'],
    ['poor bird, near square', 'pˈʊɹ bˈɜɹd, nˌɪɹ skwˈɛɹ', 'pˈʊə bˈɜːd, nˌɪə skwˈɛː'],
  ])('%s', async (text, american, british) => {
    // espeak-ng has two signs for the same weak vowel.
    expect(await phonemes(text)).toBe(american.replaceAll('ɐ', 'ə'));
    expect(await phonemes(text, 'british')).toBe(british);
  });

  it.each([
    ['"Straight" quotes, \'single\' ones and a "last".', '“stɹˈAt” kwˈOts, sˈɪŋɡᵊl wˈʌnz ænd ə “lˈæst”.'],
    ['Wait... no -- well-known; [so]: a—b', 'wˈAt… nˈO — wˈɛlnˈOn; (sˈO): ə—bˈi'],
    ['The boys’ dogs, O’Brien', 'ðə bˈYz dˈɑɡz, ObɹˈIən'],
    ['It costs 3.14 and 1,000.', 'ɪt kˈɔsts θɹˈi pYnt wˈʌn fˈɔɹ ænd wˈʌn θˈWzənd.'],
    ['The U.S.A. and the mother-in-law of it', 'ðə jˌuˌɛsˈA ænd ðə mˈʌðəɹɪnlˈɔ ʌv ɪt'],
    ['a < b & c > d', 'ə bˈi plˈʌs sˈi dˈi'],
    ['', ''],
  ])('keeps the marks of %j', async (text, expected) => {
    expect(await phonemes(text)).toBe(expected);
  });

  it('takes words from the lexicon of the model, except those that the sentence decides', async () => {
    expect(await phonemes('Water! The boss’s buttons, the cat’s button at five o’clock.')).toBe(
      'wˈɔTəɹ! ðə bˈɔsᵻz bˈʌʔnz, ðə kˈæts bˈʌtn æt fˈIv əklˈɑk.'.replace('ʔnz', 'tᵊnz'),
    );
    expect(await phonemes('They read it to US.')).toMatch(/^ðA ɹˈid ɪt tə (?:jˈ?uˈɛs|jˌuˈɛs|ˌʌs|ˈʌs)\.$/u);
    expect(await phonemes('The boss’s', 'british')).toBe('ðə bˈɔsɪz');
  });

  it('takes a pronunciation that is given, whatever the word', async () => {
    const parts = [
      { text: 'Then ' },
      { text: 'Zaphod & <Co>', ipa: 'ˈzeɪfɒd' },
      { text: ' met ' },
      { text: 'the', ipa: 'ŋwiən' },
      { text: '.' },
    ];
    expect(await phonemes(parts)).toBe('ðˈɛn ˈzAfɑd mˈɛt ŋwiən.');
    expect(await phonemes(parts, 'british')).toBe('ðˈɛn ˈzAfɒd mˈɛt ŋwɪən.');
  });

  it('has a space between words that espeak-ng reads as one', async () => {
    expect(await phonemes('There was not a moment to be lost at once; it is no longer there.')).toBe(
      'ðɛɹ wˌʌz nˌɑT ə mˈOmənt tə bi lˈɔst ət wˈʌns; ɪT ɪz nˌO lˈɑŋɡəɹ ðˈɛɹ.',
    );
  });

  it('is not given when espeak-ng has no sound for a word', async () => {
    expect(await phonemes('Two words', 'american', async () => [{ at: 0, sounds: ['t', 'uː'] }])).toBeUndefined();
    expect(await phonemes('Two words', 'american', async () => [{ at: 4, sounds: ['w'] }])).toBeUndefined();
  });
});

describe('a pronunciation in IPA', () => {
  it.each([
    ['həˈloʊ ˈwɝːld', 'həˈlO ˈwɜɹld', 'həˈlQ ˈwɜːld'],
    ['ˈt͡ʃɜːt͡ʃ ˈdʒɔɪ', 'ˈʧɜɹʧ ˈʤY', 'ˈʧɜːʧ ˈʤY'],
    ['ˈnaɪ.tɪŋ.ɡeɪl', 'ˈnItɪŋɡAl', 'ˈnItɪŋɡAl'],
    ['ˈʁeːnə ɡøːtə', 'ˈɹɛnə ɡɜtə', 'ˈɹɛːnə ɡɜːtə'],
    ['bʌʔn̩ pã', 'bʌtᵊn pɑ', 'bʌtᵊn pa'],
  ])('%s becomes %s in America, %s in Britain', (ipa, american, british) => {
    expect([ipaToKokoro(ipa, 'american'), ipaToKokoro(ipa, 'british')]).toEqual([american, british]);
  });
});

describe('phonemes that are too long for one pass', () => {
  it('are cut after a sentence, otherwise after a clause, otherwise between words, and never lost', () => {
    const words = Array.from({ length: 150 }, (_, index) => `wˈɜɹd${'z'.repeat(index % 7)}`);
    const texts = [
      words.join(' '),
      words.map((word, index) => (index % 12 === 11 ? `${word},` : word)).join(' '),
      words.map((word, index) => (index % 12 === 11 ? `${word}.” —` : word)).join(' '),
    ];
    for (const text of texts) {
      const pieces = splitPhonemes(text);
      expect(pieces.join(' ')).toBe(text);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(400);
      expect(pieces.length).toBeLessThanOrEqual(Math.ceil(text.length / 200));
    }
    expect(
      splitPhonemes(texts[1] ?? '')
        .slice(0, -1)
        .every((piece) => piece.endsWith(',')),
    ).toBe(true);
    expect(splitPhonemes('x'.repeat(900)).map((piece) => piece.length)).toEqual([400, 400, 100]);
    expect(splitPhonemes(' ')).toEqual([]);
  });
});

describe('the lexicon of a model', () => {
  it('is read as it is: a word and its letters on a line', async () => {
    const file = path.join(await temporaryFolder(), 'lexicon.txt');
    const many = Array.from({ length: 20_000 }, (_, index) => `w${index} x ${index}\n`).join('');
    await writeFile(file, `hello h ə l ˈ O\nhello n o\nnaïve n I ˈ i v\n\nlonely\n${many}last l ˈ æ s t`);
    const lexicon = await ModelLexicon.read(file);
    const found = ['hello', 'naïve', 'last', 'w0', 'w19999'].map((word) => lexicon?.get(word));
    expect(found).toEqual(['həlˈO', 'nIˈiv', 'lˈæst', 'x0', 'x19999']);
    for (const word of ['', 'hell', 'Hello', 'lonely', 'w20000', 'w1 x', 'hello h', '\n'])
      expect(lexicon?.get(word)).toBeUndefined();
    expect(await ModelLexicon.read(`${file}.none`)).toBeUndefined();
  });
});
