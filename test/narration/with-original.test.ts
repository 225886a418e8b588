import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import type { Operation } from '../../src/narration/direction/operation.ts';
import { withOriginal } from '../../src/narration/translation/with-original.ts';

function block(text: string, more: Partial<Block> = {}): Block {
  return { kind: 'paragraph', text, document: 'a', ...more };
}

const book = [
  block('Morning', { kind: 'heading', level: 1 }),
  block('The kettle sang. Nobody heard it.', { pictures: [{ place: 'before', source: 'a.png', alt: '' }] }),
  block('', { kind: 'scene-break' }),
  block('Lamps were lit along the quay. It was quiet.'),
  block('1 2 3', { kind: 'table-row' }),
];
const french = [
  block('Matin', { kind: 'heading', level: 1 }),
  block('La bouilloire chantait. Personne ne l’entendit.', {
    pictures: [{ place: 'before', source: 'a.png', alt: '' }],
  }),
  block('', { kind: 'scene-break' }),
  block('On alluma les lampes, et ce fut le silence.'),
  block('1 2 3 !', { kind: 'table-row' }),
];

function inBoth(blocks: readonly Block[], operations: readonly Operation[] = [], bilingual = true) {
  const script = { blocks, operations };
  return withOriginal(script, { blocks: book }, { bilingual, language: 'en', translation: { target: 'fr' } });
}

describe('a book in both languages', () => {
  it('has each sentence of the book before its translation, otherwise each paragraph, and its title first', () => {
    expect(inBoth(french).blocks.map(({ text, language }) => [language, text])).toEqual([
      [undefined, 'Matin'],
      ['en', 'Morning'],
      ['en', 'The kettle sang.'],
      [undefined, 'La bouilloire chantait.'],
      ['en', 'Nobody heard it.'],
      [undefined, 'Personne ne l’entendit.'],
      [undefined, ''],
      ['en', 'Lamps were lit along the quay. It was quiet.'],
      [undefined, 'On alluma les lampes, et ce fut le silence.'],
      [undefined, '1 2 3 !'],
    ]);
  });

  it('shows a picture once', () => {
    expect(inBoth(french).blocks.filter(({ pictures }) => pictures !== undefined)).toHaveLength(1);
  });

  it('keeps what is directed at its paragraph, which stays whole', () => {
    const how: Operation = { kind: 'how', block: 1, from: 0, to: 5, delivery: { manner: 'whispered' } };
    const pause: Operation = { kind: 'pause', block: 3, from: 0, to: 5, seconds: 1 };
    const { blocks, operations } = inBoth(french, [how, pause]);
    expect(operations.map((operation) => blocks[operation.block])).toEqual([french[1], french[3]]);
  });

  it('loses no words of a script that was edited', () => {
    for (const edited of [french.slice(0, 2), [...french, block('Fin.'), block('Vraiment.')]]) {
      const { blocks } = inBoth(edited);
      const words = blocks.filter(({ language }) => language === undefined).map(({ text }) => text);
      expect(words.join(' ')).toBe(edited.map(({ text }) => text).join(' '));
      expect(blocks.filter(({ language }) => language === 'en').length).toBeGreaterThan(0);
    }
  });

  it('is asked for', () => {
    expect(inBoth(french, [], false).blocks).toBe(french);
  });
});
