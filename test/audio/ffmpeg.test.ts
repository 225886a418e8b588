import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AudioWriter } from '../../src/audio/audio-writer.ts';
import { AacFrameFile } from '../../src/audio/mp4/aac-frame-file.ts';
import { convertFile } from '../../src/audio/ffmpeg/convert-file.ts';
import { startFfmpeg } from '../../src/audio/ffmpeg/start-ffmpeg.ts';
import type { Ffmpeg } from '../../src/audio/ffmpeg/ffmpeg.ts';
import { encodeWav } from '../../src/core/wav.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { chapterSound, openWriter, testRate, systemFfmpeg, testFolder, writeBook } from './sound.ts';

/** A program that behaves as a broken ffmpeg would. */
async function fakeFfmpeg(folder: string, script: string): Promise<Ffmpeg> {
  const path = join(folder, 'fake-ffmpeg');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { path, version: 'fake', source: 'setting' };
}

/** Writes for far longer than any buffer lasts; ends only with an error. */
async function writeForEver(writer: AudioWriter): Promise<never> {
  const second = chapterSound(1);
  for (;;) await writer.write(second);
}

async function outputFolder(folder: string): Promise<string> {
  const path = join(folder, 'out');
  await mkdir(path);
  return path;
}

test.each([
  ['fails at once', 'echo "no such codec" >&2; exit 1', /exited with code 1: no such codec/u],
  ['fails in the middle', 'head -c 300000 >/dev/null; echo "it broke" >&2; exit 3', /exited with code 3: it broke/u],
  ['is killed', 'head -c 300000 >/dev/null; kill -9 $$', /killed with signal SIGKILL/u],
  ['ends well too early', 'head -c 300000 >/dev/null; exit 0', /before it was given all the audio/u],
])('when ffmpeg %s, writing fails with its last words and nothing is left', async (_case, script, message) => {
  await using folder = await testFolder();
  const ffmpeg = await fakeFfmpeg(folder.path, script);
  const out = await outputFolder(folder.path);
  {
    await using writer = await openWriter({ path: join(out, 'book.mp3'), ffmpeg });
    await expect(writeForEver(writer)).rejects.toMatchObject({
      code: 'media-failed',
      message: expect.stringMatching(message),
    });
    await expect(writer.finish()).rejects.toMatchObject({ code: 'media-failed' });
  }
  expect(await folder.list()).toEqual(['fake-ffmpeg', 'out']);
  expect(execFileSync('ls', ['-A', out], { encoding: 'utf8' })).toBe('');
});

test('an ffmpeg that fails only at the end fails the finish', async () => {
  await using folder = await testFolder();
  const ffmpeg = await fakeFfmpeg(folder.path, 'cat >/dev/null; echo "could not write trailer" >&2; exit 1');
  await using writer = await openWriter({ path: join(folder.path, 'book.mp3'), ffmpeg });
  await writer.write(chapterSound(1));
  await expect(writer.finish()).rejects.toMatchObject({
    code: 'media-failed',
    message: expect.stringContaining('could not write trailer'),
  });
});

test('an ffmpeg that ends well but wrote too little fails the finish', async () => {
  await using folder = await testFolder();
  const ffmpeg = await fakeFfmpeg(folder.path, 'cat >/dev/null');
  await using writer = await openWriter({ path: join(folder.path, 'book.mp3'), ffmpeg });
  await writer.write(chapterSound(1));
  await expect(writer.finish()).rejects.toMatchObject({ code: 'media-failed' });
  expect(await folder.list()).not.toContain('book.mp3');
});

test('a full disk is output-failed, with the real ffmpeg', async () => {
  await using folder = await testFolder();
  const { path } = await locateFfmpeg();
  // The last argument is the output: /dev/full takes it as a full disk would.
  const script = `for last; do :; done; ln -sf /dev/full "$last"; exec ${path} "$@"`;
  const ffmpeg = await fakeFfmpeg(folder.path, script);
  const out = await outputFolder(folder.path);
  {
    await using writer = await openWriter({ path: join(out, 'book.mp3'), ffmpeg });
    await expect(
      (async () => {
        for (let second = 0; second < 60; second += 1) await writer.write(chapterSound(1));
        await writer.finish();
      })(),
    ).rejects.toMatchObject({ code: 'output-failed' });
  }
  expect(execFileSync('ls', ['-A', out], { encoding: 'utf8' })).toBe('');
});

test('a program that is not there is tool-missing, not a crash', async () => {
  await using folder = await testFolder();
  const ffmpeg: Ffmpeg = { path: join(folder.path, 'nothing'), version: '0', source: 'setting' };
  await using writer = await openWriter({ path: join(folder.path, 'book.mp3'), ffmpeg });
  await expect(writeForEver(writer)).rejects.toMatchObject({ code: 'tool-missing' });
});

test('two different programs run side by side, each its own', async () => {
  await using folder = await testFolder();
  const broken = await fakeFfmpeg(folder.path, 'exit 9');
  await using bad = await openWriter({ path: join(folder.path, 'bad.mp3'), ffmpeg: broken });
  const [failed, good] = await Promise.allSettled([
    writeForEver(bad),
    writeBook({ path: join(folder.path, 'good.mp3') }, [{ title: 'One', samples: chapterSound(1) }]),
  ]);
  expect(failed.status).toBe('rejected');
  expect(good.status).toBe('fulfilled');
});

test('an abort ends a write that waits, and kills an ffmpeg that never reads', async () => {
  await using folder = await testFolder();
  const ffmpeg = await fakeFfmpeg(folder.path, `echo $$ > "${join(folder.path, 'pid')}"; exec sleep 600`);
  const controller = new AbortController();
  const writer = await openWriter({ path: join(folder.path, 'book.mp3'), ffmpeg, signal: controller.signal });
  const writing = writeForEver(writer);
  const pid = await eventually(async () => Number(await readFile(join(folder.path, 'pid'), 'utf8')));
  controller.abort();
  await expect(writing).rejects.toMatchObject({ code: 'canceled' });
  await writer[Symbol.asyncDispose]();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await folder.list()).toEqual(['fake-ffmpeg', 'pid']);
});

test('a writer given up before ffmpeg has even started leaves nothing', async () => {
  await using folder = await testFolder();
  const writer = await openWriter({ path: join(folder.path, 'book.mp3') });
  await writer[Symbol.asyncDispose]();
  await writer[Symbol.asyncDispose]();
  expect(await folder.list()).toEqual([]);
});

test('a signal that is already aborted opens nothing', async () => {
  await using folder = await testFolder();
  const opening = openWriter({ path: join(folder.path, 'book.mp3'), signal: AbortSignal.abort() });
  await expect(opening).rejects.toMatchObject({ code: 'canceled' });
  expect(await folder.list()).toEqual([]);
});

test('an abort in the middle of a real encode leaves the file of the same name as it was', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await writeFile(path, 'the old one');
  const controller = new AbortController();
  {
    await using writer = await openWriter({ path, signal: controller.signal });
    for (let second = 0; second < 30; second += 1) await writer.write(chapterSound(1));
    controller.abort();
    await expect(writer.finish()).rejects.toMatchObject({ code: 'canceled' });
  }
  expect(await readFile(path, 'utf8')).toBe('the old one');
  expect(await folder.list()).toEqual(['book.mp3']);
});

test('ffmpeg is found on the system or in a package, and a wrong FFMPEG_PATH is named', async () => {
  await using folder = await testFolder();
  expect((await locateFfmpeg()).version).not.toBe('');
  const path = join(folder.path, 'none');
  await expect(locateFfmpeg({ ffmpegPath: path })).rejects.toMatchObject({
    code: 'tool-missing',
    message: expect.stringContaining(path),
  });
  await expect(locateFfmpeg({ ffmpegPath: '/bin/true' })).rejects.toMatchObject({ code: 'tool-missing' });
});

test('a machine without ffmpeg takes the one from the package, or says what to install', async () => {
  await using folder = await testFolder();
  await symlink(process.execPath, join(folder.path, 'node'));
  const module = new URL('../../build/audio/ffmpeg/locate-ffmpeg.js', import.meta.url).href;
  const script = `import { locateFfmpeg } from ${JSON.stringify(module)}; console.log((await locateFfmpeg()).source)`;
  const args = ['--input-type=module', '-e', script];
  const found = execFileSync(join(folder.path, 'node'), args, { env: { PATH: folder.path }, encoding: 'utf8' });
  expect(found.trim()).toBe('package');
});

async function eventually<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const value = await read();
      if (value) return value;
    } catch (thrown) {
      if (tries > 200) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

test('a full disk under the frames of an M4B is output-failed', async () => {
  const file = await open('/dev/full', 'r+');
  const frames = new AacFrameFile(file, 'book.m4b');
  const encoder = startFfmpeg({
    ffmpeg: await systemFfmpeg,
    signal: new AbortController().signal,
    inputOptions: ['-f', 's16le', '-ar', String(testRate), '-ac', '1'],
    outputOptions: ['-c:a', 'aac', '-f', 'adts'],
    output: async (chunk) => await frames.add(chunk),
  });
  const working = (async () => {
    for (let second = 0; second < 30; second += 1) await encoder.write(new Uint8Array(testRate * 2));
    await encoder.end();
  })();
  await expect(working).rejects.toMatchObject({ code: 'output-failed', message: expect.stringContaining('book.m4b') });
  await encoder[Symbol.asyncDispose]();
  await file.close();
});

test('a conversion of a file by a missing program is tool-missing, also when it was there before', async () => {
  await using folder = await testFolder();
  const { path } = await locateFfmpeg();
  const ffmpeg = await fakeFfmpeg(folder.path, `exec ${path} "$@"`);
  const { signal } = new AbortController();
  const input = join(folder.path, 'tone.wav');
  await writeFile(input, encodeWav({ samples: chapterSound(1), sampleRate: testRate }));
  const conversion = {
    ffmpeg,
    inputs: [input] as const,
    outputOptions: ['-f', 'wav'],
    output: join(folder.path, 'out'),
    signal,
  };
  await convertFile(conversion);
  await rm(ffmpeg.path);
  await expect(convertFile(conversion)).rejects.toMatchObject({ code: 'tool-missing' });
});

test.each([
  ['fails', 'echo "it broke" >&2; exit 3', { code: 'media-failed', message: 'ffmpeg exited with code 3: it broke' }],
  ['is killed', 'kill -9 $$', { code: 'media-failed', message: 'ffmpeg was killed with signal SIGKILL.' }],
  ['finds no space', 'echo "No space left on device" >&2; exit 1', { code: 'output-failed' }],
])('a conversion of a file by an ffmpeg that %s reports it', async (_case, script, error) => {
  await using folder = await testFolder();
  const { path } = await locateFfmpeg();
  // fluent-ffmpeg asks what the program can do.
  const ffmpeg = await fakeFfmpeg(folder.path, `case "$1" in -formats|-encoders) exec ${path} "$@";; esac; ${script}`);
  const { signal } = new AbortController();
  const conversion = { inputs: ['/etc/passwd'] as const, outputOptions: [], output: join(folder.path, 'out') };
  await expect(convertFile({ ...conversion, ffmpeg, signal })).rejects.toMatchObject(error);
});

test.each([0, 200])('a conversion of a file that is aborted after %i ms is killed and waited for', async (delayMs) => {
  await using folder = await testFolder();
  const { path } = await locateFfmpeg();
  const pidFile = join(folder.path, 'pid');
  const script = `case "$1" in -formats|-encoders) exec ${path} "$@";; esac; echo $$ > "${pidFile}"; exec sleep 600`;
  const ffmpeg = await fakeFfmpeg(folder.path, script);
  const controller = new AbortController();
  const conversion = { inputs: ['/etc/passwd'] as const, outputOptions: [], output: join(folder.path, 'out') };
  const converting = convertFile({ ...conversion, ffmpeg, signal: controller.signal });
  setTimeout(() => controller.abort(), delayMs);
  await expect(converting).rejects.toMatchObject({ code: 'canceled' });
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '99999999'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
