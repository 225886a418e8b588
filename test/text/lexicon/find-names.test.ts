import { describe, expect, it } from 'vitest';
import { findNames } from '../../../src/text/lexicon/find-names.ts';

function names(text: string, language = 'en'): Readonly<Record<string, number>> {
  return Object.fromEntries(findNames([{ text, language }]).map(({ written, count }) => [written, count]));
}

describe('the names of a text', () => {
  it('are words with a capital inside of sentences, counted everywhere', () => {
    const text =
      'Hermione came. The rain fell on Hermione and on the quay. “Come in,” said Zaphod; “Rain, Hermione’s rain.” Come here: Bring the lamp. ' +
      'It was May. The may tree bloomed in Ealing, and I’m told that I saw the Rain.';
    expect(names(text)).toEqual({ Hermione: 3, Zaphod: 1, Ealing: 1 });
  });

  it('are not the words of headings and of sentences in capitals', () => {
    expect(names('THE LAST TRAM\nHe saw the BBC, a NASA man and THE END.')).toEqual({ BBC: 1, NASA: 1 });
  });

  it('come with odd words, most frequent first, and with a sentence', () => {
    const text = 'The naïve R2D2 met McGonagall. A naïve droid! His 3rd café of the 1990s was e-mail free.';
    expect(findNames([{ text, language: 'en' }])).toEqual([
      { written: 'naïve', count: 2, kind: 'odd', example: 'The naïve R2D2 met McGonagall.' },
      { written: 'McGonagall', count: 1, kind: 'name', example: 'The naïve R2D2 met McGonagall.' },
      { written: 'R2D2', count: 1, kind: 'odd', example: 'The naïve R2D2 met McGonagall.' },
      { written: 'café', count: 1, kind: 'odd', example: 'His 3rd café of the 1990s was e-mail free.' },
    ]);
  });

  it('stand without an article in German, where every noun has a capital', () => {
    const text =
      'Dort ging Effi Briest über die Straße. Als Effi das Haus sah, war ein Hund da. Heute sah Briest den Hund und das Haus an der Straße. ' +
      'Der Hund bellte, und Effi lachte.';
    expect(names(text, 'de')).toEqual({ Effi: 3, Briest: 2 });
  });

  // A pattern that goes back over what it has read would need hours.
  it('are found in a long text without a space, too', () => {
    expect(names(`${"a'".repeat(5000)} ${'A.'.repeat(5000)}`)).toBeDefined();
  });
});
