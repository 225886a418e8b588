import { describe, expect, it } from 'vitest';
import { castText } from '../../../src/cast/cast-text.ts';
import type { CastText } from '../../../src/cast/cast-text.ts';
import { findCharacters } from '../../../src/cast/find-characters.ts';
import type { Block } from '../../../src/core/book.ts';
import type { Generation } from '../../../src/llm/language-model.ts';
import { directChapter } from '../../../src/narration/direction/direct-chapter.ts';
import type { Operation } from '../../../src/narration/direction/operation.ts';
import type { Trust } from '../../../src/narration/direction/try-model.ts';
import type { ScriptStep } from '../../../src/narration/narration-event.ts';
import { Refusals } from '../../../src/narration/script/refusals.ts';
import { directingModel, filled } from '../../helpers/directing-model.ts';
import type { AskedDirection } from '../../helpers/directing-model.ts';

const { signal } = new AbortController();
const large: Trust = { isTrusted: true, window: { words: 2500 }, right: 0.8 };
const sure: Trust = { ...large, right: 0.95 };

function chapterOf(blocks: readonly Block[]): CastText {
  return castText(blocks, 'en');
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text, document: 'd' };
}

const text = chapterOf(
  [
    'Anna looked up from the boats. “There are seventeen,” said Anna.',
    '“And one is not ours,” whispered Mr. Vane. Mr. Vane frowned.',
    'A bell rang over the water and did not stop for a long time.',
    '“Who is there?”',
    'Nobody answered her.',
    '“I did not hear an anchor, and I have been awake since the tide turned.”',
  ].map(paragraph),
);
const roster = findCharacters([text], 'en');

/** What is done with a chapter: `who “…”: Anna`. */
function listed({ blocks }: CastText, operations: readonly Operation[]): readonly string[] {
  return operations.map((operation) => {
    const words = blocks[operation.block]?.text.slice(operation.from, operation.to).slice(0, 24);
    const { kind } = operation;
    if (kind === 'who') return `who ${words}: ${operation.name ?? 'narrator'}`;
    if (kind === 'how')
      return `how ${words}: ${[operation.delivery.manner, operation.delivery.words].join(' ').trim()}`;
    if (kind === 'pause') return `pause ${words}: ${operation.seconds}`;
    return kind === 'skip' ? `skip ${words}` : `${kind} ${words}: ${operation.words}`;
  });
}

async function directed(
  answer: (asked: AskedDirection) => string | Generation,
  { chapter = text, trust = large, language = 'en' } = {},
) {
  const model = directingModel(answer);
  const steps: ScriptStep[] = [];
  const operations = await directChapter(
    chapter,
    { roster, trust },
    { model, language, signal, onStep: (step) => steps.push(step) },
  );
  return { done: listed(chapter, operations), asked: model.asked, steps };
}

const byRules = [
  'who “There are seventeen,”: Anna',
  'who “And one is not ours,”: Mr. Vane',
  'how “And one is not ours,”: whispered',
];

describe('a chapter without a model', () => {
  it('is directed by what the words of the narrator say', async () => {
    expect(listed(text, await directChapter(text, { roster }, { language: 'en', signal }))).toEqual(byRules);
  });

  it('is the same with a model that is not trusted, which is not asked', async () => {
    const trust: Trust = { isTrusted: false, reason: 'too few' };
    expect(await directed(() => '', { trust })).toMatchObject({ done: byRules, asked: [] });
  });
});

describe('a chapter with a model', () => {
  it('is asked for what the rules leave open, with what they know', async () => {
    const { asked } = await directed(() => '{}');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.slots).toEqual({
      1: { how: expect.arrayContaining(['neutral']) },
      2: { who: ['Anna', 'Mr. Vane', 'narrator', 'unknown'], how: expect.anything() },
      3: { pause: ['none', 'short', 'long'] },
      4: { who: expect.anything(), how: expect.anything() },
    });
    const { userPrompt = '', numPredict, temperature } = asked[0]?.request ?? {};
    expect(userPrompt).toContain('{1 Anna}“There are seventeen,” said Anna.');
    expect(userPrompt).toContain('{Mr. Vane}“And one is not ours,” whispered Mr. Vane.');
    expect(userPrompt).toContain('\n{2}“Who is there?”\n{3}Nobody answered her.\n{4}“I did not');
    expect([temperature, numPredict]).toEqual([0, 60 + 4 * 25]);
  });

  it('has its answers besides what the rules decide', async () => {
    const { done } = await directed(
      (asked) =>
        filled(asked, (field, number) => {
          const first: Record<string, string> = {
            who: 'Anna',
            how: 'afraid',
            words: 'barely breathing',
            pause: 'long',
          };
          const others: Record<string, string> = { who: 'narrator', how: 'neutral', words: '', pause: 'long' };
          return (number === '2' ? first : others)[field] ?? '';
        }),
      { trust: sure },
    );
    expect(done).toEqual([
      ...byRules,
      'who “Who is there?”: Anna',
      'how “Who is there?”: afraid barely breathing',
      'pause Nobody answered her.: 1',
      'who “I did not hear an ancho: narrator',
    ]);
  });

  it('keeps a guess where a model that is better than guesses is not sure, and takes its answer where it is', async () => {
    const guessed = chapterOf(['“One,” said Anna.', '“Two,” said Mr. Vane.', '“Three.”', '“Four.”'].map(paragraph));
    const { done } = await directed(
      (asked) => filled(asked, (field, number) => (field === 'who' ? (number === '3' ? 'Mr. Vane' : 'unknown') : '')),
      { chapter: guessed, trust: sure },
    );
    expect(done).toEqual([
      'who “One,”: Anna',
      'who “Two,”: Mr. Vane',
      'who “Three.”: Mr. Vane',
      'who “Four.”: Mr. Vane',
    ]);
  });

  it.each([
    ['in a fence with a remark', (json: string) => `Here it is:\n\`\`\`json\n${json}\n\`\`\``],
    ['after a draft', (json: string) => `<think>{"2": {"who": "Mr. Vane"}}</think>\n${json}`],
    ['cut off', (json: string) => json.slice(0, -20)],
    ['with names of its own form', (json: string) => json.replace('"Anna"', '"anna (speaker)"')],
  ])('is read %s', async (_name, spoil) => {
    const answer = { 2: { who: 'Anna', how: 'neutral', words: '' }, 4: { who: 'unknown', how: 'neutral', words: '' } };
    const { done } = await directed(() => spoil(JSON.stringify(answer)));
    expect(done).toEqual([...byRules, 'who “Who is there?”: Anna']);
  });

  it.each([
    ['lines', '[2] Anna\n[4] Mr Vane'],
    ['a list', '2. **Anna**\n4. **Mr. Vane**'],
    ['names by number', '{"2": "Anna", "4": "Mr. Vane"}'],
  ])('is read as %s', async (_name, answer) => {
    const { done } = await directed(() => answer);
    expect(done).toEqual([...byRules, 'who “Who is there?”: Anna', 'who “I did not hear an ancho: Mr. Vane']);
  });

  it('takes no name, manner or beat that is not in the list, and no slot that was not asked for', async () => {
    const answer = {
      1: { who: 'Mr. Vane', how: 'whispering' },
      2: { who: 'Bert', how: ['sad'] },
      3: { pause: 5 },
      9: { who: 'Anna' },
    };
    const { done, steps } = await directed(() => JSON.stringify(answer));
    expect(done).toEqual(byRules);
    expect(steps).toMatchObject([{ action: 'by-rules', reason: 'unrelated', words: expect.stringContaining('Bert') }]);
  });

  it('has no manner and no beat when a model finds them everywhere', async () => {
    const many = chapterOf(
      Array.from({ length: 9 }, (_each, index) => paragraph(`“I have counted ${index} of them.”`)),
    );
    const { done } = await directed((asked) => filled(asked, (field) => (field === 'how' ? 'sad' : 'Anna')), {
      chapter: many,
    });
    expect(done).toHaveLength(9);
    expect(done.every((each) => each.startsWith('who'))).toBe(true);
  });

  it('has a manner of the narrator in one of twenty paragraphs at most', async () => {
    const moments = ['The lamp went out!', 'Nobody moved …'];
    const long = 'A bell rang over the water and did not stop for a long time that night.';
    const toldWith = async (mannered: number, paragraphs: number): Promise<readonly string[]> => {
      const rest = Array.from({ length: paragraphs }, () => long);
      const { done } = await directed(
        (asked) => filled(asked, (field, number) => (field === 'how' && Number(number) <= mannered ? 'sad' : 'none')),
        { chapter: chapterOf([...moments, ...rest].map(paragraph)) },
      );
      return done;
    };
    expect(await toldWith(1, 1)).toEqual(['how The lamp went out!: sad']);
    expect(await toldWith(2, 30)).toEqual([]);
    expect(await toldWith(2, 38)).toEqual(['how The lamp went out!: sad', 'how Nobody moved …: sad']);
  });

  it('has no words that are those of our own request', async () => {
    const { asked } = await directed(() => '', { trust: sure });
    const [own = ''] = /few words in english/iu.exec(asked[0]?.request.systemPrompt ?? '') ?? [];
    const { done } = await directed(
      (each) =>
        filled(each, (field, number) =>
          field === 'words' ? own.toLowerCase() : field === 'how' && number === '2' ? 'sad' : 'unknown',
        ),
      { trust: sure },
    );
    expect(done).toContain('how “Who is there?”: sad');
  });

  describe('that could not be tried', () => {
    const trust: Trust = { isTrusted: true, window: { quotations: 8 } };
    const open = chapterOf(
      [
        'Anna and Mr. Vane stood apart.',
        '“Yes, and they are late again.”',
        'Rain.',
        '“No, I cannot see it.”',
        'Wind.',
        '“I can.”',
      ].map(paragraph),
    );

    it('is asked twice, with the names in another order, and what both answers have is kept', async () => {
      const { done, asked } = await directed(
        (each) =>
          filled(each, (field, number, values = []) => {
            if (field !== 'who') return number === '2' ? 'sad' : 'none';
            return { 2: 'Anna', 4: 'Mr. Vane' }[number] ?? values[0] ?? '';
          }),
        { trust, chapter: open },
      );
      expect(asked.map(({ slots }) => slots['2']?.['who']?.slice(0, 2))).toEqual([
        ['Anna', 'Mr. Vane'],
        ['Mr. Vane', 'Anna'],
      ]);
      expect(done).toEqual([
        'who “Yes, and they are late : Anna',
        'how “Yes, and they are late : sad',
        'who “No, I cannot see it.”: Mr. Vane',
      ]);
    });

    it('is not believed when it nearly always names the same person', async () => {
      const { done } = await directed((each) => filled(each, (field) => (field === 'who' ? 'Anna' : 'neutral')), {
        trust,
        chapter: open,
      });
      expect(done).toEqual([]);
    });
  });

  it('ends asking after three answers of no use in a row, with the words of the model', async () => {
    const model = directingModel(() => 'I cannot help with this book.');
    const [refusals, steps] = [new Refusals(), [] as ScriptStep[]];
    for (let chapter = 0; chapter < 5; chapter += 1) {
      const operations = await directChapter(
        text,
        { roster, trust: large },
        { model, refusals, language: 'en', signal, onStep: (step) => steps.push(step) },
      );
      expect(listed(text, operations)).toEqual(byRules);
    }
    expect(model.asked).toHaveLength(3);
    const refused = 'Its answer: “I cannot help with this book.”';
    expect(steps.map(({ words, reason }) => words ?? reason)).toEqual([
      ...Array.from({ length: 3 }, () => refused),
      // The next run asks for these.
      'not-asked',
      'not-asked',
    ]);
    expect(refusals.failure?.message).toContain('I cannot help with this book.');
  });

  it('is asked for in small parts where the model is good for no more', async () => {
    const long = chapterOf(
      Array.from({ length: 20 }, (_each, index) => paragraph(`“Have you counted all ${index} of them?”`)),
    );
    const { asked } = await directed((each) => filled(each, () => 'unknown'), {
      chapter: long,
      trust: { ...large, window: { quotations: 8 } },
    });
    expect(asked.map(({ slots }) => Object.keys(slots).length)).toEqual([7, 7, 6]);
  });

  it('throws what the model throws', async () => {
    await expect(
      directed(() => {
        throw new Error('no server');
      }),
    ).rejects.toThrow('no server');
  });
});

describe('a page for the eye', () => {
  const page = chapterOf([
    paragraph('Rents rose again (Smith, 2004; Lee et al., 2010) as Figure 2 shows [4].'),
    { kind: 'table-row', text: 'Year, Rent', document: 'd' },
    { kind: 'table-row', text: '1911, 12', document: 'd' },
    { kind: 'table-row', text: '1921, 30', document: 'd' },
    paragraph('After the war nobody built houses in this part of the town for a decade.'),
    { kind: 'code', text: 'if (rent > 30) move();', document: 'd' },
  ]);

  it('has its tables and programs told, and its references left out', async () => {
    const { done, asked } = await directed(
      (each) =>
        filled(each, (field, number) =>
          field === 'skip'
            ? 'skip'
            : number === '3'
              ? 'The rent was 12 in 1911. Ten years later, in 1921, it was 30.'
              : 'Who pays more than 30 moves out.',
        ),
      { chapter: page },
    );
    expect(Object.keys(asked[0]?.slots ?? {})).toHaveLength(4);
    expect(done).toEqual([
      'skip (Smith, 2004; Lee et al.',
      'skip [4]',
      'tell Year, Rent: The rent was 12 in 1911. Ten years later, in 1921, it was 30.',
      'tell if (rent > 30) move();: Who pays more than 30 moves out.',
    ]);
  });

  it.each([
    ['a number that is not in it', 'The rent was 13 in 1911 and 30 in 1921.'],
    ['a number in words that is not in it', 'The rent was twelve in 1911 and forty in 1921.'],
    ['another number of two words', 'The rent was twelve in 1911 and thirty-one in 1921.'],
    ['no words', 'Rent.'],
    ['far too many words', 'The rent was 12. '.repeat(40)],
    [
      'our own request',
      'The table or program told in a few sentences in the language of the text, for people who cannot see it.',
    ],
  ])('is not told with %s', async (_name, told) => {
    const { done } = await directed((each) => filled(each, (field) => (field === 'skip' ? 'keep' : told)), {
      chapter: page,
    });
    expect(done).toEqual([]);
  });
});

it('a number is not asked about: rules read it', async () => {
  const english = chapterOf([paragraph('He was born in the year 1911, far from the sea and the town.')]);
  expect((await directed(() => '', { chapter: english })).asked).toEqual([]);
});
