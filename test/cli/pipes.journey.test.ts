import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RecognizerPool } from '../../src/listening/recognizer-pool.ts';
import { AudioHearing } from '../../src/listening/hear-audio.ts';
import { decode } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { cliProgram } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

/** Starts the program with its standard streams as pipes, without a speech server of this machine. */
function start(folder: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ...testEnvironment,
    ...environment,
  };
  const child = spawn(process.execPath, [cliProgram, ...args], { cwd: folder, env, stdio: 'pipe' });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, stderr, audio: Buffer.concat(chunks) }));
  return { child, chunks, ended };
}

const speech = ['--voice', 'flite:slt'];

describe('audiobook convert -o -', () => {
  it('hears every passage before it is written, and ends with exit code 9 where words stay away', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const recognizer = await installTinyRecognizer(path.join(folder, 'data'));
    let takes = 0;
    const said = (text: string): string => {
      if (!text.includes('awake')) return text.replace('along the quay', 'along');
      takes += 1;
      return takes === 1 ? text.replace('else was awake', 'else was') : text;
    };
    await using server = await startKokoroServer({ speak: (text, rate) => speakLetters(said(text), rate) });
    const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_DATA_DIR: path.join(folder, 'data') };
    const args = ['convert', 'small.epub', '-o', '-', '--format', 'wav', '--provider', 'kokoro', '--verify', 'listen'];
    const { code, stderr, audio } = await start(folder, args, environment).ended;
    expect(stderr).toContain('lacks "the quay"');
    expect(code).toBe(9);
    await writeFile(path.join(folder, 'heard.wav'), audio);
    await using pool = new RecognizerPool([recognizer]);
    const { signal } = new AbortController();
    const hearing = new AudioHearing(pool, 'en', signal);
    await hearing.add({ samples: await decode(path.join(folder, 'heard.wav'), 24_000), sampleRate: 24_000 });
    const words = (await hearing.end()).words.map(({ text }) => text);
    expect(words).toContain('awake');
    expect(words).not.toContain('quay');
  });

  it.each([
    ['mp3', /^(?:ID3|\xFF)/u],
    ['opus', /^OggS/u],
  ])('writes %s to standard output, and nothing else', async (format, magic) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { child, ended } = start(folder, ['convert', 'small.epub', '-o', '-', '--format', format, ...speech]);
    child.stdin.end();
    const { code, stderr, audio } = await ended;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('The Small Book') });
    expect(audio.subarray(0, 4).toString('latin1')).toMatch(magic);
    const file = path.join(folder, `piped.${format}`);
    await writeFile(file, audio);
    const seconds = (await decode(file, 16_000)).length / 16_000;
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThan(60);
    expect((await readdir(folder)).filter((name) => /mp3|report|run\.json|^-$/u.test(name))).toEqual(
      format === 'mp3' ? ['piped.mp3'] : [],
    );
  });

  it('writes audio while the service still speaks, and stops on Ctrl-C', async () => {
    const folder = await temporaryFolder();
    const paragraphs = Array.from(
      { length: 40 },
      (_, at) => `<p>Paragraph ${at} tells of a lamp that was lit at dusk.</p>`,
    );
    const documents = [{ path: 'a.xhtml', title: 'A', body: `<h1>A</h1>${paragraphs.join('')}` }];
    await writeBook(folder, { ...smallBook, documents });
    // The whole book never comes.
    let hangs = true;
    await using kokoro = await startKokoroServer({
      faults: (count) => (hangs && count >= 12 ? 'hang-before-headers' : undefined),
    });
    const environment = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const args = ['convert', 'small.epub', '-o', '-', '--provider', 'kokoro'];
    const { child, chunks, ended } = start(folder, args, environment);
    await waitUntil(async () => Buffer.concat(chunks).length > 10_000);
    child.kill('SIGINT');
    hangs = false;
    expect(await ended).toMatchObject({ code: 130 });
  });

  it('ends with code 0 and no error when nobody reads on', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, {
      ...smallBook,
      documents: Array.from({ length: 5 }, (_, at) => ({
        path: `${at}.xhtml`,
        title: `Chapter ${at}`,
        body: `<h1>Chapter ${at}</h1><p>${`Lamp ${at} was lit along the quay, and it was quiet. `.repeat(12)}</p>`,
      })),
    });
    const { child, chunks, ended } = start(folder, ['convert', 'small.epub', '-o', '-', '--format', 'wav', ...speech]);
    await waitUntil(async () => chunks.length > 0);
    child.stdout.destroy();
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/audiobook:|Stopped|EPIPE|Error/u);
  });

  it.each([
    [['--format', 'm4b'], "Invalid format 'm4b'. Expected mp3, opus, aac, wav on standard output"],
    [['--subtitles', 'srt'], 'Audio on standard output cannot have subtitles.'],
    [['--layout', 'chapters'], 'Audio on standard output cannot have one file per chapter.'],
    [['--json'], 'Leave out --json.'],
  ])('refuses %s before it speaks', async (options, message) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const result = await inProcessCli(['convert', 'small.epub', '-o', '-', ...options], { folder });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('a book on standard input', () => {
  it('needs a temporary folder, and says so where there is none', async () => {
    const folder = await temporaryFolder();
    const { child, ended } = start(folder, ['chapters', '-'], { TMPDIR: path.join(folder, 'missing') });
    child.stdin.end('A plain text.');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([7, expect.stringContaining('Set TMPDIR')]);
  });

  it('is read by what it is, and leaves nothing behind', async () => {
    const folder = await temporaryFolder();
    const book = await readFile(await writeBook(folder));
    const temporary = await temporaryFolder();
    const run = async (args: readonly string[], input: Buffer | string) => {
      const { child, ended } = start(folder, args, { TMPDIR: temporary });
      child.stdin.end(input);
      return await ended;
    };
    const listed = await run(['chapters', '-'], book);
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.audio.toString()).toContain('Morning');
    const text = await run(['text', '-'], 'A plain text.\n\nIt has two paragraphs.');
    expect(text.audio.toString()).toContain('It has two paragraphs.');
    const piped = await run(['convert', '-', '-o', '-', ...speech], book);
    expect(piped).toMatchObject({ code: 0 });
    expect(piped.audio.length).toBeGreaterThan(10_000);
    const refused = await run(
      ['convert', '-', '-o', 'x.mp3', ...speech],
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]),
    );
    expect(refused).toMatchObject({ code: 8 });
    expect((await readdir(temporary)).filter((name) => name.startsWith('audiobook'))).toEqual([]);
  });
});
