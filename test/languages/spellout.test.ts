import { describe, expect, it } from 'vitest';
import { spellerOf } from '../../src/languages/spellout.ts';
import { spokenText } from '../../src/text/spoken/spoken-text.ts';

/** Numbers in words, written by hand. */
const numbers: readonly (readonly [language: string, number: number, words: string])[] = [
  ['pt', 121, 'cento e vinte e um'],
  ['pt', 2005, 'dois mil e cinco'],
  ['nl', 348, 'driehonderdachtenveertig'],
  ['nl', 21, 'eenentwintig'],
  ['pl', 1348, 'tysiąc trzysta czterdzieści osiem'],
  ['pl', 2_500_000, 'dwa miliony pięćset tysięcy'],
  ['ru', 5045, 'пять тысяч сорок пять'],
  ['ru', 300, 'триста'],
  ['uk', 2200, 'дві тисячі двісті'],
  ['sv', 35, 'trettiofem'],
  ['da', 57, 'syvoghalvtreds'],
  ['no', 248, 'to hundre og førtiåtte'],
  ['cs', 2000, 'dva tisíce'],
  ['cs', 21_000, 'dvacet jeden tisíc'],
  ['cs', 1000, 'tisíc'],
  ['tr', 1921, 'bin dokuz yüz yirmi bir'],
  ['fi', 348, 'kolmesataaneljäkymmentäkahdeksan'],
  ['bg', 121, 'сто двайсет и един'],
  ['hr', 2005, 'dvije tisuće pet'],
  ['vi', 45, 'bốn mươi lăm'],
  ['id', 1005, 'seribu lima'],
  ['ca', 200, 'dos-cents'],
  ['hi', 2_500_000, 'पच्चीस लाख'],
];

describe('numbers by the rules of the CLDR', () => {
  it.each(numbers)('of %s: %d is %s', (language, number, words) => {
    const speller = spellerOf(language);
    expect(speller?.(number, 'cardinal-masculine') ?? speller?.(number, 'numbering')).toBe(words);
  });

  it('are not known of every language', () => {
    expect([spellerOf('xx'), spellerOf('../en'), spellerOf('')]).toEqual([undefined, undefined, undefined]);
    expect(spellerOf('pl')?.(3, 'no-such-set')).toBeUndefined();
  });
});

describe('numbers of languages without rules of grammar', () => {
  it.each([
    ['bg', 'Това е 2 км.', 'Това е два километра.'],
    ['bg', 'Той е на 35 години.', 'Той е на трийсет и пет години.'],
    ['fi', 'Hän on 35 vuotta.', 'Hän on kolmekymmentäviisi vuotta.'],
    ['id', 'Dia punya 5 buku.', 'Dia punya lima buku.'],
    ['vi', 'Anh ấy 45 tuổi.', 'Anh ấy bốn mươi lăm tuổi.'],
    ['nn', 'Han har 3 bøker.', 'Han har tre bøker.'],
  ])('are read in %s: %s', (language, written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
    expect(spokenText(spoken, language)).toBe(spoken);
  });

  it.each([
    ['bg', 'Цената е 12,5 %.'],
    ['bg', 'В 1921 година, в 10-20 дни.'],
    ['hr', 'Ima 2 sestre.'],
    ['ca', 'Va rebre 2 cartes.'],
    ['fi', 'Talo on 3. kerroksessa.'],
    ['fi', 'Se maksoi 2 €.'],
  ])('stay in %s where their case or gender is not known: %s', (language, text) => {
    expect(spokenText(text, language)).toBe(text);
  });
});

describe('numbers in Norwegian', () => {
  it('are read in texts that are declared as bokmål', () => {
    expect(spokenText('Den 5. mai kom han.', 'nb')).toBe('Den femte mai kom han.');
  });
});
