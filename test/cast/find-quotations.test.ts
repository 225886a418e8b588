import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import { castText, quotationText } from '../../src/cast/cast-text.ts';

/** Returns the quotations in paragraphs; the paragraphs of a long one with `¶` between them. */
function quotationsIn(language: string, ...paragraphs: readonly string[]): string[] {
  const blocks = paragraphs.map((text): Block => ({ kind: 'paragraph', text, document: 'a.xhtml' }));
  const text = castText(blocks, language);
  return text.quotations.map((quotation) => quotationText(quotation, blocks).replaceAll('\n', ' ¶ '));
}

describe('findQuotations', () => {
  it.each([
    ['en', '“Yes,” she said. “I don’t.”', ['“Yes,”', '“I don’t.”']],
    [
      'en',
      '‘The dogs’ tails aren’t long,’ she said. ‘I know the “rule” of it.’',
      ['‘The dogs’ tails aren’t long,’', '‘I know the “rule” of it.’'],
    ],
    ['en', "'Tis true,' he said. 'The boys' room isn't ours.' Don't.", ["'Tis true,'", "'The boys' room isn't ours.'"]],
    ['en', '"Yes," said Tom. "He said \'no\' twice." Then a 6" pipe.', ['"Yes,"', '"He said \'no\' twice."']],
    ['en', 'He shouted “Stop!” and ran.', ['“Stop!”']],
    ['fr', '« Oui », dit-elle. « Tu viens ? »', ['« Oui »', '« Tu viens ? »']],
    ['fr', '— Oui, dit-elle, je viens. Et toi ?', ['Oui,', 'je viens. Et toi ?']],
    ['fr', '— Non ! s’écria Paul. Il partit.', ['Non !']],
    ['es', '—Sí —dijo ella—, vengo ahora.', ['Sí', 'vengo ahora.']],
    ['ru', '— Москва — столица, — ответил Иван. — Да.', ['Москва — столица,', 'Да.']],
    ['ru', 'Он сказал: «Приду завтра».', ['«Приду завтра»']],
    ['de', '„Ja“, sagte sie. »Was ›soll‹ das?«', ['„Ja“', '»Was ›soll‹ das?«']],
    ['de', '«Nein», sagte er.', ['«Nein»']],
    ['sv', '”Ja”, sade hon. ”Kom nu.”', ['”Ja”', '”Kom nu.”']],
    ['ja', '「はい」と彼は言った。「行きます」', ['「はい」', '「行きます」']],
    ['zh', '“好。”他说，“我来。”', ['“好。”', '“我来。”']],
  ])('finds dialogue in %s: %s', (language, text, expected) => {
    expect(quotationsIn(language, text)).toEqual(expected);
  });

  it.each([
    ['en', 'He called it a “masterpiece,” and the so-called “art” of war.'],
    ['en', 'The “Pride and Prejudice” club met on Sunday.'],
    ['en', 'It was ’twas and rock ’n’ roll in the boys’ room.'],
    ['fr', 'Il lut « Les Misérables » hier.'],
    ['de', 'Der „gute“ Rat war teuer.'],
    ['ja', '彼は「愛」という言葉が好きだ。'],
    ['ru', 'Москва — столица России.'],
  ])('leaves what is only named to the narrator, in %s: %s', (language, text) => {
    expect(quotationsIn(language, text)).toEqual([]);
  });

  it('follows a quotation over paragraphs, with and without a mark at the beginning of each', () => {
    expect(quotationsIn('en', '“The first has no end.', '“The second has.” He paused. “Third.”', 'He left.')).toEqual([
      '“The first has no end. ¶ “The second has.”',
      '“Third.”',
    ]);
    expect(quotationsIn('en', '“He wrote:', 'Roses are red', 'and blue.” She sighed. “Well.”')).toEqual([
      '“He wrote: ¶ Roses are red ¶ and blue.”',
      '“Well.”',
    ]);
  });

  it('takes nothing for dialogue when a mark is missing', () => {
    expect(quotationsIn('en', '“Never closed, she said.', 'No mark here.', 'Nor here.', 'Nor here.')).toEqual([]);
  });

  it('reads thousands of marks', () => {
    for (const mark of ['“', '‘', "'", '’ ', '"', '« ', '—a —']) {
      for (const text of [mark.repeat(20_000), `“${mark.repeat(20_000)}`]) {
        expect(quotationsIn('en', text).filter((said) => !text.includes(said))).toEqual([]);
      }
      quotationsIn('fr', ...Array.from({ length: 500 }, () => `${mark}ab`));
    }
  });
});
