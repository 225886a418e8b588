import { describe, expect, it } from 'vitest';
import { castText } from '../../src/cast/cast-text.ts';
import { findCharacters } from '../../src/cast/find-characters.ts';
import { guessSpeakers } from '../../src/cast/guess-speakers.ts';
import type { Block } from '../../src/core/book.ts';

/** Introduces three people, each with the pronouns that show the gender. */
const people =
  'Dora lost her key, and Dora knew that she had. Tom lost his hat; Tom said he was sorry. Old Mr. Pike shut his door, and Mr. Pike shut his eyes.';

function paragraph(text: string): Block {
  return { kind: 'paragraph', text, document: 'one.xhtml' };
}

function speakersIn(paragraphs: readonly string[], language = 'en'): (string | undefined)[] {
  const said = ['“Well,” said Dora.', '“Oh,” said Tom.', '“Ha,” said Mr. Pike.'];
  const blocks = [people, ...said, people, ...paragraphs].map(paragraph);
  const text = castText(blocks, language);
  const characters = findCharacters([text], language);
  return guessSpeakers(text, characters, language)
    .slice(said.length)
    .map(({ speaker }) => speaker);
}

function found(text: string): (readonly [string, string | undefined])[] {
  const characters = findCharacters([castText([paragraph(text)], 'en')], 'en');
  return characters.map(({ name, gender }) => [name, gender] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe('the speakers that rules find', () => {
  it.each([
    ['a name after the verb', '“No,” said Tom to Dora.', 'Tom'],
    ['a name before the verb', '“No,” Tom at last replied.', 'Tom'],
    ['a verb that is no verb of saying', '“No,” wheezed Mr. Pike.', 'Mr. Pike'],
    ['a sentence that goes on', '“No,” Tom went on.', 'Tom'],
    ['an introduction', 'Dora looked at Tom and said: “No.”', 'Dora'],
    ['a relative clause', 'She waited for Tom, who said, “No.”', 'Tom'],
    ['a sentence after a title', 'They all stared at Tom. Mr. Pike only said, “No.”', 'Mr. Pike'],
    ['what a person does', 'Dora turned away. “No.”', 'Dora'],
    ['what a person does afterwards', '“No.” Dora turned away.', 'Dora'],
    ['who it was', '“No.” It was Mr. Pike. He had come back.', 'Mr. Pike'],
    ['a pronoun after a name', 'Dora turned away. “No,” she said.', 'Dora'],
  ])('by %s', (_, text, speaker) => {
    expect(speakersIn([text])).toEqual([speaker]);
  });

  it.each([
    ['somebody without a name', '“No,” said the porter, looking at Tom.'],
    ['a relative of a person', '“No,” said Dora’s aunt.'],
    ['the one who was heard', 'Tom heard the porter say, “No.”'],
    ['several people', '“No,” said Tom and Dora.'],
    ['a pronoun that may be one of two', 'Tom met Mr. Pike. “No,” he said.'],
    ['the narrator', '“No,” said I to Tom.'],
    ['the reaction of somebody else', '“No.” But Dora turned away.'],
    ['nothing', '“No.”'],
  ])('are none for %s', (_, text) => {
    expect(speakersIn([text])).toEqual([undefined]);
  });

  it('take turns, and answer when they are spoken to', () => {
    expect(speakersIn(['“Tom?” said Dora.', '“Yes?”', '“Come here.”', '“Why?”'])).toEqual([
      'Dora',
      'Tom',
      'Dora',
      'Tom',
    ]);
  });

  it('take turns as two who were named', () => {
    const said = ['“Ah,” said Dora.', '“Oh,” said Tom.', '“So.”', '“No.”', '“Yes.”'];
    expect(speakersIn(said)).toEqual(['Dora', 'Tom', 'Dora', 'Tom', 'Dora']);
  });

  it('take no turn in which they would speak to themselves', () => {
    expect(speakersIn(['“Ah,” said Dora.', '“Oh,” said Tom.', '“Dora, come here.”'])).toEqual([
      'Dora',
      'Tom',
      undefined,
    ]);
  });

  it('take no turn after somebody else came in', () => {
    expect(speakersIn(['“Ah,” said Dora.', '“Oh,” said Tom.', 'The clock struck.', '“Hush.”'])).toEqual([
      'Dora',
      'Tom',
      undefined,
    ]);
  });

  it('say everything in a paragraph', () => {
    expect(speakersIn(['“Ah.” The fire fell in. “So,” said Dora, “there you are.”'])).toEqual(['Dora', 'Dora', 'Dora']);
  });
});

describe('the people of a book', () => {
  it('are also those who are only “said Mrs. Pell”', () => {
    expect(
      found('“Yes,” said Mrs. Pell. “No,” said Mr. Okafor. “Oh,” cried Mrs. Pell. “Ah,” said Mr. Okafor.'),
    ).toEqual([
      ['Mr. Okafor', 'male'],
      ['Mrs. Pell', 'female'],
    ]);
  });

  it('have the gender of their pronouns, otherwise of their first name', () => {
    const text =
      'We met Edmund there. “Yes,” said Edmund. We met Brett. Brett shut her eyes. Brett knew that she was late. “No,” said Brett.';
    expect(found(text)).toEqual([
      ['Brett', 'female'],
      ['Edmund', 'male'],
    ]);
  });

  it('are one for a surname and the full name, but a wife is not her husband', () => {
    const text =
      'We met Charles Wilcox, and we met Charles, and then Wilcox spoke of Mrs. Charles. “Yes,” said Wilcox. “No,” said Mrs. Charles. “Oh,” said Charles. “Ah,” said Mrs. Charles.';
    expect(found(text).map(([name]) => name)).toHaveLength(2);
  });
});
