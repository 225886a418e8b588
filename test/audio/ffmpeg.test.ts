import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { AudioWriter } from '../../src/audio/audio-writer.ts';
import { AacFrameFile } from '../../src/audio/mp4/aac-frame-file.ts';
import { Mp3FrameFile } from '../../src/audio/mp3/mp3-frame-file.ts';
import { convertFile } from '../../src/audio/ffmpeg/convert-file.ts';
import { MpegSplitter } from '../../src/audio/encoding/parts/frame-splitter.ts';
import { appendTo } from '../../src/audio/encoding/parts/parted-encoding.ts';
import { startFfmpeg } from '../../src/audio/ffmpeg/start-ffmpeg.ts';
import type { Ffmpeg } from '../../src/audio/ffmpeg/ffmpeg.ts';
import { encodeWav } from '../../src/core/wav.ts';
import { locateFfmpeg, probeSystemFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { chapterSound, openWriter, testRate, systemFfmpeg, testFolder, writeBook } from './sound.ts';
import type { TestFolder } from './sound.ts';

describe('ffmpeg', () => {
  it.each([
    ['fails at once', 'echo "no such codec" >&2; exit 1', /exited with code 1: no such codec/u],
    ['fails in the middle', 'head -c 300000 >/dev/null; echo "it broke" >&2; exit 3', /exited with code 3: it broke/u],
    ['is killed', 'head -c 300000 >/dev/null; kill -9 $$', /killed with signal SIGKILL/u],
    ['exits too early', 'head -c 300000 >/dev/null; exit 0', /before it was given all the audio/u],
  ])('fails with the last messages and leaves nothing when ffmpeg %s', async (_case, script, message) => {
    const folder = await testFolder();
    const ffmpeg = await fakeFfmpeg(folder, script);
    const out = await outputFolder(folder);
    {
      await using writer = await openWriter({ path: folder.file('out', 'book.mp3'), ffmpeg });
      await expect(writeForever(writer)).rejects.toMatchObject({
        code: 'media-failed',
        message: expect.stringMatching(message),
      });
      await expect(writer.finish()).rejects.toMatchObject({ code: 'media-failed' });
    }
    expect(await folder.list()).toEqual(['fake-ffmpeg', 'out']);
    expect(execFileSync('ls', ['-A', out], { encoding: 'utf8' })).toBe('');
  });

  it('fails in finish when ffmpeg fails at the end', async () => {
    const folder = await testFolder();
    const ffmpeg = await fakeFfmpeg(folder, 'cat >/dev/null; echo "could not write trailer" >&2; exit 1');
    await using writer = await openWriter({ path: folder.file('book.mp3'), ffmpeg });
    await writer.write(chapterSound(1));
    await expect(writer.finish()).rejects.toMatchObject({
      code: 'media-failed',
      message: expect.stringContaining('could not write trailer'),
    });
  });

  it('fails in finish when ffmpeg wrote too little', async () => {
    const folder = await testFolder();
    const ffmpeg = await fakeFfmpeg(folder, 'cat >/dev/null');
    await using writer = await openWriter({ path: folder.file('book.mp3'), ffmpeg });
    await writer.write(chapterSound(1));
    await expect(writer.finish()).rejects.toMatchObject({ code: 'media-failed' });
    expect(await folder.list()).not.toContain('book.mp3');
  });

  it('throws tool-missing for a missing program', async () => {
    const folder = await testFolder();
    const ffmpeg: Ffmpeg = { path: folder.file('nothing'), version: '0', source: 'setting' };
    await using writer = await openWriter({ path: folder.file('book.mp3'), ffmpeg });
    await expect(writeForever(writer)).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('runs two different programs at the same time', async () => {
    const folder = await testFolder();
    const broken = await fakeFfmpeg(folder, 'exit 9');
    await using bad = await openWriter({ path: folder.file('bad.mp3'), ffmpeg: broken });
    const [failed, good] = await Promise.allSettled([
      writeForever(bad),
      writeBook({ path: folder.file('good.mp3') }, [{ title: 'One', samples: chapterSound(1) }]),
    ]);
    expect(failed.status).toBe('rejected');
    expect(good.status).toBe('fulfilled');
  });

  it('ends a waiting write after an abort and kills an ffmpeg that never reads', async () => {
    const folder = await testFolder();
    const ffmpeg = await fakeFfmpeg(folder, `echo $$ > "${folder.file('pid')}"; exec sleep 600`);
    const controller = new AbortController();
    const writer = await openWriter({ path: folder.file('book.mp3'), ffmpeg, signal: controller.signal });
    const writing = writeForever(writer);
    const pid = await eventually(async () => Number(await readFile(folder.file('pid'), 'utf8')));
    controller.abort();
    await expect(writing).rejects.toMatchObject({ code: 'canceled' });
    await writer[Symbol.asyncDispose]();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await folder.list()).toEqual(['fake-ffmpeg', 'pid']);
  });

  it('leaves nothing when a writer is disposed of before ffmpeg has started', async () => {
    const folder = await testFolder();
    const writer = await openWriter({ path: folder.file('book.mp3') });
    await writer[Symbol.asyncDispose]();
    await writer[Symbol.asyncDispose]();
    expect(await folder.list()).toEqual([]);
  });

  it('opens nothing when the signal is already aborted', async () => {
    const folder = await testFolder();
    const opening = openWriter({ path: folder.file('book.mp3'), signal: AbortSignal.abort() });
    await expect(opening).rejects.toMatchObject({ code: 'canceled' });
    expect(await folder.list()).toEqual([]);
  });

  it('keeps an existing file after an abort in the middle of an encode', async () => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
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

  it('locates ffmpeg on the system or in a package, and reports a wrong FFMPEG_PATH', async () => {
    const folder = await testFolder();
    expect((await locateFfmpeg()).version).not.toBe('');
    const path = folder.file('none');
    await expect(locateFfmpeg({ ffmpegPath: path })).rejects.toMatchObject({
      code: 'tool-missing',
      message: expect.stringContaining(path),
    });
    await expect(locateFfmpeg({ ffmpegPath: '/bin/true' })).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('asks again when the run that asked early was canceled', async () => {
    const asked = await locateFfmpeg();
    probeSystemFfmpeg(AbortSignal.abort());
    expect(await locateFfmpeg()).toEqual(asked);
  });

  it('uses the package on a machine without ffmpeg', async () => {
    const folder = await testFolder();
    await symlink(process.execPath, folder.file('node'));
    const module = new URL('../../build/audio/ffmpeg/locate-ffmpeg.js', import.meta.url).href;
    const script = `import { locateFfmpeg } from ${JSON.stringify(module)}; console.log((await locateFfmpeg()).source)`;
    const args = ['--input-type=module', '-e', script];
    const found = execFileSync(folder.file('node'), args, { env: { PATH: folder.path }, encoding: 'utf8' });
    expect(found.trim()).toBe('package');
  });

  it.each([
    { name: 'book.m4b', codec: ['-c:a', 'aac', '-f', 'adts'], FrameFile: AacFrameFile, format: 'AAC' as const },
    { name: 'book.mp3', codec: ['-c:a', 'libmp3lame', '-f', 'mp3'], FrameFile: Mp3FrameFile, format: 'MP3' as const },
  ])('throws output-failed on a full disk under the frames of $name', async ({ name, codec, FrameFile, format }) => {
    const file = await open('/dev/full', 'r+');
    const frames = new FrameFile(appendTo(file, name));
    const splitter = new MpegSplitter(format);
    const encoder = startFfmpeg({
      ffmpeg: await systemFfmpeg,
      signal: new AbortController().signal,
      inputOptions: ['-f', 's16le', '-ar', String(testRate), '-ac', '1'],
      outputOptions: ['-id3v2_version', '0', '-write_xing', '0', ...codec],
      output: async (chunk) => void (await frames.add(splitter.add(chunk))),
    });
    const working = (async () => {
      for (let second = 0; second < 30; second += 1) await encoder.write(new Uint8Array(testRate * 2));
      await encoder.end();
    })();
    await expect(working).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringContaining(name),
    });
    await encoder[Symbol.asyncDispose]();
    await file.close();
  });

  it('throws tool-missing when the program for a file conversion has disappeared', async () => {
    const folder = await testFolder();
    const { path } = await locateFfmpeg();
    const ffmpeg = await fakeFfmpeg(folder, `exec ${path} "$@"`);
    const { signal } = new AbortController();
    const input = folder.file('tone.wav');
    await writeFile(input, encodeWav({ samples: chapterSound(1), sampleRate: testRate }));
    const conversion = {
      ffmpeg,
      inputs: [input] as const,
      outputOptions: ['-f', 'wav'],
      output: folder.file('out'),
      signal,
    };
    await convertFile(conversion);
    await rm(ffmpeg.path);
    await expect(convertFile(conversion)).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('does not call ffmpeg missing when a file conversion finds no free file handle', async () => {
    const folder = await testFolder();
    await writeFile(folder.file('tone.wav'), encodeWav({ samples: chapterSound(1), sampleRate: testRate }));
    const module = new URL('../../build/audio/ffmpeg/convert-file.js', import.meta.url).href;
    const script = `
      import { closeSync, openSync } from 'node:fs';
      import { convertFile } from ${JSON.stringify(module)};
      const ffmpeg = { path: ${JSON.stringify((await systemFfmpeg).path)} };
      const { signal } = new AbortController();
      const job = { ffmpeg, inputs: ['tone.wav'], outputOptions: ['-f', 'wav'], output: 'out.wav', signal };
      await convertFile(job);
      const handles = [];
      try { for (;;) handles.push(openSync('/dev/null')); } catch {}
      for (const handle of handles.splice(-3)) closeSync(handle);
      const code = await convertFile(job).then(() => 'none', (error) => error.code);
      handles.forEach(closeSync);
      console.log(code);`;
    const args = ['-c', 'ulimit -n 200; exec "$0" --input-type=module -e "$1"', process.execPath, script];
    expect(execFileSync('sh', args, { cwd: folder.path, encoding: 'utf8' }).trim()).toBe('output-failed');
  });

  it.each([
    ['fails', 'echo "it broke" >&2; exit 3', { code: 'media-failed', message: 'ffmpeg exited with code 3: it broke' }],
    ['is killed', 'kill -9 $$', { code: 'media-failed', message: 'ffmpeg was killed with signal SIGKILL.' }],
    ['finds no space', 'echo "No space left on device" >&2; exit 1', { code: 'output-failed' }],
  ])('reports a file conversion whose ffmpeg %s', async (_case, script, error) => {
    const folder = await testFolder();
    const { path } = await locateFfmpeg();
    // fluent-ffmpeg asks what the program can do.
    const ffmpeg = await fakeFfmpeg(
      folder,
      `case "$1" in -version|-formats|-encoders) exec ${path} "$@";; esac; ${script}`,
    );
    const { signal } = new AbortController();
    const conversion = { inputs: ['/etc/passwd'] as const, outputOptions: [], output: folder.file('out') };
    await expect(convertFile({ ...conversion, ffmpeg, signal })).rejects.toMatchObject(error);
  });

  it.each([0, 200])('kills a file conversion after %i ms and waits for its end', async (delayMs) => {
    const folder = await testFolder();
    const { path } = await locateFfmpeg();
    const pidFile = folder.file('pid');
    const script = `case "$1" in -version|-formats|-encoders) exec ${path} "$@";; esac; echo $$ > "${pidFile}"; exec sleep 600`;
    const ffmpeg = await fakeFfmpeg(folder, script);
    const controller = new AbortController();
    const conversion = { inputs: ['/etc/passwd'] as const, outputOptions: [], output: folder.file('out') };
    const converting = convertFile({ ...conversion, ffmpeg, signal: controller.signal });
    setTimeout(() => controller.abort(), delayMs);
    await expect(converting).rejects.toMatchObject({ code: 'canceled' });
    const pid = Number(await readFile(pidFile, 'utf8').catch(() => '99999999'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

/** Creates a program that behaves like a broken ffmpeg. */
async function fakeFfmpeg(folder: TestFolder, script: string): Promise<Ffmpeg> {
  const path = folder.file('fake-ffmpeg');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { path, version: 'fake', source: 'setting' };
}

/** Writes more than any buffer holds, until it throws. */
async function writeForever(writer: AudioWriter): Promise<never> {
  const second = chapterSound(1);
  for (;;) await writer.write(second);
}

async function outputFolder(folder: TestFolder): Promise<string> {
  const path = folder.file('out');
  await mkdir(path);
  return path;
}

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
