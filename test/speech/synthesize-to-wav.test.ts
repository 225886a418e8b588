import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AudiobookError } from '../../src/core/errors.ts';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { decodeWav } from '../../src/core/wav.ts';
import { kokoroProvider } from '../../src/speech/kokoro/kokoro.ts';
import { synthesizeToWav } from '../../src/speech/synthesize-to-wav.ts';
import type { Fault } from '../helpers/servers/faulty-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wav-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('text goes to a WAV file with a true header, and the answer is true', async () => {
  await using server = await startKokoroServer();
  const file = path.join(folder, 'speech.wav');
  expect(await synthesizeToWav(kokoroProvider([server.url]), text, file)).toBe(true);
  const bytes = await readFile(file);
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect(pcmSeconds(decodeWav(bytes))).toBeCloseTo(spokenSeconds(text), 2);
  expect(await readdir(folder)).toEqual(['speech.wav']);
});

test.each<Fault>(['error', 'empty', 'html', 'hang-mid-body', 'reset-mid-body'])(
  'when the service answers with the fault "%s" the answer is false, the reason is told, and there is no file',
  async (fault) => {
    await using server = await startKokoroServer({ faults: () => fault });
    const errors: AudiobookError[] = [];
    const options = { timeoutSeconds: 0.2, onError: (error: AudiobookError) => void errors.push(error) };
    expect(await synthesizeToWav(kokoroProvider([server.url]), text, path.join(folder, 'speech.wav'), options)).toBe(
      false,
    );
    expect(errors).toMatchObject([{ code: 'provider-failed' }]);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a place that cannot be written makes the answer false', async () => {
  await using server = await startKokoroServer();
  expect(await synthesizeToWav(kokoroProvider([server.url]), text, path.join(folder, 'no', 'such', 'folder.wav'))).toBe(
    false,
  );
});
