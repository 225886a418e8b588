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
});
