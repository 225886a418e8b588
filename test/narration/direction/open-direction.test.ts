import { describe, expect, it } from 'vitest';
import { castText } from '../../../src/cast/cast-text.ts';
import { findCharacters } from '../../../src/cast/find-characters.ts';
import type { Block } from '../../../src/core/book.ts';
import { AudiobookError } from '../../../src/core/errors.ts';
import type { GenerateRequest } from '../../../src/llm/language-model.ts';
import { directChapter } from '../../../src/narration/direction/direct-chapter.ts';
import { estimateDirection } from '../../../src/narration/direction/estimate-direction.ts';
import { openDirection } from '../../../src/narration/direction/open-direction.ts';
import type { ScriptStep } from '../../../src/narration/narration-event.ts';
import { directingModel, filled } from '../../helpers/directing-model.ts';
import type { AskedDirection } from '../../helpers/directing-model.ts';

const { signal } = new AbortController();
const people = ['Anna', 'Mr. Vane', 'Mrs. Pell', 'Tobias'];

function paragraph(text: string): Block {
  return { kind: 'paragraph', text, document: 'd' };
}

/** A chapter in which everybody is named before speaking, and says who it is that speaks: `Anna turned … “… I, Anna, …”`. */
function chapter(number: number, ...more: readonly string[]) {
  const lines = people.flatMap((name, index) => [
    `Rain fell on pier ${number * 4 + index}, and ${name} waited there for the boat that was late again.`,
    `“This is the boat of ${name} and of nobody else in the world,” said ${name}, and the rest was lost in the wind.`,
    'A gull cried.',
  ]);
  return castText([...lines, ...more].map(paragraph), 'en');
}

const texts = Array.from({ length: 12 }, (_each, index) =>
  chapter(
    index,
    ...(index === 2
      ? ['“Cast off,” said the old captain.', '“Now,” said the old captain, without a look at them.']
      : []),
  ),
);
const known = findCharacters(texts, 'en');

/** The names that are asked for in a trial, by the number of the slot. */
function truth({ request }: AskedDirection): ReadonlyMap<string, string> {
  const marks = [...(request.userPrompt ?? '').matchAll(/\{(\d+)\}“This is the boat of (.*?) and/gu)];
  return new Map(marks.map(([, number = '', name = '']) => [number, name]));
}

function isTrial({ slots }: AskedDirection): boolean {
  const all = Object.values(slots);
  return all.length > 0 && all.every((fields) => Object.keys(fields).join() === 'who');
}

/** Returns a model that is right about so many of each ten quotations. */
function knowing(right: number, roster = '{}') {
  let count = 0;
  return directingModel((asked) => {
    if (!isTrial(asked)) return 'people' in asked.slots ? roster : '{}';
    const names = truth(asked);
    return filled(asked, (_field, number) => {
      count += 1;
      return count % 10 < right ? (names.get(number) ?? '') : 'unknown';
    });
  });
}

describe('a model', () => {
  it('is tried on tags that are hidden, and trusted when it names them', async () => {
    const model = knowing(10);
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust).toEqual({ isTrusted: true, window: { words: 2500 }, right: 1 });
    const [trial] = model.asked;
    expect(Object.keys(trial?.slots ?? {})).toHaveLength(18);
    expect(trial?.request.userPrompt).toMatch(/\{1\}“This is the boat of .*? and of nobody else in the world,”\n/u);
    // Each of four people has their share, so that naming one of them always is not enough.
    const named = trial ? [...truth(trial).values()] : [];
    const counts = people.map((name) => named.filter((each) => each === name).length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  });

  it('that loses its place in a long text is trusted with short ones', async () => {
    const model = directingModel((asked) => {
      const names = truth(asked);
      return filled(asked, (_field, number) => (names.size > 8 ? 'Anna' : (names.get(number) ?? '')));
    });
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust).toEqual({ isTrusted: true, window: { quotations: 8 }, right: 1 });
    expect(
      model.asked
        .filter(isTrial)
        .slice(1)
        .every(({ slots }) => Object.keys(slots).length <= 8),
    ).toBe(true);
  });

  it('that names too few is not trusted, and the people are those of the rules', async () => {
    const model = knowing(5, '{"people":[{"name":"the old captain","sex":"male","age":"old"}]}');
    const { trust, roster } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust).toEqual({
      isTrusted: false,
      reason: 'director names 9 of 18 known speakers: too few. The cast is made by rules; try a larger model.',
    });
    expect(roster).toEqual(known);
    expect(model.asked.every(isTrial)).toBe(true);
  });

  it('that names nobody is not asked on when too few are left', async () => {
    const model = knowing(0);
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust).toMatchObject({ reason: expect.stringContaining('director names 0 of') });
    // Of 18 tags 13 must be named: after the large window, six wrong ones are enough.
    const [, ...small] = model.asked;
    expect(small.flatMap((asked) => [...truth(asked).keys()]).length).toBeLessThanOrEqual(8);
  });

  it('that always names the same one is not trusted', async () => {
    const model = directingModel((asked) => filled(asked, () => 'Anna'));
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust?.isTrusted).toBe(false);
  });

  it('that refuses is not trusted, with its words in a step', async () => {
    const steps: ScriptStep[] = [];
    const model = directingModel(() => ({ text: 'I’m sorry, but I can’t.', stopReason: 'refusal', usage: {} }));
    const { trust } = await openDirection(texts, known, {
      model,
      language: 'en',
      signal,
      onStep: (step) => steps.push(step),
    });
    expect(trust).toMatchObject({ isTrusted: false, reason: expect.stringContaining('answered none of 18') });
    expect(steps[0]).toMatchObject({ reason: 'refusal', words: 'Its answer: “I’m sorry, but I can’t.”' });
  });

  it('whose context is too small is not asked, and its size is named', async () => {
    const model = directingModel(() => '', { contextTokens: 256 });
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(model.asked).toEqual([]);
    expect(trust).toMatchObject({
      reason: expect.stringMatching(/^The context of director is 256 tokens; a request needs [\d,]{3,5}\./u),
    });
  });

  it('whose service tells of a small context only when it is asked is tried with small requests', async () => {
    let contextTokens = 128_000;
    const inner = knowing(10);
    const model = {
      ...inner,
      limits: async () => ({ contextTokens }),
      async generate(request: GenerateRequest) {
        if ((request.userPrompt?.length ?? 0) < 6000) return await inner.generate(request);
        contextTokens = 2048;
        throw new AudiobookError('model-unavailable', 'The context is 2,048 tokens; a request needs 4,187.');
      },
    };
    const { trust } = await openDirection(texts, known, { model, language: 'en', signal });
    expect(trust).toMatchObject({ isTrusted: true, window: { quotations: 8 } });
  });

  it('is not tried well on a book with few tags, and is asked twice there', async () => {
    const model = knowing(10);
    const few = texts.slice(0, 2);
    const { trust } = await openDirection(few, known, { model, language: 'en', signal });
    expect(trust).toEqual({ isTrusted: true, window: { quotations: 8 } });
    const failing = await openDirection(few, known, { model: knowing(3), language: 'en', signal });
    expect(failing.trust?.isTrusted).toBe(false);
  });

  it('is not tried on a book without tags', async () => {
    const model = knowing(10);
    const { trust } = await openDirection([castText([paragraph('“Who is there?”')], 'en')], known, {
      model,
      language: 'en',
      signal,
    });
    expect(trust).toEqual({ isTrusted: true, window: { quotations: 8 } });
    expect(model.asked.filter(isTrial)).toEqual([]);
  });
});

function person(name: string, sex = 'male', age = 'old') {
  return { name, sex, age };
}

describe('the people of a book', () => {
  it('get those whom a trusted model adds, and whom the narrator lets speak', async () => {
    const answer = {
      people: [person('the old captain'), person('the wind'), person('Bert'), person('Anna'), person('he')],
    };
    const { roster } = await openDirection(texts, known, {
      model: knowing(10, JSON.stringify(answer)),
      language: 'en',
      signal,
    });
    expect(roster.map(({ name }) => name)).toEqual([...known.map(({ name }) => name), 'the old captain']);
    expect(roster.at(-1)).toMatchObject({ gender: 'male', age: 'old', aliases: ['The old captain'] });
    // Now the rules find the captain by the tag.
    const [, , third = chapter(2)] = texts;
    const operations = await directChapter(third, { roster }, { language: 'en', signal });
    expect(operations.filter((each) => each.kind === 'who' && each.name === 'the old captain')).toHaveLength(2);
  });

  it('are asked for in one request, with passages whose speaker nobody knows', async () => {
    const model = knowing(10);
    await openDirection(texts, known, { model, language: 'en', signal });
    const asked = model.asked.filter(({ slots }) => 'people' in slots);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.request.userPrompt).toContain('“Cast off,” said the old captain.');
    expect(asked[0]?.request.userPrompt).not.toContain('This is the boat');
  });
});

describe('the estimate of a direction', () => {
  it('is what a trusted model is asked for', async () => {
    const model = knowing(10);
    const tools = { model, language: 'en', signal };
    const book = await openDirection(texts, known, tools);
    for (const text of texts) await directChapter(text, book, tools);
    const { requests, promptTokens, completionTokens } = estimateDirection(texts, known, { language: 'en' });
    expect(requests).toBe(model.asked.length);
    const letters = model.asked.map(({ request }) => `${request.systemPrompt}${request.userPrompt}`.length);
    expect(promptTokens).toBeGreaterThan(letters.reduce((sum, length) => sum + length, 0) / 4);
    const limits = model.asked.map(({ request }) => request.numPredict ?? 0);
    expect(completionTokens).toBeLessThanOrEqual(limits.reduce((sum, tokens) => sum + tokens, 0));
    expect(completionTokens).toBeGreaterThan(0);
  });
});
