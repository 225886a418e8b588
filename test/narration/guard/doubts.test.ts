import { describe, expect, it } from 'vitest';
import { findDoubts } from '../../../src/narration/guard/translation/doubts/find-doubts.ts';
import type { TranslationDoubt } from '../../../src/narration/guard/translation/doubts/translation-doubt.ts';

/** Returns the doubts about a translation of one paragraph. */
function doubtsOf(
  languages: string,
  source: string,
  text: string,
  names: readonly (readonly [string, string])[] = [],
): TranslationDoubt[] {
  const [language = '', target = ''] = languages.split('-');
  return findDoubts([text], [source], { language, target, names, usualShare: 1.1 }).flat();
}

const boats =
  'Before breakfast Anna walked down to the harbour. She counted the boats that Peter had seen in the night. There were seven of them, and she did not know a single one. Then she went home.';
const boote =
  'Vor dem Frühstück ging Anna zum Hafen hinunter. Sie zählte die Boote, die Peter in der Nacht gesehen hatte. Es waren sieben, und sie kannte nicht ein einziges davon. Dann ging sie nach Hause.';

describe('a translation is doubtful', () => {
  it.each([
    ['without a sentence', 'lost-sentence', ' Sie zählte die Boote, die Peter in der Nacht gesehen hatte.', ''],
    [
      'with a sentence of its own',
      'added-sentence',
      ' Dann ging',
      ' Und wer hätte in diesem Augenblick, als langsam und rot die Sonne über den Hügeln und dem stillen Land aufging, wohl an etwas anderes denken können als an das, was damals dort geschehen war? Dann ging',
    ],
  ])('%s', (_what, reason, from, to) => {
    expect(doubtsOf('en-de', boats, boote.replace(from, to)).map((doubt) => doubt.reason)).toEqual([reason]);
  });

  it.each([
    ['with another number in digits', 'lost-number', 'En 1851, elle avait 12 vaches.'],
    ['without a name of the glossary', 'lost-name', 'En 1815, elle avait 12 vaches.'],
    ['with words of the source', 'copied-source', 'En 1815, Anna had the twelve good cows of her father.'],
  ])('%s', (_what, reason, text) => {
    const source =
      'In 1815 Anna had 12 cows. They had the twelve good cows of her father, and the good cows of her mother had the calves.';
    const found = doubtsOf('en-fr', source, text, [['Anna', 'Anna']]).map((doubt) => doubt.reason);
    expect(found).toContain(reason);
  });

  it('with two names of the glossary in each other’s places', () => {
    const names = [
      ['Anna', 'Анна'],
      ['Peter', 'Питер'],
    ] as const;
    const source = 'Anna waited at the gate for a whole hour. Then Peter came down the road with a lantern.';
    const text = 'Питер ждал у ворот целый час. Потом по дороге с фонарём пришла Анна.';
    expect(doubtsOf('en-ru', source, text, names)).toMatchObject([{ reason: 'swapped-names' }]);
    expect(
      doubtsOf('en-ru', source, 'Анна ждала у ворот целый час. Потом по дороге с фонарём пришёл Питер.', names),
    ).toEqual([]);
  });
});

describe('a good translation is not doubtful', () => {
  it.each([
    ['as a whole', 'en-de', boats, boote],
    [
      'with two sentences as one',
      'en-de',
      'He stopped at the door. He listened. Then he opened it slowly and looked into the room.',
      'Er blieb an der Tür stehen und lauschte. Dann öffnete er sie langsam und blickte in das Zimmer.',
    ],

    [
      'with a converted measure',
      'en-de',
      'They were fifty miles from home.',
      'Sie waren achtzig Kilometer von zu Hause entfernt.',
    ],
    [
      'with a pair in another order',
      'en-fr',
      'In spring Anna and Peter left.',
      'Au printemps, Peter et Anna partirent.',
    ],
    ['in Japanese', 'en-ja', 'She did not answer. The lamp went out.', '彼女は答えなかった。ランプが消えた。'],
    ['in Thai, without signs at the ends of sentences', 'en-th', boats, 'แอนนาเดินลงไปที่ท่าเรือก่อนอาหารเช้า'],
  ])('%s', (_what, languages, source, text) => {
    expect(doubtsOf(languages, source, text)).toEqual([]);
  });
});
