import { describe, expect, it } from 'vitest';
import { isSameTitle } from '../../../src/book/titles/same-title.ts';
import {
  isCalledChapter,
  isGenericTitle,
  isNamedPiece,
  isPlaceholderTitle,
  startsLikeChapter,
  startsLikePart,
} from '../../../src/book/titles/title-patterns.ts';

describe('the title of a part', () => {
  it.each([
    'Part One',
    'PART THE FIRST',
    'The Second Part',
    'Book II: 1805',
    'Part A',
    'Segunda parte',
    'Parte segunda',
    'Première partie',
    'Livre premier',
    'Erster Teil',
    'Zweites Buch: Die Reise',
    'Teil 3',
    'Часть вторая',
    'Книга 1',
    'Tweede deel',
    'Część pierwsza',
    'Första delen',
    'Ensimmäinen osa',
    'Birinci Kitap',
    'חלק שני',
    '第二部',
    '第 二 部',
    'Act IV',
  ])('is recognized: %s', (title) => {
    expect(startsLikePart(title)).toBe(true);
  });

  it.each(['Part of the Family', 'Book Reviews', 'Act Naturally', 'Teilnahme', 'Chapter 1', 'Second Thoughts', ''])(
    'is not %j',
    (title) => {
      expect(startsLikePart(title)).toBe(false);
    },
  );
});

describe('the title of a chapter', () => {
  it.each(['Chapter 3: The Storm', 'Erstes Kapitel', 'Глава первая', 'Capítulo II', '第三章', 'Kapitel 10'])(
    'starts with its word and number: %s',
    (title) => {
      expect(startsLikeChapter(title)).toBe(true);
      expect(isCalledChapter(title)).toBe(true);
    },
  );

  it('can start with a number alone', () => {
    expect(startsLikeChapter('3. The Storm')).toBe(true);
    expect(isCalledChapter('3. The Storm')).toBe(false);
    expect(isCalledChapter('Chapter and Verse')).toBe(false);
  });

  it.each(['3', 'IV.', 'Chapter Twelve', 'Scene VI', 'Zweites Buch', '第 一 章', '一', 'פרק ראשון'])(
    'is only a number: %s',
    (title) => {
      expect(isGenericTitle(title)).toBe(true);
    },
  );

  it.each(['Livid', 'Civil War', 'Chapter 1: The Storm', '一　渡し場', 'One Day'])('says more: %s', (title) => {
    expect(isGenericTitle(title)).toBe(false);
  });

  it.each([
    'Preface',
    'Translator’s Preface',
    'DEDICATION',
    'Vorwort',
    'Avant-propos',
    'Conclusión',
    'Prefácio',
    'Voorwoord',
    'Wstęp',
    'Förord',
    'Önsöz',
    'Πρόλογος',
    'Appendix B',
    'Послесловие',
    'Присвята',
    'הקדמה',
    'مقدمة',
    '序言',
    'はじめに',
    '머리말',
  ])('names a piece beside the chapters: %s', (title) => {
    expect(isNamedPiece(title)).toBe(true);
  });

  it.each(['Dedicated Followers', 'Mottoes of the Sea', 'Introductions', 'はじめての旅'])(
    'does not name one: %s',
    (title) => {
      expect(isNamedPiece(title)).toBe(false);
    },
  );
});

describe('a placeholder', () => {
  it.each([
    '',
    'Start',
    'Cover',
    'Cubierta',
    'COUVERTURE',
    'Обложка',
    '封面',
    '表紙',
    'כריכה',
    '_main.utf8',
    'index.split',
  ])('is %j', (title) => {
    expect(isPlaceholderTitle(title)).toBe(true);
  });

  it.each(['The Cover', 'Undercover', 'Capacity', 'La cubierta'])('is not %j', (title) => {
    expect(isPlaceholderTitle(title)).toBe(false);
  });
});

describe('two titles', () => {
  it.each([
    ['Chapter 1: Creators', 'CHAPTER ONE. Creators'],
    ['Chapter XXI', 'chapter twenty-one'],
    ['Erster Teil', '1. Teil'],
    ['The Storm', 'THE  STORM!'],
    ['C H A P T E R', 'Chapter'],
  ])('say the same: %s and %s', (one, other) => {
    expect(isSameTitle(one, other)).toBe(true);
  });

  it.each([
    ['Chapter 1', 'Chapter 2'],
    ['Part One', 'Chapter One'],
    ['', ''],
  ])('differ: %j and %j', (one, other) => {
    expect(isSameTitle(one, other)).toBe(false);
  });
});
