import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/core/wav.ts';
import type { Pcm } from '../../src/core/pcm.ts';
import { RecognizerPool } from '../../src/listening/recognizer-pool.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { wavBytes } from '../helpers/servers/spoken-audio.ts';
import { systemFfmpeg } from '../audio/sound.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

const run = promisify(execFile);
const { path: ffmpeg } = await systemFfmpeg;
const { signal } = new AbortController();
const sampleRate = 24_000;
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
const pool = new RecognizerPool([await installTinyRecognizer(folder)]);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Encodes speech at 64 kbit/s with ffmpeg, and decodes it. */
async function through(codec: string, said: string): Promise<Pcm> {
  const [wav, encoded, decoded] = ['in.wav', `x.${codec}`, 'out.wav'].map((name) => path.join(folder, name));
  await writeFile(wav ?? '', wavBytes(speakLetters(said, sampleRate), sampleRate));
  await run(ffmpeg, ['-y', '-loglevel', 'error', '-i', wav ?? '', '-b:a', '64k', encoded ?? '']);
  await run(ffmpeg, ['-y', '-loglevel', 'error', '-i', encoded ?? '', '-ar', '24000', decoded ?? '']);
  return decodeWav(await readFile(decoded ?? ''));
}

const text = 'The old man counted seven ships. Not one of them came into his harbor. He put out the lamp.';

describe.each(['mp3', 'm4a', 'opus'])('speech after %s at 64 kbit/s', (codec) => {
  it.each([
    ['heard', text],
    ['lost', text.replace('seven ', '')],
    ['lost', text.replace(' out the lamp.', '.')],
    ['repeated', text.replace('He put', 'Not one of them came into his harbor. He put')],
  ])('is %s: %s', async (verdict, said) => {
    expect(await pool.hear({ pcm: await through(codec, said), text, language: 'en' }, signal)).toMatchObject({
      verdict,
    });
  });
});
