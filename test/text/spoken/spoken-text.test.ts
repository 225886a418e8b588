import { describe, expect, it } from 'vitest';
import { spokenText } from '../../../src/text/spoken/spoken-text.ts';
import { pairFiles, pairLanguages, readPairs } from './pairs.ts';

describe.each(pairLanguages)('spokenText in %s', (language) => {
  const pairs = readPairs(language);
  const { least } = pairFiles[language];

  it(`has a table of at least ${least} pairs`, () => {
    expect(pairs.length).toBeGreaterThanOrEqual(least);
  });

  it.each(pairs)('reads %j', (written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
  });

  it('leaves what it has read as it is', () => {
    const changed = pairs.filter(([, spoken]) => spokenText(spoken, language) !== spoken);
    expect(changed).toEqual([]);
  });
});

describe('spokenText by region', () => {
  it.each([
    ['en-US', '1,101 men on 3/4/1998', 'one thousand one hundred one men on March fourth, nineteen ninety-eight'],
    ['en-GB', '1,101 men on 3/4/1998', 'one thousand one hundred and one men on April third, nineteen ninety-eight'],
    ['fr-FR', 'Il a 71 ou 95 ans.', 'Il a soixante et onze ou quatre-vingt-quinze ans.'],
    ['fr-CH', 'Il a 71 ou 95 ans.', 'Il a septante et un ou nonante-cinq ans.'],
    [
      'es-ES',
      'El 1 de mayo cuesta 1.234,50 €.',
      'El uno de mayo cuesta mil doscientos treinta y cuatro euros con cincuenta.',
    ],
    [
      'es-MX',
      'El 1 de mayo cuesta $1,234.50.',
      'El primero de mayo cuesta mil doscientos treinta y cuatro dólares con cincuenta.',
    ],
    ['en-AU', 'It was 1,001 to 120.', 'It was one thousand and one to one hundred and twenty.'],
  ])('reads %s', (language, written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
  });
});

describe('spokenText in a language without rules', () => {
  it.each([
    ['el', 'Είναι 3 χρονών – σχεδόν 4…', 'Είναι 3 χρονών, σχεδόν 4.'],
    ['ja', '彼は３人いた。', '彼は3人いた。'],
    ['fa', 'می‌خواهم', 'می‌خواهم'],
    ['pl', 'Pan\u00A0Nowak*\u0000 😀 powiedział: „Tak”.', 'Pan Nowak powiedział: „Tak”.'],
    ['', 'It cost $5 & more.', 'It cost $5 & more.'],
    ['xx-invalid-', 'It cost $5.', 'It cost $5.'],
  ])('only cleans %s', (language, written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
  });
});

describe('pauses for engines that know ellipses and dashes', () => {
  it.each([
    ['“Go!” he said—and I’m late... (very late).', '“Go!” he said—and I’m late… (very late).'],
    ['Well . . . no', 'Well… no'],
    ['“But I--” she said -- and left', '“But I—” she said — and left'],
    ['— Oui, dit-il.', '— Oui, dit-il.'],
    ['—No —dijo ella—; jamás.', '—No —dijo ella—; jamás.'],
    ['…and so on', '…and so on'],
  ])('writes %j', (written, spoken) => {
    expect(spokenText(written, 'en', { pauses: 'marks' })).toBe(spoken);
    expect(spokenText(spoken, 'en', { pauses: 'marks' })).toBe(spoken);
  });
});
