import { describe, expect, it } from 'vitest';
import { guardTranslation } from '../../../src/narration/guard/translation/guard-translation.ts';

const paragraphs = [
  'In the morning Anna walked down to the harbour, and she counted the boats that had come in the night.',
  'Later old Boris sat on the wall, 5 miles from the town, and he wondered why nobody had heard an anchor.',
];
const translated = [
  'Am Morgen ging Anna zum Hafen hinunter und zählte die Boote, die in der Nacht gekommen waren.',
  'Später saß der alte Boris auf der Mauer, 5 Meilen von der Stadt, und fragte sich, warum niemand einen Anker gehört hatte.',
];

async function problemOf(...parts: readonly string[]): Promise<string | undefined> {
  const text = parts.map((part, index) => `[${index + 1}] ${part}`).join('\n\n');
  const guarded = await guardTranslation({ text, stopReason: 'complete' }, paragraphs, {
    language: 'en',
    target: 'de',
  });
  return guarded.ok ? undefined : guarded.problem;
}

describe('a translation', () => {
  const [first = '', second = ''] = translated;

  it('is kept', async () => {
    expect(await problemOf(first, second)).toBeUndefined();
  });

  it('has its paragraphs in their order', async () => {
    expect(await problemOf(second, first)).toBe('changed-order');
  });

  it('may name someone in the paragraph before', async () => {
    expect(await problemOf(`${first} Boris sah es.`, second.replace('der alte Boris', 'er'))).toBeUndefined();
  });
});
