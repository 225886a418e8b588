import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareWords } from '../bench/fault-matrix/compare-words.ts';
import { runServiceCell } from '../bench/fault-matrix/service-cell.ts';
import { lateness } from '../bench/fault-matrix/time-bound.ts';
import { hearWords, speakWords, wordCode, wordsOf } from '../helpers/servers/word-tones.ts';

const books = fileURLToPath(new URL('../books', import.meta.url));
const book = { file: path.join(books, 'the-last-tram.epub'), chapters: [1] };
const text = 'The rain had stopped. She walked down to the harbour, as she did on 31 other mornings; no gulls!';

/** A few cells of the whole matrix, `test/bench/fault-matrix.mjs`. */
const cells = [
  { provider: 'kokoro', kind: 'missing-sentence', rate: 'twice' },
  { provider: 'qwen', kind: 'stutter', rate: '20 %' },
  { provider: 'elevenlabs', kind: 'wrong-rate', rate: 'always' },
] as const;

describe('fault matrix', () => {
  it.each([8000, 16_000, 24_000, 44_100])('recognizes every word that is spoken at %i Hz', (sampleRate) => {
    const heard = hearWords({ samples: speakWords(text, sampleRate), sampleRate });
    expect(heard).toEqual(wordsOf(text).map(wordCode));
  });

  it('counts words that are missing from the sound or do not belong there', () => {
    expect(compareWords([1, 2, 3, 4, 5], [1, 3, 4, 9, 5])).toEqual({ lost: 1, surplus: 1 });
  });

  it('judges the time of a run by one without faults, on a quick and on a slow machine', () => {
    const clean = { seconds: 2, requests: 30, faults: 0, hangs: false };
    const compared = { seconds: 15, requests: 200, faults: 40, hangs: false };
    expect(lateness(clean, compared)).toBeUndefined();
    expect(lateness({ ...clean, seconds: 30 }, { ...compared, seconds: 225 })).toBeUndefined();
    expect(lateness(clean, { ...compared, seconds: 90 })).toMatch(/^took 90\.0 s, longer than /u);
    expect(lateness(clean, { seconds: 9, requests: 32, faults: 2, hangs: true })).toBeUndefined();
    expect(lateness(clean, { seconds: 30, requests: 32, faults: 2, hangs: true })).toMatch(/^took 30\.0 s/u);
    expect(lateness(clean, { seconds: 20, requests: 1, faults: 1, hangs: false })).toMatch(/^took 20\.0 s/u);
  });

  it.each(cells)('ends with the whole audio or an error: $provider, $kind, $rate', async (cell) => {
    const { outcome, detail, faults } = await runServiceCell(cell, book);
    expect(outcome, detail).not.toBe('failure');
    expect(faults).toBeGreaterThan(0);
  });
});
