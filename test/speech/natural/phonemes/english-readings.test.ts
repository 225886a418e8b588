import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishPhonemes } from '../../../../src/speech/natural/phonemes/english/english-phonemes.ts';
import { ModelLexicon } from '../../../../src/speech/natural/phonemes/english/model-lexicon.ts';
import type { Variety } from '../../../../src/speech/natural/phonemes/english/to-kokoro.ts';
import { readingsOf } from '../../../../src/languages/en/readings/readings.ts';
import { englishLexicons } from '../../../helpers/tiny-voices.ts';

const { signal } = new AbortController();
const lexicons = {
  american: await ModelLexicon.read(path.join(englishLexicons, 'lexicon-us-en.txt')),
  british: await ModelLexicon.read(path.join(englishLexicons, 'lexicon-gb-en.txt')),
};

/** Every word of these tests is in the lexicons, so nothing else is asked. */
async function read(text: string, variety: Variety = 'american'): Promise<string | undefined> {
  const sources = {
    variety,
    lookUp: (word: string) => lexicons[variety]?.get(word),
    readings: (word: string) => readingsOf(word, variety),
    readWords: async () => [],
  };
  return await englishPhonemes([{ text }], sources, signal);
}

// As misaki 0.9.4 has it, but for `Have you read it?` and `came down and read`, which it takes for the present, and the metal.
describe('words of two readings, by their part of speech', () => {
  it.each([
    [
      'She read the book, and he reads it.',
      'ʃˌi ɹˈɛd ðə bˈʊk, ænd hi ɹˈidz ɪt.',
      'ʃˌiː ɹˈɛd ðə bˈʊk, and hiː ɹˈiːdz ɪt.',
    ],
    ['I will read it to you.', 'ˌI wɪl ɹˈid ɪt tə ju.', 'ˌI wɪl ɹˈiːd ɪt tə juː.'],
    ['Have you read it? Did you read it?', 'hˌæv ju ɹˈɛd ɪt? dˈɪd ju ɹˈid ɪt?', 'hˌav juː ɹˈɛd ɪt? dˈɪd juː ɹˈiːd ɪt?'],
    ['He came down and read the proofs.', 'hˌi kˈAm dˌWn ænd ɹˈɛd ðə pɹˈufs.', 'hˌiː kˈAm dˌWn and ɹˈɛd ðə pɹˈuːfs.'],
    [
      'She lives here, and their lives are short.',
      'ʃˌi lˈɪvz hˈɪɹ, ænd ðɛɹ lˈIvz ɑɹ ʃˈɔɹt.',
      'ʃˌiː lˈɪvz hˈɪə, and ðɛː lˈIvz ɑː ʃˈɔːt.',
    ],
    ['Nobody used to live there.', 'nˈObˌɑdi jˈust tə lˈɪv ðˈɛɹ.', 'nˈQbədi jˈuːst tə lˈɪv ðˈɛː.'],
    ['They used a knife.', 'ðˌA jˈuzd ɐ nˈIf.', 'ðˌA jˈuːzd ɐ nˈIf.'],
    ['It is of no use to use it.', 'ˌɪt ɪz ʌv nˈO jˈus tə jˈuz ɪt.', 'ˌɪt ɪz ɒv nˈQ jˈuːs tə jˈuːz ɪt.'],
    [
      'Close the door, and sit close to the fire.',
      'klˈOz ðə dˈɔɹ, ænd sˈɪt klˈOs tə ðə fˈIəɹ.',
      'klˈQz ðə dˈɔː, and sˈɪt klˈQs tə ðə fˈIə.',
    ],
    ['They will present the present.', 'ðˌA wɪl pɹizˈɛnt ðə pɹˈɛzᵊnt.', 'ðˌA wɪl pɹɪzˈɛnt ðə pɹˈɛzᵊnt.'],
    ['Tears fell. Do not tear it.', 'tˈɪɹz fˈɛl. dˈu nˌɑt tˈɛɹ ɪt.', 'tˈɪəz fˈɛl. dˈuː nˌɒt tˈɛː ɪt.'],
    ['I object to the object.', 'ˌI əbʤˈɛkt tə ði ˈɑbʤəkt.', 'ˌI əbʤˈɛkt tə ði ˈɒbʤɛkt.'],
    ['Wind the clock in the wind.', 'wˈInd ðə klˈɑk ɪn ðə wˈɪnd.', 'wˈInd ðə klˈɒk ɪn ðə wˈɪnd.'],
    [
      'The bandage was wound around the wound.',
      'ðə bˈændɪʤ wʌz wˈWnd əɹˈWnd ðə wˈund.',
      'ðə bˈandɪʤ wɒz wˈWnd əɹˈWnd ðə wˈuːnd.',
    ],
    [
      'They lead the boss with an end of lead.',
      'ðˌA lˈid ðə bˈɔs wɪð ɐn ˈɛnd ʌv lˈɛd.',
      'ðˌA lˈiːd ðə bˈɒs wɪð ɐn ˈɛnd ɒv lˈɛd.',
    ],
    ['It took a minute.', 'ˌɪt tˈʊk ɐ mˈɪnət.', 'ˌɪt tˈʊk ɐ mˈɪnɪt.'],
    ['We separate the separate parts.', 'wˌi sˈɛpəɹˌAt ðə sˈɛpəɹət pˈɑɹts.', 'wˌiː sˈɛpəɹAt ðə sˈɛpəɹət pˈɑːts.'],
    ['The record shows what they record.', 'ðə ɹˈɛkəɹd ʃˈOz wˌʌt ðA ɹəkˈɔɹd.', 'ðə ɹˈɛkɔːd ʃˈQz wˌɒt ðA ɹɪkˈɔːd.'],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});

describe('weak forms beside each other, each by itself', () => {
  it.each([
    [
      'He must have known; you should have come at once.',
      'hˌi mˈʌst hæv nˈOn; ju ʃˌʊd hæv kˈʌm æt wˈʌns.',
      'hˌiː mˈʌst hav nˈQn; juː ʃˌʊd hav kˈʌm at wˈʌns.',
    ],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});

describe('`that`, which points at something or begins a clause', () => {
  it.each([
    ['That is the day that he said.', 'ðˈæt ɪz ðə dˈA ðæt hi sˈɛd.', 'ðˈat ɪz ðə dˈA ðat hiː sˈɛd.'],
    ['I know that he said that.', 'ˌI nˈO ðæt hi sˈɛd ðˈæt.', 'ˌI nˈQ ðat hiː sˈɛd ðˈat.'],
    ['Of that day I know nothing.', 'ˌʌv ðˈæt dˈA ˌI nˈO nˈʌθɪŋ.', 'ˌɒv ðˈat dˈA ˌI nˈQ nˈʌθɪŋ.'],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});

describe('forms before a vowel, before a mark and before a word', () => {
  it.each([
    ['The apple, the house and the hour.', 'ði ˈæpᵊl, ðə hˈWs ænd ði ˈWəɹ.', 'ði ˈapᵊl, ðə hˈWs and ði ˈWə.'],
    ['I have to eat, to go, to be.', 'ˌI hæv tʊ ˈit, tə ɡˌO, tə bˈi.', 'ˌI hav tʊ ˈiːt, tə ɡˌQ, tə bˈiː.'],
    ['A man, an hour, an end.', 'ɐ mˈæn, ɐn ˈWəɹ, ɐn ˈɛnd.', 'ɐ mˈan, ɐn ˈWə, ɐn ˈɛnd.'],
    ['I am here, as I am.', 'ˌI ɐm hˈɪɹ, æz ˌI æm.', 'ˌI ɐm hˈɪə, az ˌI am.'],
    [
      'Come in. Come in and sit in the dark.',
      'kˈʌm ˈɪn. kˈʌm ˈɪn ænd sˈɪt ɪn ðə dˈɑɹk.',
      'kˈʌm ˈɪn. kˈʌm ˈɪn and sˈɪt ɪn ðə dˈɑːk.',
    ],
    ['He went by. It is by the door.', 'hˌi wˈɛnt bˈI. ˌɪt ɪz bI ðə dˈɔɹ.', 'hˌiː wˈɛnt bˈI. ˌɪt ɪz bI ðə dˈɔː.'],
    ['I went to him, and he to her.', 'ˌI wˈɛnt tə hˌɪm, ænd hi tə hˌɜɹ.', 'ˌI wˈɛnt tə hˌɪm, and hiː tə hˌɜː.'],
    [
      'There was not a moment to be lost.',
      'ðˌɛɹ wʌz nˌɑt ɐ mˈOmᵊnt tə bi lˈɔst.',
      'ðˌɛː wɒz nˌɒt ɐ mˈQmᵊnt tə biː lˈɒst.',
    ],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});

describe('compounds, possessives and shortened words', () => {
  it.each([
    [
      'He is well-known: a man-eating shark, my mother-in-law.',
      'hˌi ɪz wˌɛlnˈOn: ɐ mˈænˌiTɪŋ ʃˈɑɹk, mI mˈʌðəɹənlˌɔ.',
      'hˌiː ɪz wˌɛlnˈQn: ɐ mˈanˌiːtɪŋ ʃˈɑːk, mI mˈʌðəɹɪnlɔː.',
    ],
    [
      'The boys’ dogs, the boss’s cat and the dog’s end.',
      'ðə bˈYz dˈɔɡz, ðə bˈɔsᵻz kˈæt ænd ðə dˈɔɡz ˈɛnd.',
      'ðə bˈYz dˈɒɡz, ðə bˈɒsɪz kˈat and ðə dˈɒɡz ˈɛnd.',
    ],
    [
      'I’ll come. They’re here, we can’t, you’d know.',
      'ˌIl kˈʌm. ðˌɛɹ hˈɪɹ, wi kˈænt, jud nˈO.',
      'ˌIl kˈʌm. ðˌɛː hˈɪə, wiː kˈɑːnt, juːd nˈQ.',
    ],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});

describe('a chain of hyphens', () => {
  it('is read however long it is', async () => {
    const read1000 = await read(Array.from({ length: 1000 }, () => 'man').join('-'));
    expect(read1000?.match(/m[ˈˌ]æn/gu)).toHaveLength(1000);
  });
});

describe('capitals', () => {
  it.each([
    ['In the US, at five PM.', 'ɪn ðə jˌuˈɛs, æt fˈIv pˌiˈɛm.', 'ɪn ðə jˌuːˈɛs, at fˈIv pˌiːˈɛm.'],
    ['“DO NOT SPEAK TO THE DRIVER”', '“dˈu nˈɑt spˈik tə ðə dɹˈIvəɹ”', '“dˈuː nˈɒt spˈiːk tə ðə dɹˈIvə”'],
    ['It’ll be all right. Get ’em.', 'ˈɪTᵊl bi ˈɔl ɹˈIt. ɡˌɛt əm.', 'ˈɪtᵊl biː ˈɔːl ɹˈIt. ɡˌɛt əm.'],
    ['But the man said so.', 'bˌʌt ðə mˈæn sˈɛd sˌO.', 'bˌʌt ðə mˈan sˈɛd sˌQ.'],
  ])('%s', async (text, american, british) => {
    expect(await read(text)).toBe(american);
    expect(await read(text, 'british')).toBe(british);
  });
});
