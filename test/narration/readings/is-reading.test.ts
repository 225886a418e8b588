import { describe, expect, it } from 'vitest';
import { isReading } from '../../../src/narration/readings/is-reading.ts';

const reads = (language: string, source: string, answer: string): boolean =>
  isReading({ language, source, answer, before: '', after: '' });

describe('isReading', () => {
  it.each<[string, string, string]>([
    ['en', '1,299', 'one thousand two hundred and ninety-nine'],
    ['en', 'Dr. Hale', 'Doctor Hale'],
    ['en', '3 May', 'the third of May'],
    ['en', '3rd', 'third'],
    ['en', 'the 21st and the 22nd', 'the twenty-first and the twenty-second'],
    ['fr', 'le 1er mai', 'le premier mai'],
    ['fr', 'le 2e jour', 'le deuxième jour'],
    ['en', 'XIV', 'the fourteenth'],
    ['fr', 'Louis XIV', 'Louis quatorzième'],
    ['en', '3/5/1911', 'March fifth, nineteen eleven'],
    ['en', '£3.50', 'three pounds and fifty pence'],
    ['en', 'any one', 'anyone'],
    ['de', '1789', 'siebzehnhundertneunundachtzig'],
    ['fr', '1789', 'mille sept cent quatre-vingt-neuf'],
    ['es', '1789', 'mil setecientos ochenta y nueve'],
    ['it', '1789', 'millesettecentottantanove'],
    ['ru', '1789', 'тысяча семьсот восемьдесят девять'],
    ['ja', '1789', '千七百八十九'],
    ['ar', '١٢', '12'],
  ])('takes what a narrator says: %s %s, %s', (...passage) => {
    expect(reads(...passage)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['en', '17', 'eighteen'],
    ['en', '3.14', 'thirty-one point four'],
    ['en', '-5', 'five'],
    ['en', '5%', 'five'],
    ['en', '£250', 'two hundred and fifty dollars'],
    ['en', '5 km', 'five miles'],
    ['en', '20 and 6', '206'],
    ['en', '3 men', 'third men'],
    ['en', 'Dr. Hale', 'Driver Hale'],
    ['en', 'Mr. Hale', 'Monster Hale'],
    ['en', 'He walked 5 miles', 'He walker five miles'],
    ['en', '3 men and 5 women', 'five men and three women'],
    ['en', 'not 3', 'three'],
    ['en', '3', 'not three'],
    ['en', 'no.', 'nothing.'],
    ['en', 'can.', 'cannot.'],
    ['en', '3', 'three pause'],
    ['de', '5 Uhr', 'sechs Uhr'],
    ['de', '10:30', 'halb zehn'],
    ['en', 'the 2nd day', 'the two day'],
    ['en', 'the 1st and the 2nd', 'the first and the two'],
    ['fr', 'le 2e jour', 'le deux jour'],
    ['de', 'am 3ten Tag', 'am drei Tag'],
    ['sw', '17', 'kumi na nane'],
    ['ja', '17', '七十'],
  ])('takes nothing else: %s %s, %s', (...passage) => {
    expect(reads(...passage)).toBe(false);
  });
});
