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
    ['pt-BR', 'A casa tem 3 quartos e 120 km.', 'A casa tem três quartos e cento e vinte quilômetros.'],
    ['nl', 'Hij is 3 jaar. Het is 20 km. Anna liep.', 'Hij is drie jaar. Het is twintig kilometer. Anna liep.'],
    ['pl', 'Miał 5 książek. To 20 km. Anna poszła.', 'Miał pięć książek. To dwadzieścia kilometrów. Anna poszła.'],
    [
      'ru',
      'Ему 35 лет. Это 5 км, то есть 12 %.',
      'Ему тридцать пять лет. Это пять километров, то есть двенадцать процентов.',
    ],
    ['uk', 'Це 22 км.', 'Це двадцять два кілометри.'],
    ['bg', 'Това е 2 км.', 'Това е два километра.'],
    ['pt', 'Andou 5 m e 2 km.', 'Andou cinco metros e dois quilômetros.'],
    ['sv', 'Han är 35 år.', 'Han är trettiofem år.'],
    ['da', 'Han er 45 år.', 'Han er femogfyrre år.'],
    ['nb', 'Han har 3 bøker.', 'Han har tre bøker.'],
    ['cs', 'Ušel 5 km.', 'Ušel pět kilometrů.'],
    ['tr', 'Ali 35 yaşında.', 'Ali otuz beş yaşında.'],
  ])('are read in %s: %s', (language, written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
    expect(spokenText(spoken, language)).toBe(spoken);
  });

  it.each([
    ['ru', 'Цена выросла на 12,5 %.'],
    ['nl', 'Het was 12,5 km, van 10-20 kg.'],
    ['cs', 'Stálo to 2 €.'],
    ['sv', 'Den kostade 1 £ och vägde 1 kg.'],
    ['pl', 'Było to 3. maja 1921 roku.'],
    ['pl', 'Miał 2 koty i 1 psa.'],
    ['ru', 'В 1921 году, в 90-х, пришло 2 сестры.'],
    ['pt', 'Ela leu 348 páginas em 1921 e 2 cartas.'],
    ['sv', 'Han har 1 bok.'],
    ['tr', 'Ev 3. katta.'],
    ['cs', 'Dne 3.5.1921 v 10:30.'],
  ])('stay in %s where their case or gender is not known: %s', (language, text) => {
    expect(spokenText(text, language)).toBe(text);
  });
});
