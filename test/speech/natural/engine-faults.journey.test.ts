import { execFile } from 'node:child_process';
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ModelEngine } from '../../../src/speech/natural/engine/model-engine.ts';
import { kinds } from '../../../src/speech/natural/kinds/kinds.ts';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import { embeddedProvider } from '../../../src/speech/embedded/embedded.ts';
import { singleTextPolicy, speakSegment } from '../../../src/speech/call/speak-segment.ts';
import type { SpeechRequest } from '../../../src/speech/provider.ts';
import type { Pcm } from '../../../src/core/pcm.ts';
import type { InstalledModel } from '../../../src/voice-models/installed-models.ts';
import { isProcessRunning } from '../../helpers/is-process-running.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';
import type { TinyVoice } from '../../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../../helpers/tiny-voices/decode-tiny-voice.ts';

const { signal: never } = new AbortController();
/** Takes seconds to speak with this much work per token. */
const slow = { work: 500 };
const one = ' wˌʌn.  ';
const sentence = 'It was a bright cold day in April, and the clocks were striking thirteen.';

interface Opened {
  readonly engine: ModelEngine;
  readonly say: (text: string, signal?: AbortSignal) => Promise<string>;
}

/** Opens the engine of a tiny Kokoro, which is given texts as they are. */
async function engineOf(voice: Partial<TinyVoice> = {}, timeoutMs = () => 60_000): Promise<Opened> {
  const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro', ...voice });
  const { engine: model } = await kinds.kokoro.open(installed);
  const engine = new ModelEngine({ model, calls: 2, threads: 1, timeoutMs });
  const say = async (text: string, signal = never): Promise<string> =>
    decodeTinyVoice('kokoro', (await engine.speak({ text, speaker: 0, extra: {} }, signal)).pcm).text;
  return { engine, say };
}

/** Waits until an engine speaks and returns its process id. */
async function running(engine: ModelEngine): Promise<number> {
  await expect.poll(() => engine.pid).toBeDefined();
  return engine.pid ?? Number.NaN;
}

describe('an engine', () => {
  it('that is killed while it speaks one text fails that text, and is replaced', async () => {
    const { engine, say } = await engineOf(slow);
    await using _ended = engine;
    await say('One.');
    const failed = say(sentence).catch((error: unknown) => error);
    process.kill(await running(engine), 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'provider-failed', retryable: true });
    expect(await say('One.')).toBe(one);
  });

  it('that is killed while it speaks two texts speaks each again alone', async () => {
    const { engine, say } = await engineOf(slow);
    await using _ended = engine;
    const expected = [await say(sentence), await say('One.')];
    const both = Promise.all([say(sentence), say('One.')]);
    process.kill(await running(engine), 'SIGKILL');
    expect(await both).toEqual(expected);
  });

  it('that a text crashes fails that text only', async () => {
    const { engine, say } = await engineOf();
    await using _ended = engine;
    const crash = say('word '.repeat(5000)).catch((error: unknown) => error);
    const other = say('One.');
    expect(await crash).toMatchObject({ code: 'provider-failed', retryable: true });
    expect(await other).toBe(one);
  });

  it('that loses part of a text fails that text only', async () => {
    const { engine, say } = await engineOf();
    await using _ended = engine;
    const lost = say('Mount 富士.').catch((error: unknown) => error);
    const other = say('One.');
    expect(await lost).toMatchObject({
      code: 'provider-failed',
      message: "The voice left out part of the text (Ignore OOV '富').",
    });
    expect(await other).toBe(one);
  });

  it('that hangs is replaced after its time', async () => {
    let ms = 60_000;
    const { engine, say } = await engineOf({}, () => ms);
    await using _ended = engine;
    await say('One.');
    ms = 600;
    const pid = await running(engine);
    process.kill(pid, 'SIGSTOP');
    await expect(say('Two.')).rejects.toMatchObject({ message: expect.stringContaining('did not answer within') });
    ms = 60_000;
    await expect.poll(() => isProcessRunning(pid)).toBe(false);
    expect(await say('One.')).toBe(one);
  });

  it('ends after an abort; other texts begin again', async () => {
    const { engine, say } = await engineOf(slow);
    await using _ended = engine;
    const expected = await say('One.');
    const abort = new AbortController();
    const aborted = say(sentence, abort.signal).catch((error: unknown) => error);
    const other = say('One.');
    const pid = await running(engine);
    // Both are sent by then.
    await setImmediate();
    abort.abort();
    expect(await aborted).toMatchObject({ code: 'canceled' });
    await expect.poll(() => isProcessRunning(pid)).toBe(false);
    expect(await other).toBe(expected);
  });

  it('can be closed while it speaks', async () => {
    const { engine, say } = await engineOf(slow);
    const failed = say(sentence).catch((error: unknown) => error);
    const pid = await running(engine);
    await engine[Symbol.asyncDispose]();
    expect(isProcessRunning(pid)).toBe(false);
    expect(await failed).toMatchObject({ code: 'provider-failed' });
    await expect(say('One.')).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a segment', () => {
  it('is spoken in halves when the engine crashes with it twice', async () => {
    const { engine } = await engineOf();
    let crashes = 0;
    const speak = async ({ text, signal }: SpeechRequest): Promise<Pcm> => {
      const isLong = text.length > 25;
      if (isLong) crashes += 1;
      const spoken = isLong ? 'word '.repeat(5000) : text;
      return (await engine.speak({ text: spoken, speaker: 0, extra: {} }, signal)).pcm;
    };
    const natural = await openNaturalSpeech({ dataFolder: await temporaryFolder() });
    const end = async (): Promise<void> => await engine[Symbol.asyncDispose]();
    await using provider = await embeddedProvider({
      espeak: [],
      natural: { ...natural, speak, [Symbol.asyncDispose]: end },
    });
    const request = { text: 'The lamp went out, and the rain began.', voice: 'kokoro:af_heart', language: 'en' };
    const policy = { ...singleTextPolicy, firstDelayMs: 1 };
    const { pcm } = await speakSegment(provider, { ...request, signal: never }, { policy });
    expect(crashes).toBe(2);
    expect(decodeTinyVoice('kokoro', pcm).text).toBe(' ðə lˈæmp wɛnt ˈaʊt,   ænd ðə ɹˈeɪn bɪɡˈæn.  ');
  });
});

/** Speaks a word with an installed model and returns what is thrown. */
async function failure(installed: InstalledModel, voice: string): Promise<unknown> {
  await using natural = await openNaturalSpeech({ dataFolder: path.dirname(path.dirname(installed.folder)) });
  return await natural.speak({ text: 'One.', voice, language: 'en', signal: never })?.catch((error: unknown) => error);
}

describe('the files of a voice', () => {
  it.for(['model.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/phontab'])(
    'are named when %s is missing, with a way out',
    async (file) => {
      const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro' });
      await rm(path.join(installed.folder, file));
      expect(await failure(installed, 'kokoro:af_heart')).toMatchObject({
        code: 'provider-failed',
        message: `The installed voice kokoro-v1_0 lacks the file ${file}. Install it again: 'audiobook voices install kokoro-v1_0'.`,
      });
    },
  );

  it.for([
    ['kokoro', 'kokoro:af_heart', 'voices.bin'],
    ['kokoro', 'kokoro:af_heart', 'model.onnx'],
    ['supertonic', 'supertonic:F1', 'voice.bin'],
    ['piper', 'piper:en_GB-cori-high', 'model.onnx'],
  ] as const)('of %s that are damaged (%s, %s) fail at once', async ([kind, voice, file]) => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind });
    await truncate(path.join(installed.folder, file), 100);
    expect(await failure(installed, voice)).toMatchObject({
      code: 'provider-failed',
      retryable: false,
      message: expect.stringMatching(/^The voice cannot be loaded: /u),
    });
  });

  it('of another kind fail at once', async () => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind: 'piper' });
    const { folder, model } = installed;
    const manifest = { installed: installed.installed, model: { ...model, kind: 'kitten' } };
    await writeFile(path.join(folder, 'voices.bin'), '');
    await writeFile(path.join(folder, 'model.json'), JSON.stringify(manifest));
    expect(await failure(installed, 'kitten:cori')).toMatchObject({ code: 'provider-failed', retryable: false });
  });

  it('may be absent: a data folder without voices has none', async () => {
    await using natural = await openNaturalSpeech({ dataFolder: await temporaryFolder() });
    expect([natural.hasVoices, natural.bestVoice('en')]).toEqual([false, undefined]);
  });
});

describe('the program', () => {
  it('leaves no engine behind when it is killed, and ends when an engine is idle', async () => {
    const dataFolder = await temporaryFolder();
    await installTinyVoice(dataFolder, { kind: 'supertonic' });
    const module = new URL('../../../build/speech/natural/natural-speech.js', import.meta.url).href;
    const script = (ending: string): string => `
      import { openNaturalSpeech } from '${module}';
      const natural = await openNaturalSpeech({ dataFolder: ${JSON.stringify(dataFolder)} });
      const signal = new AbortController().signal;
      await natural.speak({ text: 'One.', voice: 'supertonic:F1', language: 'en', signal });
      process.stdout.write(natural.pids().join(), () => { ${ending} });`;
    for (const ending of ["process.kill(process.pid, 'SIGKILL');", '']) {
      const parent = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script(ending)], {
        timeout: 30_000,
      });
      const { stdout } = await parent.catch((error: { stdout: string }) => error);
      expect(Number(stdout)).toBeGreaterThan(0);
      await expect.poll(() => isProcessRunning(Number(stdout))).toBe(false);
    }
  });
});
