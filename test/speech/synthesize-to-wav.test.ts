import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AudiobookError } from '../../src/core/errors.ts';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { decodeWav } from '../../src/core/wav.ts';
import { kokoroProvider } from '../../src/speech/kokoro/kokoro.ts';
import { synthesizeToWav } from '../../src/speech/synthesize-to-wav.ts';
import type { Fault } from '../helpers/servers/faulty-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';

describe('synthesizeToWav', () => {
  it('writes a WAV file with a correct header and returns true', async () => {
    const folder = await temporaryFolder();
    await using server = await startKokoroServer();
    const file = path.join(folder, 'speech.wav');
    expect(await synthesizeToWav(kokoroProvider([server.url]), text, file)).toBe(true);
    const bytes = await readFile(file);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(pcmSeconds(decodeWav(bytes))).toBeCloseTo(spokenSeconds(text), 2);
    expect(await readdir(folder)).toEqual(['speech.wav']);
  });

  it.each<Fault>(['error', 'empty', 'html', 'hang-mid-body', 'reset-mid-body'])(
    'returns false, reports the reason and writes no file after the fault "%s"',
    async (fault) => {
      const folder = await temporaryFolder();
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

  it('returns false for a path that cannot be written', async () => {
    const folder = await temporaryFolder();
    await using server = await startKokoroServer();
    expect(
      await synthesizeToWav(kokoroProvider([server.url]), text, path.join(folder, 'no', 'such', 'folder.wav')),
    ).toBe(false);
  });
});
