import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import type { Pcm } from '../../src/core/pcm.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';
import { synthesizeInTime } from '../../src/speech/call/synthesize-in-time.ts';
import { embeddedProvider } from '../../src/speech/embedded/embedded.ts';
import type { EmbeddedOptions } from '../../src/speech/embedded/embedded.ts';
import { EnginePool } from '../../src/speech/embedded/engine-pool.ts';
import { unsupportedEspeakText } from '../../src/speech/embedded/espeak/unsupported-espeak-text.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';

const noEspeakProgram = isProgramMissing('espeak-ng');
const english = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const german = 'Es war ein klarer, kalter Tag im April, und die Uhren schlugen gerade dreizehn.';
/** Takes seconds to speak, long enough to be interrupted. */
const long = english.repeat(60);
const { signal: never } = new AbortController();

async function say(provider: SpeechProvider, text: string, voice = 'flite:slt', signal = never): Promise<Pcm> {
  return await provider.synthesize({ text, voice, language: 'en', signal });
}

/** Opens a provider with a visible pool of engines. */
async function opened(options: EmbeddedOptions = {}): Promise<{ provider: SpeechProvider; pool: EnginePool }> {
  const pool = new EnginePool(options.engines);
  return { provider: await embeddedProvider({ espeak: [], ...options, pool }), pool };
}

/** Waits for the number of engines and returns the process id of the newest. */
async function newestEngine(pool: EnginePool, count = 1): Promise<number> {
  await expect.poll(() => pool.pids.length).toBe(count);
  return pool.pids.at(-1) ?? Number.NaN;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function expectSpeech(pcm: Pcm, text: string): void {
  expect(pcm.samples).toBeInstanceOf(Int16Array);
  expect(pcmSeconds(pcm) / text.length).toBeGreaterThan(0.03);
  expect(pcmSeconds(pcm) / text.length).toBeLessThan(0.15);
  const loud = pcm.samples.filter((sample) => Math.abs(sample) > 1000).length;
  expect(loud / pcm.samples.length).toBeGreaterThan(0.1);
}

describe('speech', () => {
  it('speaks English with flite, at its own sample rate, the same every time', async () => {
    await using provider = await embeddedProvider({ espeak: [] });
    const voice = await provider.defaultVoice('en-GB', never);
    expect(voice).toBe('flite:slt');
    const [first, second] = await Promise.all([say(provider, english, voice), say(provider, english, voice)]);
    expect(first.sampleRate).toBe(16_000);
    expectSpeech(first, english);
    expect(second).toEqual(first);
    expect(provider.identity('flite:slt')).toMatch(/^flite \d+\.\d+\.\d+, text \d+$/u);
  });

  it('differs by voice and is silent for text without a word', async () => {
    await using provider = await embeddedProvider({ espeak: [] });
    const [slt, rms] = await Promise.all([say(provider, english), say(provider, english, 'flite:rms')]);
    expect(slt.samples).not.toEqual(rms.samples);
    expect(pcmSeconds(await say(provider, '“…”'))).toBeLessThan(0.5);
  });

  it.for(['js', 'system'] as const)('speaks German with espeak (%s)', async (build, context) => {
    context.skip(build === 'system' && noEspeakProgram);
    await using provider = await embeddedProvider({ espeak: [build] });
    const voice = await provider.defaultVoice('de-AT', never);
    expect(voice).toBe('espeak:de');
    const pcm = await say(provider, german, voice);
    expect(pcm.sampleRate).toBe(22_050);
    expectSpeech(pcm, german);
    expect(provider.identity('espeak:de')).toMatch(new RegExp(`^espeak-ng ${build} \\d+\\.\\d+`, 'u'));
  });

  it.for(['js', 'system'] as const)('never reads text as markup or options (espeak %s)', async (build) => {
    if (build === 'system' && noEspeakProgram) return;
    await using provider = await embeddedProvider({ espeak: [build] });
    const seconds = async (text: string): Promise<number> => pcmSeconds(await say(provider, text, 'espeak:en-gb'));
    const usual = await seconds('before. after after after');
    expect(await seconds('before <unclosed. after after after')).toBeGreaterThan(usual);
    expect(await seconds('before &amp. after after after')).toBeGreaterThan(usual);
    expect(await seconds("[[h@l'oU]] before. after after after")).toBeGreaterThan(usual + 0.5);
    expect(await seconds('-5 degrees and --version')).toBeGreaterThan(1);
    expect(await seconds('before\u0000. after after after')).toBeGreaterThan(usual * 0.9);
  });
});

describe('voices', () => {
  it.skipIf(noEspeakProgram)('are the same in both builds of espeak', async () => {
    await using system = await embeddedProvider({ espeak: ['system'] });
    await using js = await embeddedProvider({ espeak: ['js'] });
    const languages = [
      'de',
      'de-AT',
      'zh',
      'zh-Hant-TW',
      'ja',
      'he',
      'iw',
      'pt',
      'pt-BR',
      'es-MX',
      'fr',
      'no',
      'sr-Latn',
      'el',
      'tlh',
    ];
    const choices = await Promise.all(languages.map((language) => system.defaultVoice(language, never)));
    expect(await Promise.all(languages.map((language) => js.defaultVoice(language, never)))).toEqual(choices);
    expect(choices.slice(0, 9)).toEqual(
      ['de', 'de', 'cmn-latn-pinyin', 'cmn-latn-pinyin', 'ja', 'he', 'he', 'pt', 'pt-br'].map(
        (code) => `espeak:${code}`,
      ),
    );
    expect(choices.at(-1)).toBeUndefined();
    const ids = (await js.voices('', never)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of await system.voices('', never)) expect(ids).toContain(id);
  });

  it('can be listed for one language', async () => {
    await using provider = await embeddedProvider();
    const voices = await provider.voices('en', never);
    expect(voices[0]).toEqual({ id: 'flite:slt', name: 'SLT', language: 'en-US', gender: 'female', isPlain: true });
    expect(voices.map(({ id }) => id)).toContain('espeak:en-gb');
    expect((await provider.voices('de', never)).map(({ id }) => id)).toEqual(['espeak:de']);
    expect((await provider.voices('', never)).length).toBeGreaterThan(100);
  });

  it('unknown to the provider throw bad-value with the way to list them', async () => {
    await using provider = await embeddedProvider({ espeak: [] });
    for (const voice of ['flite:missing', 'espeak:--version', '']) {
      const error = { code: 'bad-value', message: expect.stringContaining('audiobook voices') };
      await expect(say(provider, english, voice)).rejects.toMatchObject(error);
    }
  });

  it('are English only without espeak, and the error says so', async () => {
    await using provider = await embeddedProvider({ espeak: [] });
    expect(await provider.defaultVoice('de', never)).toBeUndefined();
    expect(await provider.availability(never)).toEqual({ available: true });
    const error = { code: 'bad-value', message: expect.stringContaining('only English') };
    await expect(say(provider, german, 'espeak:de')).rejects.toMatchObject(error);
  });
});

/** Returns the seconds per character in the default voice of a language. */
async function secondsEach(provider: SpeechProvider, text: string, language: string): Promise<number> {
  return pcmSeconds(await say(provider, text, await provider.defaultVoice(language, never))) / text.length;
}

describe('scripts that a voice cannot read', () => {
  it.for(['js', 'system'] as const)('are kanji, but not Chinese or kana (espeak %s)', async (build, context) => {
    context.skip(build === 'system' && noEspeakProgram);
    await using provider = await embeddedProvider({ espeak: [build] });
    expect(await secondsEach(provider, '他是我的朋友我们一起去北京', 'zh')).toBeLessThan(0.35);
    // The voice says "Chinese letter" for each character.
    expect(await secondsEach(provider, '山路登考人知情意', 'ja')).toBeGreaterThan(0.5);
    expect(await secondsEach(provider, 'やまみちをのぼりながら', 'ja')).toBeLessThan(0.35);
  });

  it('cause a warning with a way out', async () => {
    await using provider = await embeddedProvider();
    const warning = (text: string, voice: string): string | undefined => provider.facts?.(voice).warningFor?.(text);
    expect(warning('山路を登り', 'espeak:ja')).toMatch(/kanji.*“Chinese letter”.*another provider/u);
    expect(warning('Der Berg 山', 'espeak:de')).toMatch(/kanji/u);
    expect(warning('我喜欢やま', 'espeak:cmn-latn-pinyin')).toMatch(/kana.*“Japanese letter”/u);
    expect(unsupportedEspeakText('我喜欢看书', 'espeak:cmn', 'system 1.51')).toMatch(
      /Use the voice espeak:cmn-latn-pinyin,/u,
    );
    for (const [text, voice] of [
      ['やまみち、ヤマ', 'espeak:ja'],
      ['我喜欢看书', 'espeak:cmn-latn-pinyin'],
      ['我喜歡看書', 'espeak:yue'],
      [german, 'espeak:de'],
      ['Fuji 富士', 'flite:slt'],
    ] as const)
      expect(warning(text, voice), voice).toBeUndefined();
  });

  it.skipIf(noEspeakProgram)('are not spelled in English letters by the default Chinese voice', async () => {
    await using provider = await embeddedProvider({ espeak: ['system'] });
    const file = (await provider.defaultVoice('zh-CN', never))?.replace('espeak:cmn', 'sit/cmn') ?? '';
    const spoken = await promisify(execFile)('espeak-ng', ['-q', '-x', '-v', file, '人国書']);
    expect(spoken.stdout.trim()).not.toBe('');
    expect(spoken.stdout).not.toContain('(en)');
  });
});

describe('faults', () => {
  it('of a killed engine fail only its own request', async () => {
    const { provider, pool } = await opened({ engines: 2 });
    await using _ended = provider;
    const other = say(provider, english);
    await newestEngine(pool);
    const failed = say(provider, long).catch((error: unknown) => error);
    process.kill(await newestEngine(pool, 2), 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'provider-failed', retryable: true });
    expectSpeech(await other, english);
    expectSpeech(await say(provider, english), english);
  });

  it('of an idle engine lead to its replacement', async () => {
    const { provider, pool } = await opened({ engines: 1 });
    await using _ended = provider;
    await say(provider, 'One.');
    const pid = await newestEngine(pool);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    await expect.poll(async () => await say(provider, english).catch(() => undefined)).toBeDefined();
  });

  it('that hang an engine kill it at the deadline of the request', async () => {
    const { provider, pool } = await opened({ engines: 1 });
    await using _ended = provider;
    await say(provider, 'One.');
    const pid = await newestEngine(pool);
    process.kill(pid, 'SIGSTOP');
    const request = { text: 'Hang.', voice: 'flite:slt', language: 'en', signal: new AbortController().signal };
    const time = { timeoutMs: 490, voice: new VoiceMemory() };
    await expect(synthesizeInTime(provider, request, time)).rejects.toMatchObject({
      code: 'provider-failed',
      retryable: true,
      message: expect.stringContaining('within 0.5 s'),
    });
    await expect.poll(() => isRunning(pid)).toBe(false);
    expectSpeech(await say(provider, english), english);
  });

  it('do not spread: an abort ends one request at once, running or waiting', async () => {
    const { provider, pool } = await opened({ engines: 2 });
    await using _ended = provider;
    const other = say(provider, english.repeat(5));
    await newestEngine(pool);
    const running = new AbortController();
    const waiting = new AbortController();
    const both = [
      say(provider, long, 'flite:slt', running.signal),
      say(provider, english, 'flite:slt', waiting.signal),
    ];
    const pid = await newestEngine(pool, 2);
    waiting.abort();
    running.abort();
    for (const request of both) await expect(request).rejects.toMatchObject({ code: 'canceled' });
    await expect.poll(() => isRunning(pid)).toBe(false);
    expectSpeech(await other, english.repeat(5));
  });

  it('of one of several texts do not fail its neighbours', async () => {
    const pool = new EnginePool(1);
    await using _ended = pool;
    const speak = async (text: string, signal = never) =>
      await pool.speak({ task: 'flite', voice: 'slt', text }, signal);
    const bad = { task: 'espeak', voice: 'no-such-voice', text: 'Bad.' } as const;
    const alone = await speak('Neighbours.');
    const abort = new AbortController();
    const first = speak(english);
    const failed = [pool.speak(bad, never), speak('Gone.', abort.signal)];
    const neighbours = ['Neighbours.', english, 'Neighbours.'].map(async (text) => await speak(text));
    abort.abort();
    await expect(failed[1]).rejects.toMatchObject({ code: 'canceled' });
    await expect(failed[0]).rejects.toMatchObject({
      code: 'provider-failed',
      message: expect.stringContaining(bad.voice),
    });
    const [one, , other] = await Promise.all(neighbours);
    expect([one, other]).toEqual([alone, alone]);
    expectSpeech(await first, english);
  });

  it('end with the disposal: no engine runs, and requests are refused', async () => {
    const { provider, pool } = await opened();
    const ended = say(provider, long).catch((error: unknown) => error);
    const pid = await newestEngine(pool);
    await provider[Symbol.asyncDispose]();
    expect(isRunning(pid)).toBe(false);
    expect(await ended).toMatchObject({ code: 'provider-failed' });
    await expect(say(provider, english)).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('the program', () => {
  it('does not keep audio that was returned', async () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    await using provider = await embeddedProvider({ espeak: [], engines: 1 });
    const sound = new WeakRef((await say(provider, 'One.')).samples);
    await say(provider, 'Two.');
    await expect
      .poll(() => {
        if (typeof collect === 'function') collect();
        return sound.deref() === undefined;
      })
      .toBe(true);
  });

  it('leaves no engine behind when it is killed', async () => {
    const module = new URL('../../build/speech/embedded/embedded.js', import.meta.url).href;
    const pool = new URL('../../build/speech/embedded/engine-pool.js', import.meta.url).href;
    const script = `
      import { embeddedProvider } from '${module}';
      import { EnginePool } from '${pool}';
      const pool = new EnginePool();
      const provider = await embeddedProvider({ pool, espeak: [] });
      const signal = new AbortController().signal;
      const request = { voice: 'flite:kal16', language: 'en', signal };
      await Promise.all(['One.', 'Two.'].map((text) => provider.synthesize({ ...request, text })));
      void provider.synthesize({ ...request, text: ${JSON.stringify(english)} });
      process.stdout.write(pool.pids.join(' '), () => process.kill(process.pid, 'SIGKILL'));`;
    const parent = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const { stdout } = await parent.catch((error: { stdout: string }) => error);
    const pids = stdout.split(' ').map(Number);
    expect(pids.length).toBeGreaterThan(0);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  it.for([
    ['disposed', 'await provider[Symbol.asyncDispose]();'],
    ['idle and not disposed', ''],
  ] as const)('can end when the provider is %s', async ([_state, lastLine]) => {
    const module = new URL('../../build/speech/embedded/embedded.js', import.meta.url).href;
    const script = `
      import { embeddedProvider } from '${module}';
      const provider = await embeddedProvider({ espeak: ['js'] });
      const signal = new AbortController().signal;
      const pcm = await provider.synthesize({ text: 'One.', voice: 'flite:kal16', language: 'en', signal });
      ${lastLine}
      process.stdout.write(String(pcm.sampleRate));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 30_000,
    });
    expect(stdout).toBe('16000');
  });
});
