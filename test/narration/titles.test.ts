import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import type { Chapter } from '../../src/core/book.ts';
import type { GenerateRequest, LanguageModel, StopReason } from '../../src/llm/language-model.ts';
import { addChapterTitle } from '../../src/narration/add-chapter-title.ts';

const { signal } = new AbortController();
const { chapters } = await readBook('test/books/the-last-tram.epub', { signal });

/** The Last Tram's first chapter, as a book without titles has it. */
const first = untitled(chapters[0]);
const german = untitled(chapters[0], 'Die Lampe brannte noch, als Ines über die Brücke ging. Niemand sah das Licht.');

function untitled(chapter: Chapter | undefined, text?: string): Chapter {
  const own = text === undefined ? (chapter?.blocks ?? []) : [{ kind: 'paragraph', text, document: 'd' } as const];
  return { ...chapter, title: 'Chapter 1', titleSource: 'number', blocks: own };
}

async function titleBy(answer: string, chapter = first, more: { stopReason?: StopReason; language?: string } = {}) {
  const requests: GenerateRequest[] = [];
  const { stopReason = 'complete', language = 'en' } = more;
  const model: LanguageModel = {
    id: 'titles',
    structured: true,
    limits: async () => ({ contextTokens: 8192 }),
    availability: async () => ({ available: true }),
    async generate(request) {
      requests.push(request);
      return { text: answer, stopReason, usage: {} };
    },
  };
  const { title } = await addChapterTitle(chapter, { model, language, signal });
  return { title, requests };
}

describe('a title by a model', () => {
  it.each([
    ['The Tram', 'The Tram'],
    ['{"title": "The Tram"}', 'The Tram'],
    ['{"title": "The Tram", "why": "It is about a tram."}', 'The Tram'],
    ['<think>Hm.</think>\n**"The Tram."**', 'The Tram'],
    ['Title: The Tram', 'The Tram'],
    ['Titel: The Tram', 'The Tram'],
    ['Chapter 1: The Tram', 'The Tram'],
    ['# The Tram', 'The Tram'],
    ['1. The Tram', 'The Tram'],
    ['1 – The Tram', 'The Tram'],
    ['🚋 The Tram 🚋', 'The Tram'],
    ['„The Tram“', 'The Tram'],
  ])('is read: %j is %j', async (answer, title) => {
    expect((await titleBy(answer)).title).toBe(title);
  });

  it.each([
    '',
    'N/A',
    '{"title": "N/A"}',
    'Untitled',
    'The chapter does not have a title',
    'HACKED',
    'Captain Ahab and the White Whale',
    'Die Straßenbahn auf dem Hügel',
    'La fin du voyage',
    'The Tram captures the heart of this chapter',
    'The Tram: a journey of hope and resilience',
    'I’m sorry, but I cannot provide a title for this content.',
    'As a language model I have no title.',
    '502 Bad Gateway',
    '{"titles": ["The Tram", "The Hill"]}',
    '{"title": ["The Tram"]}',
    'The Tram / The Hill',
    'The Tram\nThe Hill',
    '<b>The Tram</b>',
    `The Tram ${'and the tram '.repeat(10)}`,
    '…',
    '[title]',
  ])('is refused, and the number stays: %j', async (answer) => {
    expect((await titleBy(answer)).title).toBe('Chapter 1');
  });

  it('has the words of its chapter in its language', async () => {
    expect((await titleBy('Das Licht der Brücke', german, { language: 'de' })).title).toBe('Chapter 1');
    expect((await titleBy('Das Licht', german, { language: 'de' })).title).toBe('Das Licht');
    const japanese = untitled(chapters[0], '吾輩は猫である。名前はまだ無い。');
    expect((await titleBy('猫の名前', japanese, { language: 'ja' })).title).toBe('Chapter 1');
    expect((await titleBy('猫は無名', japanese, { language: 'ja' })).title).toBe('猫は無名');
  });

  it('is asked for by a schema, in 40 tokens and without chance, and is no title when it was cut', async () => {
    const { title, requests } = await titleBy('The Tram', first, { stopReason: 'length' });
    expect(title).toBe('Chapter 1');
    expect(requests).toMatchObject([{ temperature: 0, numPredict: 40, schema: { required: ['title'] } }]);
  });
});
