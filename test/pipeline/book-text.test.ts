import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookText } from '../../src/pipeline/read/book-text.ts';

describe('the spoken form of a book', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'book-text-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is in the language that is asked for, otherwise in that of the book', async () => {
    const file = path.join(folder, 'note.txt');
    await writeFile(file, 'M. 21 km.\n');
    const read = async (language?: string): Promise<string> => {
      const { text } = await bookText(file, 'txt', { spoken: true, language, signal: AbortSignal.timeout(60_000) });
      return text.trim();
    };
    expect(await read('fr')).toContain('vingt et un kilomètres.');
    expect(await read('nl')).toContain('eenentwintig kilometer.');
    expect(await read()).toContain('twenty-one kilometers.');
  });

  it('has the readings of a lexicon, of patterns and of words that are never read', async () => {
    const file = path.join(folder, 'names.txt');
    await writeFile(file, 'Hermione paid $5 on p. 3.\n\n[Line Break]\n\nShe had 2 cats. [pause 2s]\n');
    const lexicons = [{ text: "Hermione: her-MY-oh-nee\n'/\\[Line Break\\]/': ''\n/(\\d) cats/: $1 dogs\n" }];
    const read = async (more: object): Promise<string> => {
      const { text } = await bookText(file, 'txt', { lexicons, ...more, signal: AbortSignal.timeout(60_000) });
      return text.trim();
    };
    expect(await read({ spoken: true })).toBe('her-MY-oh-nee paid five dollars on page three.\n\nShe had two dogs.');
    expect(await read({ diff: true })).toBe(
      [
        '# Hermione paid $5 on p. 3.',
        '',
        '- Hermione paid $5 on p. 3.',
        '+ her-MY-oh-nee paid five dollars on page three.',
        '',
        '- [Line Break]',
        '+',
        '',
        '- She had 2 cats.',
        '+ She had two dogs.',
      ].join('\n'),
    );
  });
});
