import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let kokoro: KokoroServer;

beforeAll(async () => {
  kokoro = await startKokoroServer();
});

afterAll(async () => {
  await kokoro[Symbol.asyncDispose]();
});

interface Case {
  readonly flags: readonly string[];
  readonly code: number;
  readonly error: string;
  readonly prepare?: (folder: string) => Promise<void>;
}

const makeFolder =
  (name: string) =>
  async (folder: string): Promise<void> =>
    await mkdir(path.join(folder, name));

const cases: readonly Case[] = [
  { flags: ['--bitrate', '5q'], code: 2, error: "Invalid bitrate '5q'. Expected 8k to 512k, for example 192k." },
  { flags: ['--bitrate', '511k'], code: 2, error: '511k' },
  { flags: ['-o', 'book.m4b', '--bitrate', '400k'], code: 2, error: '400k' },
  {
    flags: ['-o', 'x.opus', '--bitrate', '512k'],
    code: 2,
    error: "Invalid bitrate '512k'. Expected at most 256k for Opus.",
  },
  { flags: ['-o', 'x.wav', '--bitrate', '96k'], code: 2, error: 'Expected none for WAV, which is lossless.' },
  { flags: ['-o', 'x.flac', '--bitrate', '96k'], code: 2, error: 'Expected none for FLAC, which is lossless.' },
  { flags: ['-o', 'x.mp3', '--max-part', '1h'], code: 2, error: 'Only M4B is split into parts.' },
  {
    flags: ['--read-along-audio', 'mp3'],
    code: 2,
    error: 'There is no read-along that could have its audio as MP3.',
  },
  { flags: ['--acx', '--bitrate', '64k'], code: 2, error: "Invalid bitrate '64k'. Expected 192k or more" },
  { flags: ['--acx', '--format', 'm4b'], code: 2, error: "Invalid format 'm4b'. Expected mp3" },
  { flags: ['--acx', '--loudness', 'off'], code: 2, error: "Invalid loudness 'off'." },
  { flags: ['--acx', '--layout', 'one-file'], code: 2, error: "Invalid layout 'one-file'. Expected chapters" },
  { flags: ['-o', '/nonexistent/deep/x.mp3'], code: 3, error: '/nonexistent' },
  { flags: ['-o', '/nonexistent/deep/x', '--layout', 'chapters'], code: 3, error: '/nonexistent' },
  { flags: ['-o', 'small.epub', '--layout', 'chapters'], code: 2, error: 'small.epub' },
  { flags: ['-o', 'small.epub/x.mp3'], code: 2, error: 'small.epub' },
  { flags: ['-o', 'x.txt'], code: 2, error: "Invalid output 'x.txt'. Expected a file name that ends in .mp3" },
  { flags: ['-o', 'x.m4b', '--format', 'mp3'], code: 2, error: "Invalid output 'x.m4b'." },
  { flags: ['-o', 'x.mp3'], code: 2, error: 'x.mp3', prepare: makeFolder('x.mp3') },
  { flags: ['-o', 'x.mp3', '--keep-wav'], code: 2, error: 'x.wav', prepare: makeFolder('x.wav') },
  { flags: ['-o', 'x.mp3', '--subtitles', 'vtt'], code: 2, error: 'x.vtt', prepare: makeFolder('x.vtt') },
  { flags: ['-o', 'x.mp3', '--read-along'], code: 2, error: 'x.read', prepare: makeFolder('x.read-along.epub') },
  { flags: ['-o', 'x.mp3'], code: 2, error: 'x.mp3.report.json', prepare: makeFolder('x.mp3.report.json') },
  { flags: ['-o', `${'x'.repeat(245)}.mp3`], code: 2, error: 'its name is longer than the file system allows.' },
  { flags: ['--cover', 'none.jpg'], code: 3, error: 'none.jpg' },
  { flags: ['--chapters', '9'], code: 2, error: "Invalid chapter '9'. Expected a number from 1 to 3." },
  { flags: ['--max-chapters', '0'], code: 2, error: "Invalid number of chapters '0'." },
  { flags: ['--language', 'not a language'], code: 2, error: "Invalid language 'not a language'." },
  { flags: ['--ocr-language', 'klingon'], code: 2, error: 'klingon' },
  { flags: ['--translate', 'Klingonese'], code: 2, error: 'Klingonese' },
  { flags: ['--notes', 'maybe'], code: 2, error: "Invalid notes 'maybe'. Expected skip, inline, or end." },
  { flags: ['--voice', ''], code: 2, error: "Invalid voice ''." },
];

describe('a conversion that cannot succeed', () => {
  it.each(cases)('ends before the first request to the provider: $flags', async ({ flags, code, error, prepare }) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await prepare?.(folder);
    const before = (await readdir(folder)).toSorted();
    const environment = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const result = await inProcessCli(['convert', 'small.epub', '--provider', 'kokoro', ...flags], {
      folder,
      environment,
    });
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(error);
    expect(kokoro.requests).toHaveLength(0);
    expect((await readdir(folder)).filter((name) => name !== 'cache').toSorted()).toEqual(before);
  });

  it('ends before the first request when the bitrate does not fit the sample rate of the provider', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const result = await inProcessCli(
      ['convert', 'small.epub', '--provider', 'polly', '--voice', 'Joanna', '-o', 'x.m4b', '--bitrate', '256k'],
      { folder, environment: { AUDIOBOOK_PREFLIGHT: 'off' } },
    );
    expect([result.code, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain("Invalid bitrate '256k'. Expected at most 144k for AAC at 24000 Hz.");
  });

  it.each(['strict', 'off'])('ends after one word when the sample rate is not known before (%s)', async (mode) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await using server = await startOpenaiServer();
    const environment = {
      OPENAI_API_KEY: 'sk-test-0123456789',
      OPENAI_BASE_URL: `${server.url}/v1`,
      AUDIOBOOK_PREFLIGHT: mode,
    };
    const args = ['convert', 'small.epub', '--provider', 'openai', '-o', 'x.m4b', '--bitrate', '256k'];
    const result = await inProcessCli(args, { folder, environment });
    expect([result.code, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain("Invalid bitrate '256k'. Expected at most 144k for AAC at 24000 Hz.");
    expect(server.spoken).toEqual(['Radio.']);
    expect(server.requests).toHaveLength(1);
  });

  it('ends before the language model is asked when the prompt file or a parameter is bad', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await writeFile(path.join(folder, 'empty.md'), '');
    const missing = await inProcessCli(['audiobook', 'small.epub', '--prompt-file', 'none.md'], { folder });
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('none.md')]);
    const empty = await inProcessCli(['audiobook', 'small.epub', '--prompt-file', 'empty.md'], { folder });
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('empty.md')]);
    const hot = await inProcessCli(['audiobook', 'small.epub', '--temperature', '3'], { folder });
    expect([hot.code, hot.stderr]).toEqual([2, expect.stringContaining('from 0 to 2')]);
  });
});
