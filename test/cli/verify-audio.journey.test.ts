import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { systemFfmpeg } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

const run = promisify(execFile);
const { path: ffmpeg } = await systemFfmpeg;

/** Sentences that share few rows of words, in two chapters of a minute each. */
const places = 'harbor market library station garden museum bakery chapel'.split(' ');
const chapter = (name: string, offset: number): string =>
  places
    .map(
      (place, index) =>
        `<p>${name} went ${'on and '.repeat(index % 3)}down to the ${place}. There were ${index + offset} boats.</p>`,
    )
    .join('');

async function madeBook() {
  const folder = await temporaryFolder();
  await installTinyRecognizer(path.join(folder, 'data'));
  const documents = ['Anna', 'Boris'].map((name, index) => ({
    path: `${name}.xhtml`,
    title: name,
    body: `<h1>${name}</h1>${chapter(name, 10 * (index + 2))}`,
  }));
  await writeBook(folder, { title: 'Boats', language: 'en', documents });
  await using server = await startKokoroServer({ speak: speakLetters });
  const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  const args = ['convert', 'small.epub', '--provider', 'kokoro', '-o', 'book.m4b', '--verify', 'off', '-q'];
  expect(await inProcessCli(args, { folder, environment })).toMatchObject({ code: 0 });
  return folder;
}

/** Returns the middle of the first pause after a time, in seconds as ffmpeg takes them. */
async function quietMoment(file: string, after: number): Promise<string> {
  const args = ['-i', file, '-af', 'silencedetect=noise=-40dB:d=0.3', '-f', 'null', '-'];
  const { stderr } = await run(ffmpeg, args);
  const pauses = [...stderr.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/gu)];
  const middles = pauses.map(([, end, length]) => Number(end) - Number(length) / 2);
  return String(middles.find((middle) => middle > after));
}

describe('audiobook verify', () => {
  it('hears every word of a finished book, and names what was cut out of it', async () => {
    const folder = await madeBook();
    const whole = await inProcessCli(['verify', 'small.epub', 'book.m4b'], { folder });
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/heard by tiny-recognizer: every word is there\.\n$/u),
    });

    const filter = 'aselect=not(between(t\\,50\\,56)),asetpts=N/SR/TB';
    await run(ffmpeg, ['-loglevel', 'error', '-i', 'book.m4b', '-af', filter, '-vn', 'cut.mp3'], { cwd: folder });
    const cut = await inProcessCli(['verify', 'small.epub', 'cut.mp3', '--json'], { folder });
    expect(cut.code).toBe(9);
    const { complete, problems } = JSON.parse(cut.stdout);
    expect(complete).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ number: 2, title: 'Boris', verdict: 'lost' });
    expect(Math.abs(problems[0].seconds - 50)).toBeLessThan(2);
    expect(problems[0].missing.join(' ').split(' ').length).toBeGreaterThan(5);

    // The same sound as other programs would have it: stereo, other rates and formats, cut elsewhere than between chapters.
    const stereo = ['-loglevel', 'error', '-i', 'book.m4b', '-vn', '-ac', '2'];
    const at = await quietMoment(path.join(folder, 'book.m4b'), 30);
    await run(ffmpeg, [...stereo, '-t', at, '-ar', '44100', 'one.mp3'], { cwd: folder });
    await run(ffmpeg, [...stereo, '-ss', at, '-c:a', 'libopus', 'two.opus'], { cwd: folder });
    const elsewhere = await inProcessCli(['verify', 'small.epub', 'one.mp3', 'two.opus'], { folder });
    expect(elsewhere).toMatchObject({ code: 0, stdout: expect.stringContaining('every word is there') });

    const one = await inProcessCli(['verify', 'small.epub', 'book.m4b', '--chapters', '1'], { folder });
    expect(one).toMatchObject({ code: 9, stdout: expect.stringContaining('extra') });
  });

  it('says what is missing before it hears anything', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const noAudio = await inProcessCli(['verify', 'small.epub', 'book.m4b'], { folder });
    expect(noAudio).toMatchObject({ code: 3, stderr: expect.stringContaining('book.m4b') });
    const withoutRecognizer = await inProcessCli(['verify', 'small.epub', 'small.epub'], { folder });
    expect(withoutRecognizer).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('audiobook recognizers install en'),
    });
  });
});
