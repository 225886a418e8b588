import { describe, expect, it } from 'vitest';
import { castText } from '../../src/cast/cast-text.ts';
import { mannersOf } from '../../src/cast/manner-of.ts';

function mannersIn(text: string, language = 'en'): readonly (string | undefined)[] {
  return mannersOf(castText([{ kind: 'paragraph', text, document: 'one.xhtml' }], language), language);
}

describe('the manner that a tag names', () => {
  it.each([
    ['en', '“Come here,” whispered Dora.', 'whispered'],
    ['en', '“Come here,” said Mr. Pike to Dora in a whisper.', 'whispered'],
    ['en', 'Dora shouted: “Come here!”', 'shouted'],
    ['en', '“Come here,” she gently said.', 'tender'],
    ['en', '“Come here,” he said, laughing.', 'laughing'],
    ['en', '“Come here!” cried Tom angrily.', 'excited'],
    ['en', '“Come here,” Tom sighed.', 'tired'],
    ['de', '»Komm her«, flüsterte Dora.', 'whispered'],
    ['de', '»Komm her«, sagte Dora wütend.', 'angry'],
    ['fr', '« Viens ici », murmura Dora.', 'whispered'],
    ['fr', '« Viens ici », dit-elle en riant.', 'laughing'],
    ['es', '«Ven aquí», gritó Dora.', 'shouted'],
    ['it', '«Vieni qui», disse Dora sottovoce.', 'whispered'],
    ['ru', '«Иди сюда», прошептала Дора.', 'whispered'],
  ])('in %s: %s', (language, text, manner) => {
    expect(mannersIn(text, language)).toEqual([manner]);
  });

  it.each([
    ['“Come here,” said Dora.'],
    ['“Come here,” said Dora. She whispered to Tom, who was laughing.'],
    ['Dora laughed. “Come here.”'],
    ['“Come here,” said the man in the hall. A door banged softly.'],
  ])('is none in: %s', (text) => {
    expect(mannersIn(text)).toEqual([undefined]);
  });

  it('goes on behind the tag in a paragraph, and not behind another sentence', () => {
    expect(mannersIn('“No,” she whispered. “Never again.” She turned. “Come here.”')).toEqual([
      'whispered',
      'whispered',
      undefined,
    ]);
    expect(mannersIn('“No,” she whispered. Tom rose. “Never again.”')).toEqual(['whispered', undefined]);
  });
});
