import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { qwen } from '../../src/speech/qwen/qwen.ts';
import { waitForAvailability } from '../../src/speech/wait-for-availability.ts';
import { startQwenServer } from '../helpers/servers/qwen-server.ts';
import type { QwenOptions } from '../helpers/servers/qwen-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';

async function startService(options: QwenOptions = {}, more: Readonly<Record<string, string>> = {}) {
  const server = await startQwenServer({ sampleRate: 8000, ...options });
  const provider = await qwen.create(settingsFrom([{ QWEN_API_URL: server.url, ...more }]));
  return {
    server,
    provider,
    speak: (spoken = text, voice = 'Vivian', language = 'en') =>
      provider.synthesize({ text: spoken, voice, language, signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('speech', () => {
  it.each([
    ['en-GB', 'English'],
    ['zh-Hans', 'Chinese'],
    ['nl', 'Auto'],
  ])('sends the language %s as %s', async (language, word) => {
    await using run = await startService();
    await run.speak(text, 'Ryan', language);
    expect(run.server.requests).toEqual([{ text, language: word, speaker: 'Ryan', instruct: null }]);
  });

  it('speaks a long Chinese text in parts, below the limit of the model', async () => {
    await using run = await startService();
    const long = '这是一个很长的句子，里面有许多字。'.repeat(80);
    const pcm = await run.speak(long, 'Vivian', 'zh');
    expect(run.server.spoken.join('')).toBe(long);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(long), 0);
  });

  it('rejects audio that reaches the limit of the model', async () => {
    await using run = await startService({ unitsPerSecond: 0.4 });
    await expect(run.speak()).rejects.toMatchObject({ retryable: true, message: expect.stringContaining('cut off') });
  });

  it('throws bad-value for an unknown speaker, in spite of status 500', async () => {
    await using run = await startService();
    await expect(run.speak(text, 'Missing')).rejects.toMatchObject({ code: 'bad-value', retryable: false });
  });
});

describe('voice cloning', () => {
  it('sends the recording where the server supports it, and fails clearly where it does not', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'voice.wav');
    await writeFile(file, 'recording');
    const more = { QWEN_TTS_REFERENCE: file, QWEN_TTS_REFERENCE_TEXT: 'Hello there.' };
    await using run = await startService({ cloning: true }, more);
    await run.speak();
    expect(run.server.requests[0]).toMatchObject({
      ref_audio: Buffer.from('recording').toString('base64'),
      ref_text: 'Hello there.',
    });
    await using plain = await startService({}, more);
    await expect(plain.speak()).rejects.toMatchObject({
      message: expect.stringContaining('does not offer voice cloning'),
    });
  });

  it('reports a missing recording before any work', async () => {
    await expect(qwen.create(settingsFrom([{ QWEN_TTS_REFERENCE: '/nowhere/voice.wav' }]))).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });
});

describe('availability', () => {
  it('is missing while the model loads; waiting reports why and ends when it is loaded', async () => {
    await using run = await startService({ loaded: false });
    const reasons: string[] = [];
    const onWait = ({ reason }: { reason: string }): void => {
      reasons.push(reason);
      if (reasons.length === 2) run.server.state.loaded = true;
    };
    const found = await waitForAvailability(run.provider, { timeoutMs: 10_000, pollMs: 5, signal, onWait });
    expect(found).toEqual({ available: true });
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toContain('loading its model');
  });

  it('is returned with the reason when the waiting time is up', async () => {
    await using run = await startService({ loaded: false });
    const found = await waitForAvailability(run.provider, { timeoutMs: 20, pollMs: 5, signal });
    expect(found).toMatchObject({ available: false, reason: expect.stringContaining('loading') });
  });

  it('survives single failures of the health check', async () => {
    await using run = await startService({ failingHealthChecks: 2 });
    expect(await run.provider.availability(signal)).toEqual({ available: true });
    expect(run.server.state.healthChecks).toBe(3);
  });
});

describe('qwen', () => {
  it('lists the voices of the server, for languages of the model only', async () => {
    await using run = await startService();
    expect((await run.provider.voices('fr', signal)).map(({ id }) => id)).toContain('Ono_Anna');
    expect(await run.provider.voices('nl', signal)).toEqual([]);
    expect(await run.provider.defaultVoice('nl', signal)).toBeUndefined();
    expect(run.provider.concurrency).toEqual({ start: 1, max: 1 });
  });
});
