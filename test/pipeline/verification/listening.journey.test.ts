import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecognizerPool } from '../../../src/listening/recognizer-pool.ts';
import type { Hearing } from '../../../src/listening/engine/recognizer-protocol.ts';
import { Listening } from '../../../src/pipeline/hear/listening.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../../helpers/tiny-recognizers.ts';

const { signal } = new AbortController();
const whole: Hearing = { verdict: 'heard', share: 1, missing: [], surplus: [], transcript: '' };
const run = { text: 'seven', word: 2, place: 'inside', at: 1, isLost: true, phones: 5 } as const;
const lost: Hearing = { ...whole, verdict: 'lost', share: 0.9, missing: [run] };
const take = {
  text: 'Seven ships.',
  heardText: 'Seven ships.',
  language: 'en',
  address: 'ab'.repeat(32),
  pcm: { samples: new Int16Array(2400), sampleRate: 24_000 },
};

/** Hears with two recognizers, each with a verdict of its own, and notes who was asked. */
async function setUp(verdicts: Readonly<Record<string, Hearing | { readonly reason: string }>>) {
  const folder = await temporaryFolder();
  const { model, ...place } = await installTinyRecognizer(path.join(folder, 'data'));
  const asked: string[] = [];
  const pool: Pick<RecognizerPool, 'hear' | 'recognizersFor'> = {
    recognizersFor: () => Object.keys(verdicts).map((id) => ({ ...place, model: { ...model, id } })),
    async hear({ recognizer = '' }) {
      asked.push(recognizer);
      return verdicts[recognizer] ?? { reason: 'unknown' };
    },
  };
  const listening = new Listening({ pool, mode: 'listen', expectedSegments: 1, folder });
  return { listening, asked };
}

describe('Listening with two recognizers', () => {
  it('asks the second only about what the first finds wrong, and lets it acquit', async () => {
    const { listening, asked } = await setUp({ first: lost, second: whole });
    expect(await listening.hear(take, signal)).toEqual({ hearing: whole, isHealed: false });
    expect(asked).toEqual(['first', 'second']);
    // The verdict is kept: neither hears the same sound again.
    expect(await listening.hear(take, signal)).toEqual({ hearing: whole, isHealed: false });
    expect(asked).toHaveLength(2);
    const content = await setUp({ first: whole, second: lost });
    expect(await content.listening.hear(take, signal)).toEqual({ hearing: whole, isHealed: false });
    expect(content.asked).toEqual(['first']);
  });

  it.each([lost, { ...whole, verdict: 'unclear' } as const, { reason: 'It ended.' }])(
    'stays with the first where the second does not hear every word',
    async (second) => {
      const { listening } = await setUp({ first: lost, second });
      expect(await listening.hear(take, signal)).toEqual({ hearing: lost, isHealed: false });
    },
  );
});

describe('Listening over several runs', () => {
  it('remembers that a segment had to be spoken again', async () => {
    const verdicts = { first: lost };
    const { listening } = await setUp(verdicts);
    const better = { heardText: take.heardText, pcm: { samples: new Int16Array(2400).fill(9), sampleRate: 24_000 } };
    const speak = async () => {
      verdicts.first = whole;
      return better;
    };
    const settled = await listening.settle(take, speak, signal);
    expect(settled).toMatchObject({ pcm: better.pcm, finding: { hearing: whole, isHealed: true } });
    expect(await listening.hear({ ...take, ...better }, signal)).toEqual({ hearing: whole, isHealed: true });
  });
});
