import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RecognizerProcess } from '../../src/listening/engine/recognizer-process.ts';
import type { RecognizerResult } from '../../src/listening/engine/recognizer-protocol.ts';
import type { NotHeard } from '../../src/listening/engine/recognizer-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const pcm = { samples: new Int16Array(1600), sampleRate: 16_000 };

/**
 * A recognizer that notes how many sounds it has at once, and how many it refused. It ends with a text that begins with "ends", and
 * cannot be loaded again after the text "ends for good".
 */
const program = `
import { existsSync, writeFileSync } from 'node:fs';
const gone = new URL('gone', import.meta.url);
let pending = 0;
let refused = 0;
process.on('message', ({ id, request: { task, text } }) => {
  if (task === 'load') return process.send(existsSync(gone) ? { id, failure: 'no memory' } : { id });
  if (text === 'ends for good') writeFileSync(gone, '');
  if (text.startsWith('ends')) process.exit(139);
  if (text === 'refused') return process.send({ id, failure: 'Refused ' + (refused += 1) + ' times.' });
  pending += 1;
  const hearing = { verdict: 'heard', share: 1, missing: [], surplus: [], transcript: String(pending) };
  setTimeout(() => {
    pending -= 1;
    process.send({ id, result: { hearing } });
  }, 20);
});`;

async function openRecognizer(): Promise<RecognizerProcess> {
  const file = path.join(await temporaryFolder(), 'recognizer.mjs');
  await writeFile(file, program);
  return new RecognizerProcess({}, { worker: pathToFileURL(file) });
}

async function hearAll(
  recognizer: RecognizerProcess,
  texts: readonly string[],
): Promise<readonly (RecognizerResult | NotHeard)[]> {
  const asked = texts.map(async (text) => await recognizer.ask({ task: 'hear', pcm, text, language: 'en' }, signal));
  return await Promise.all(asked);
}

describe('RecognizerProcess', () => {
  it('lets a sound that ends the process cost no other sound its verdict', async () => {
    await using recognizer = await openRecognizer();
    const [first, ...others] = await hearAll(recognizer, ['ends', 'one', 'two', 'ends', 'three', 'four']);
    const [, , last] = others;
    const failed = { reason: 'The recognizer failed: it ended with exit code 139.' };
    expect([first, last]).toEqual([failed, failed]);
    for (const heard of others.filter((one) => one !== last)) expect(heard).toMatchObject({ hearing: { share: 1 } });
  });

  it('gives the process two sounds at once, so that their time limits begin with their turns', async () => {
    await using recognizer = await openRecognizer();
    const heard = await hearAll(recognizer, 'a b c d e f g h'.split(' '));
    const most = heard.map((one) => ('hearing' in one ? Number(one.hearing.transcript) : Infinity));
    expect(Math.max(...most)).toBeLessThanOrEqual(2);
  });

  it('judges nothing more, and ends no run, when a recognizer that was loaded cannot be loaded again', async () => {
    await using recognizer = await openRecognizer();
    expect(await hearAll(recognizer, ['one'])).toMatchObject([{ hearing: { verdict: 'heard' } }]);
    const [ended, ...others] = await hearAll(recognizer, ['ends for good', 'two', 'three', 'four']);
    expect(ended).toEqual({ reason: 'The recognizer cannot be loaded: no memory.' });
    for (const one of others) expect(one).toEqual({ reason: expect.stringContaining('cannot be loaded') });
    expect(await hearAll(recognizer, ['five'])).toEqual([{ reason: 'The recognizer cannot be loaded again.' }]);
  });

  it('asks once for a sound that the recognizer refuses', async () => {
    await using recognizer = await openRecognizer();
    expect(await hearAll(recognizer, ['refused'])).toEqual([{ reason: 'Refused 1 times.' }]);
  });

  it('stops waiting for its turn at an abort', async () => {
    await using recognizer = await openRecognizer();
    const stop = new AbortController();
    const asked = Array.from(
      { length: 4 },
      async () => await recognizer.ask({ task: 'hear', pcm, text: 'a', language: 'en' }, stop.signal),
    );
    stop.abort();
    for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'canceled' });
  });
});
