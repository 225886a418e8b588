import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/text/split-sentences.ts';
import { spokenSentences, spokenText } from '../../../src/text/spoken/spoken-text.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { readPairs, wholeLanguages } from './pairs.ts';

function randomTexts(fragments: readonly string[], count: number): readonly string[] {
  const random = seededRandom(11);
  return Array.from({ length: count }, () => {
    const glue = random() < 0.7 ? ' ' : '';
    const length = Math.ceil(random() * 30);
    return Array.from({ length }, () => fragments[Math.floor(random() * fragments.length)] ?? '').join(glue);
  });
}

const hostile = [
  `1 12 123 1,234 1.234 1984 3:30 5% $5 £5 10s. 6d. € 2nd 1er 1.º 5. XIV XIV. I I. II. a.m. p. 12 No. 5 Nr. St. Dr. Mr e.g. z. B. usw. etc.`,
  `… ... -- — – - . , ; : ! ? " “ ” « » ( ) [ ] ' ’ ½ ² ° § & + = < > / @ # * _ ~ www.a.com a@b.de http://x.org/y 007 +1 555-1234 1/2 1-2-3`,
  `A. J. U.S. Henry Ludwig Louis Luigi Felipe chapter Kapitel siglo König May Mai mayo de le der am im um ore ore 14 h km kg MP3 B-52 \u{1F600} \u0000`,
]
  .join(' ')
  .split(' ')
  .concat([' ', '\u00A0', '\n', '\u00AD', '\u200B', '\uD800', 'e\u0301', '漢字', 'ไทย']);

/** Those with rules of their own, and some whose rules are a table: with cases, with genders, with dotted ordinals, with endings. */
const languages = [...wholeLanguages, 'pl', 'pt', 'da', 'tr'] as const;

it.each(wholeLanguages)('spokenText leaves no digit and no symbol in %s', (language) => {
  for (const text of randomTexts(hostile, 300))
    expect(spokenText(text, language)).not.toMatch(/[\d$€£%§°&+=<>@#*_~|^½²\p{Cc}\p{Cs}]/u);
});

describe.each(languages)('spokenText in %s', (language) => {
  const words = readPairs(language).flatMap(
    ([, spoken]) => spoken.match(/(?<![\p{L}’'-])\p{Ll}{2,}(?![\p{L}’'-])/gu) ?? [],
  );

  const start = words[0] ?? '';

  it('never changes a word without digits and marks', () => {
    for (const text of randomTexts([...new Set(words)], 200)) expect(spokenText(text, language)).toBe(text);
  });

  it('never changes sentences of such words', () => {
    const sentences = randomTexts([...new Set(words)], 100).map(
      (text) => `“Yes, ${text.slice(0, 1).toUpperCase()}${text.slice(1)}?” he said; and (so) they’d go.`,
    );
    for (const text of sentences) expect(spokenText(text, language)).toBe(text);
  });

  it('reads what it has read as it is', () => {
    const changed = randomTexts(hostile, 300)
      .flatMap((text) => spokenSentences(text, language))
      .map((sentence) => sentence.trim())
      // A word that was an abbreviation may end a sentence where it is read again, and the capital of a number at its start makes a name.
      .filter((sentence) => splitSentences(sentence, language).length === 1)
      .filter((sentence) => !/[IVX]\.$|^One [IVX]/u.test(sentence))
      // Not as a heading, in which a numeral alone is read.
      .map((once) => [once, spokenSentences(`${start}\n\n${once}`, language).slice(1).join('').trim()] as const)
      .filter(([once, twice]) => once !== twice);
    expect(changed).toEqual([]);
  });

  it('keeps every word between marks, in order', () => {
    const plain = [...new Set(words)].filter((word) => word.length > 4);
    const marks = [
      '—',
      ' – ',
      '…',
      ' ... ',
      ', ',
      '. ',
      ' * ',
      ' • ',
      '\u00AD',
      ' 😀 ',
      ' (',
      ') ',
      ' “',
      '” ',
      '\u0000 ',
      ' [',
      '] ',
      ' -- ',
      '! ',
      ': ',
    ];
    for (const text of randomTexts(plain, 100).map((line) => line.split(' '))) {
      const written = text.map((word, index) => word + (marks[(word.length * 7 + index) % marks.length] ?? ' '));
      const expected = text.join(' ').replaceAll(/[^\p{L}]/gu, '');
      expect(spokenText(written.join(''), language).replaceAll(/[^\p{L}]/gu, '')).toBe(expected);
    }
  });

  it('keeps the length within bounds', () => {
    for (const text of randomTexts(hostile, 200))
      expect(spokenText(text, language).length).toBeLessThan(50 + 20 * text.length);
  });

  // A pattern that goes back over what it has read would need hours.
  it.each([
    '1',
    '.',
    '. ',
    'IV',
    'A.',
    '1,',
    '1.1',
    '$1',
    '…',
    '- ',
    ' ',
    '½',
    'a@',
    'www.',
    'e.',
    'I. ',
    '’',
    '(1',
    "5'",
    '1x',
    '1er ',
    '5. ',
    '1 000 ',
    '1/2 ',
    'St. ',
  ])('reads 10,000 characters of %j', (piece) => {
    const text = piece.repeat(10_000 / piece.length);
    expect(spokenText(text, language).length).toBeLessThan(13 * text.length);
  });
});
