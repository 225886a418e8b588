import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { concatPcm } from '../../src/core/pcm.ts';
import type { Pcm } from '../../src/core/pcm.ts';
import { RecognizerProcess } from '../../src/listening/engine/recognizer-process.ts';
import { RecognizerPool } from '../../src/listening/recognizer-pool.ts';
import { recognizerModel } from '../../src/listening/recognizer.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

const { signal } = new AbortController();
const dataFolder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
const installed = await installTinyRecognizer(dataFolder);
const sampleRate = 24_000;
const pool = new RecognizerPool([installed]);
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await rm(dataFolder, { recursive: true, force: true });
});

function say(said: string): Pcm {
  return { samples: speakLetters(said, sampleRate), sampleRate };
}

const text = 'The old man counted seven ships. Not one of them came into his harbor. He put out the lamp.';

describe('recognizers', () => {
  it('hear a whole text', async () => {
    const hearing = await pool.hear({ pcm: say(text), text, language: 'en' }, signal);
    expect(hearing).toMatchObject({ verdict: 'heard', missing: [], surplus: [] });
  });

  it.each([
    ['lost', text.replace(/ Not.*?\./u, ''), 'Not one of them came into his harbor'],
    ['lost', text.replace('seven ', ''), 'seven'],
    ['lost', text.replace(' out the lamp.', '.'), 'out the lamp'],
  ])('find text that is %s, and name it', async (verdict, said, missing) => {
    const hearing = await pool.hear({ pcm: say(said), text, language: 'en' }, signal);
    expect(hearing).toMatchObject({ verdict, missing: [{ text: missing, isLost: true }] });
  });

  it.each([
    ['repeated', text.replace('He put', 'Not one of them came into his harbor. He put')],
    ['extra', `${text} Thank you all for listening to us.`],
    ['other', 'A quite different paragraph about weather in spring, and nothing but that was said by him today.'],
  ])('find speech that is %s', async (verdict, said) => {
    expect(await pool.hear({ pcm: say(said), text, language: 'en' }, signal)).toMatchObject({ verdict });
  });

  it('find silence and noise', async () => {
    const pcm = say(text);
    const silent = { ...pcm, samples: new Int16Array(pcm.samples.length) };
    expect(await pool.hear({ pcm: silent, text, language: 'en' }, signal)).toMatchObject({ verdict: 'silent' });
    const noise = { ...pcm, samples: pcm.samples.map((_, at) => ((at * 7919) % 9973) - 4986) };
    const { verdict } = { verdict: '', ...(await pool.hear({ pcm: noise, text, language: 'en' }, signal)) };
    expect(['silent', 'other']).toContain(verdict);
  });

  it('hear sound that is longer than a window', async () => {
    const one = say(text);
    const pause = { samples: new Int16Array(one.sampleRate / 2), sampleRate: one.sampleRate };
    const long = concatPcm(Array.from({ length: 6 }, () => [one, pause]).flat());
    const whole = Array.from({ length: 6 }, () => text).join(' ');
    expect(long.samples.length / long.sampleRate).toBeGreaterThan(30);
    expect(await pool.hear({ pcm: long, text: whole, language: 'en' }, signal)).toMatchObject({ verdict: 'heard' });
  });

  it('do not judge a language without a recognizer', async () => {
    const hearing = await pool.hear({ pcm: say(text), text, language: 'ja' }, signal);
    expect(hearing).toEqual({ reason: 'No recognizer for ja is installed.' });
  });

  it('go on after their process was killed', async () => {
    await using recognizer = new RecognizerProcess(recognizerModel(installed));
    const pcm = say(text);
    await recognizer.ask({ task: 'hear', pcm, text, language: 'en' }, signal);
    const killed = recognizer.ask({ task: 'hear', pcm, text, language: 'en' }, signal);
    process.kill(recognizer.pid ?? Number.NaN, 'SIGKILL');
    expect(await killed).toMatchObject({ hearing: { verdict: 'heard' } });
    expect(await recognizer.ask({ task: 'hear', pcm, text, language: 'en' }, signal)).toMatchObject({
      hearing: { verdict: 'heard' },
    });
  });

  it.each([
    ['missing', async (file: string) => await rm(file)],
    ['cut', async (file: string) => await writeFile(file, 'no model')],
  ])('say so when the model is %s', async (_, damage) => {
    const broken = await installTinyRecognizer(await temporaryFolder());
    await damage(path.join(broken.folder, 'model.onnx'));
    await using recognizer = new RecognizerProcess(recognizerModel(broken));
    const hearing = recognizer.ask({ task: 'hear', pcm: say('One.'), text: 'One.', language: 'en' }, signal);
    await expect(hearing).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('survive sounds that are empty or shorter than a tenth of a second', async () => {
    for (const length of [0, 1, 300]) {
      const pcm = { samples: new Int16Array(length).fill(100), sampleRate: 24_000 };
      expect(await pool.hear({ pcm, text: 'One.', language: 'en' }, signal)).toMatchObject({ verdict: 'silent' });
    }
  });
});
