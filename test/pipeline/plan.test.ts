import { describe, expect, test } from 'vitest';
import type { Block, BlockKind, Chapter } from '../../src/core/book.ts';
import { AudiobookError } from '../../src/core/errors.ts';
import { planBook, planChapter } from '../../src/pipeline/plan/plan.ts';
import { assertWholeText } from '../../src/pipeline/plan/whole-text.ts';
import type { Plan } from '../../src/pipeline/plan/plan.ts';

const options = { limit: { max: 5000, unit: 'chars' as const }, target: 400, language: 'en' };

function block(kind: BlockKind, text: string, language?: string): Block {
  return { kind, text, document: 'one.xhtml', ...(language === undefined ? {} : { language }) };
}

function chapter(...blocks: Block[]): Chapter {
  return { title: 'One', titleSource: 'heading', blocks };
}

function only(plan: Plan) {
  return (plan.chapters[0]?.segments ?? []).map(({ text, pauseMs, spoken }) => ({ text, pauseMs, spoken }));
}

const silence = (pauseMs: number) => ({ text: '', pauseMs, spoken: false });

describe('a plan', () => {
  test('turns every block into segments with the pause that follows it', () => {
    const plan = planBook(
      [chapter(block('heading', 'One'), block('paragraph', 'He  came .'), block('verse', 'a'), block('verse', 'b'))],
      options,
    );
    expect(only(plan)).toEqual([
      silence(500),
      { text: 'One', pauseMs: 1000, spoken: true },
      { text: 'He came.', pauseMs: 600, spoken: true },
      { text: 'a', pauseMs: 350, spoken: true },
      { text: 'b', pauseMs: 1500, spoken: true },
    ]);
    expect(plan).toMatchObject({ characters: 13, words: 5 });
  });

  test('a scene break is a pause only, wherever it stands', () => {
    const rest = block('scene-break', '');
    expect(
      only(planBook([chapter(rest, block('paragraph', 'a'), rest, rest, block('paragraph', 'b'), rest)], options)),
    ).toEqual([silence(2000), { text: 'a', pauseMs: 1500, spoken: true }, { text: 'b', pauseMs: 1500, spoken: true }]);
  });

  test('what the user wants silent is a pause, and stays in the text', () => {
    const blocks = [block('paragraph', 'a'), block('paragraph', '[Line Break]'), block('paragraph', 'b')];
    const plan = planBook([chapter(...blocks)], {
      ...options,
      isSilent: (text, language) => language === 'en' && text === '[Line Break]',
    });
    expect(only(plan).slice(1)).toEqual([
      { text: 'a', pauseMs: 600, spoken: true },
      { text: '[Line Break]', pauseMs: 600, spoken: false },
      { text: 'b', pauseMs: 1500, spoken: true },
    ]);
    expect(plan.characters).toBe(2);
  });

  test('a chapter without blocks, or with nothing to say, is a silence that can carry a chapter mark', () => {
    expect(only(planBook([chapter()], options))).toEqual([silence(500)]);
    expect(only(planBook([chapter(block('paragraph', ' << >> '))], options))).toEqual([silence(500)]);
    expect(only(planBook([chapter(block('paragraph', '* * *'))], options))).toEqual([
      silence(500),
      { text: '* * *', pauseMs: 1500, spoken: false },
    ]);
    expect(planBook([], options)).toEqual({ chapters: [], characters: 0, words: 0 });
  });

  test('numbers segments through the book and gives each its chapter and language', () => {
    const plan = planBook(
      [chapter(block('paragraph', 'Yes.'), block('quotation', 'Oui.', 'fr')), chapter(block('paragraph', 'No.'))],
      options,
    );
    const segments = plan.chapters.flatMap((planned) => planned.segments);
    expect(segments.map((segment) => segment.index)).toEqual([0, 1, 2, 3, 4]);
    expect(segments.map((segment) => segment.chapter)).toEqual([0, 0, 0, 1, 1]);
    expect(segments.map((segment) => segment.language)).toEqual(['en', 'en', 'fr', 'en', 'en']);
  });

  test('a long block becomes several segments with short pauses between them', () => {
    const plan = planBook([chapter(block('paragraph', 'He came in and sat down. '.repeat(40)))], options);
    const pauses = only(plan).map((segment) => segment.pauseMs);
    expect(pauses).toEqual([500, 250, 250, 1500]);
  });

  test('a book of 56,000 words is planned', () => {
    const text = 'Mr. Bennet replied that he had not; “but it is,” returned she, for Mrs. Long has been here. '.repeat(
      10,
    );
    const blocks = Array.from({ length: 350 }, () => block('paragraph', text));
    const plan = planBook([chapter(...blocks)], options);
    expect(plan.words).toBeGreaterThan(56_000);
  });
});

describe('a plan by sentences', () => {
  const bySentence = { ...options, bySentence: true };

  test('says of every segment which block and which sentence it is, and keeps every character', () => {
    const of = chapter(
      block('heading', 'One'),
      block('paragraph', ' << >> '),
      block('paragraph', '<<He  came .>> “No.” …'),
      block('scene-break', ''),
      block('quotation', `${'on, '.repeat(300)}end.`, 'fr'),
    );
    const { segments, blocks } = planChapter(of, { chapter: 0, index: 0 }, bySentence);
    expect(segments.slice(0, 4).map(({ text, sentences }) => ({ text, sentences }))).toEqual([
      { text: '', sentences: undefined },
      { text: 'One', sentences: [{ block: 0, number: 0, offset: 0 }] },
      { text: 'He came.', sentences: [{ block: 2, number: 0, offset: 0 }] },
      { text: '“No.”…', sentences: [{ block: 2, number: 1, offset: 0 }] },
    ]);
    const long = segments.slice(4);
    expect(long.length).toBeGreaterThan(2);
    for (const { sentences, language } of long)
      expect([sentences, language]).toEqual([[{ block: 4, number: 0, offset: 0 }], 'fr']);
    expect(segments.map(({ pauseMs }) => pauseMs).slice(0, 4)).toEqual([500, 1000, 250, 1500]);
    expect(blocks).toBe(of.blocks);
  });

  test('an ordinary plan says which sentences are in a segment', () => {
    const { segments } = planChapter(chapter(block('paragraph', 'Yes. No.')), { chapter: 0, index: 0 }, options);
    expect(segments.map((segment) => [segment.text, segment.sentences])).toEqual([
      ['', undefined],
      [
        'Yes. No.',
        [
          { block: 0, number: 0, offset: 0 },
          { block: 0, number: 1, offset: 4 },
        ],
      ],
    ]);
  });
});

describe('the ledger', () => {
  const second = chapter(block('paragraph', 'The second chapter.'));

  /** Checks the plan of the second chapter after its segments' texts were changed. */
  function check(change: (text: string) => string): void {
    const { segments } = planChapter(second, { chapter: 1, index: 3 }, options);
    assertWholeText(
      second,
      { segments: segments.map((part) => Object.assign({}, part, { text: change(part.text) })) },
      1,
    );
  }

  test('passes a whole plan, whatever its white space', () => {
    expect(() => check((text) => text.replaceAll(' ', '\n '))).not.toThrow();
  });

  test('fails for a marker that was left in a text', () => {
    const marked = chapter(block('paragraph', '<<He came.>>'));
    const { segments } = planChapter(marked, { chapter: 0, index: 0 }, options);
    expect(segments.map(({ text }) => text)).toEqual(['', 'He came.']);
    const left = segments.map((part) => Object.assign({}, part, { text: part.spoken ? `<<${part.text}>>` : '' }));
    expect(() => assertWholeText(marked, { segments: left })).toThrow(/at character/u);
  });

  test.each([
    ['lost', (text: string) => text.replace('second ', '')],
    ['doubled', (text: string) => `${text}${text}`],
    ['in another letter case', (text: string) => text.toUpperCase()],
    ['out of order', (text: string) => text.replace('second chapter', 'chapter second')],
  ])('names the chapter and the place where text is %s', (_what, change) => {
    expect(() => check(change)).toThrow(AudiobookError);
    expect(() => check(change)).toThrow(/chapter 2 \("One"\) differs .* at character \d+/u);
  });
});
