import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { castText, quotationText } from '../../src/cast/cast-text.ts';
import { findCharacters } from '../../src/cast/find-characters.ts';
import { guessSpeakers } from '../../src/cast/guess-speakers.ts';
import { applyOperations } from '../../src/narration/direction/apply-operations.ts';
import { directChapter } from '../../src/narration/direction/direct-chapter.ts';
import { blockParts } from '../../src/pipeline/plan/block-parts.ts';
import { directingModel, filled } from '../helpers/directing-model.ts';
import { sharedBooks } from '../helpers/real-books.ts';

const { signal } = new AbortController();
const [novel] = sharedBooks('pride-and-prejudice.epub');

/** Who says the quotations of the first chapter: Mrs. Bennet (W) and Mr. Bennet (H). */
const opening = 'WWWWWHWHWHWHWWHWHWHWHWHWHHWHWHWH';

describe.skipIf(!novel)('the cast of a novel (needs pride-and-prejudice.epub in ../shared/books)', () => {
  it('is exact to the quotation with a model that knows', async () => {
    const book = await readBook(novel?.file ?? '', { signal });
    const texts = book.chapters.map(({ blocks }) => castText(blocks, 'en'));
    const characters = findCharacters(texts, 'en');
    for (const name of [
      'Elizabeth',
      'Mr. Darcy',
      'Jane',
      'Mr. Bennet',
      'Mrs. Bennet',
      'Mr. Collins',
      'Lady Catherine',
    ]) {
      expect(characters.map((each) => each.name)).toContain(name);
    }
    const gender = (name: string) => characters.find((each) => each.name === name)?.gender;
    expect(['Elizabeth', 'Jane', 'Lydia', 'Mr. Darcy', 'Wickham'].map(gender)).toEqual([
      'female',
      'female',
      'female',
      'male',
      'male',
    ]);
    const first = texts.find(({ quotations }) => quotations.length > 10);
    if (!first) throw new Error('The first chapter has no dialogue.');
    const names = opening.split('').map((sign) => (sign === 'H' ? 'Mr. Bennet' : 'Mrs. Bennet'));
    expect(first.quotations).toHaveLength(names.length);
    const wordsOf = first.quotations.map((quotation) => quotationText(quotation, first.blocks));
    const model = directingModel((asked) =>
      filled(asked, (field, number) => {
        const { userPrompt = '' } = asked.request;
        const at = wordsOf.findIndex((words) => userPrompt.includes(`{${number}}${words.split('\n')[0]}`));
        return field === 'who' ? (names[at] ?? 'unknown') : 'neutral';
      }),
    );
    const trust = { isTrusted: true, window: { words: 2500 }, right: 1 } as const;
    const operations = await directChapter(first, { roster: characters, trust }, { model, language: 'en', signal });
    expect(operations.flatMap((each) => (each.kind === 'who' ? [each.name] : []))).toEqual(names);
    expect(model.asked).toHaveLength(1);
    const blocks = applyOperations(first.blocks, operations);
    const parts = blocks.flatMap((block) => blockParts(block, 'en'));
    expect(parts.map(({ text }) => text).join('')).toBe(first.blocks.map(({ text }) => text).join(''));
    const said = (name: string) =>
      first.quotations
        .flatMap((quotation, index) => (names[index] === name ? [quotationText(quotation, first.blocks)] : []))
        .join('');
    for (const name of ['Mr. Bennet', 'Mrs. Bennet']) {
      const spoken = parts
        .filter(({ role }) => role === name)
        .map(({ text }) => text)
        .join('');
      expect(spoken.replaceAll(/\s+/gu, '')).toBe(said(name).replaceAll(/\s+/gu, ''));
    }
  });

  it('is guessed for most quotations that the narrator attributes by name', async () => {
    const book = await readBook(novel?.file ?? '', { signal });
    const texts = book.chapters.map(({ blocks }) => castText(blocks, 'en'));
    const characters = findCharacters(texts, 'en');
    const tags: readonly (readonly [RegExp, string])[] = [
      [/^\s*(?:said|replied|cried) Elizabeth\b/u, 'Elizabeth'],
      [/^\s*(?:said|replied|cried) (?:Mr\. )?Darcy\b/u, 'Mr. Darcy'],
      [/^\s*(?:said|replied|cried) Mrs\. Bennet\b/u, 'Mrs. Bennet'],
    ];
    const guesses = texts.flatMap((text) => {
      const speakers = guessSpeakers(text, characters, 'en');
      return text.tags.flatMap(({ after }, index) => {
        const expected = tags.find(([pattern]) => pattern.test(after))?.[1];
        return expected === undefined ? [] : [speakers[index]?.speaker === expected];
      });
    });
    expect(guesses.length).toBeGreaterThan(60);
    expect(guesses.filter(Boolean).length / guesses.length).toBeGreaterThan(0.99);
  });
});
