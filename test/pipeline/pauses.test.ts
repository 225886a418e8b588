import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePauses } from '../../src/pipeline/options/parse-pauses.ts';
import { pausesAtSpeed, pausesMs } from '../../src/text/pause-after-ms.ts';
import { decode } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const evening = {
  path: 'four.xhtml',
  title: 'Evening',
  body: '<h1>Evening</h1><p>A door shut. A dog barked twice.</p>',
};

/** Converts a book of four chapters and returns its length in seconds and the texts of the requests, sorted: several are sent at once. */
async function convert(options: readonly string[]) {
  const folder = await temporaryFolder();
  await writeBook(folder, { ...smallBook, documents: [...(smallBook.documents ?? []), evening] });
  await using server = await startKokoroServer();
  const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  const args = ['convert', 'small.epub', '-o', 'out.wav', '--loudness', 'off', ...options];
  const result = await inProcessCli(args, { folder, environment });
  expect(result).toMatchObject({ code: 0 });
  const rate = 24_000;
  const samples = await decode(path.join(folder, 'out.wav'), rate);
  return { seconds: samples.length / rate, sent: server.requests.map(({ input }) => String(input)).toSorted() };
}

let converted: ReturnType<typeof convert> | undefined;

/** With the usual pauses, converted once, in the first test that asks for it. */
async function convertUsually() {
  converted ??= convert([]);
  return await converted;
}

describe('--pauses', () => {
  it('changes the silence and nothing else', async () => {
    const usual = await convertUsually();
    const longer = await convert(['--pauses', 'chapter=3.5s']);
    const shorter = await convert(['--pauses', 'chapter=3.5s,paragraph=0ms,heading=0ms']);
    expect(longer.sent).toEqual(usual.sent);
    const chapters = Math.round((longer.seconds - usual.seconds) / 2);
    expect(chapters).toBeGreaterThan(1);
    expect(longer.seconds - usual.seconds).toBeCloseTo(2 * chapters, 3);
    expect(shorter.seconds).toBeLessThan(longer.seconds - 1);
  });

  it('between sentences makes each one a request', async () => {
    const { sent } = await convert(['--pauses', 'sentence=400ms']);
    expect(sent.length).toBeGreaterThan((await convertUsually()).sent.length);
    expect(sent.filter((text) => /[.!?]["”’]? \p{Lu}/u.test(text))).toEqual([]);
  });

  it('takes presets, with single pauses that differ, and no more requests', async () => {
    expect(parsePauses('tight')).toEqual({ preset: 'tight' });
    expect(parsePauses(' wide , chapter=3s')).toEqual({ preset: 'wide', chapterEnd: 3000 });
    expect(pausesAtSpeed(1, 'normal')).toEqual(pausesMs);
    const [usual, tight, wide] = [
      await convertUsually(),
      await convert(['--pauses', 'tight']),
      await convert(['--pauses', 'wide']),
    ];
    expect(tight.sent).toEqual(usual.sent);
    expect(tight.seconds).toBeLessThan(usual.seconds - 1);
    expect(wide.seconds).toBeGreaterThan(usual.seconds + 1);
  });

  it('of a preset are shorter the faster the speech is', () => {
    expect(pausesAtSpeed(2, 'wide')).toMatchObject({ paragraph: 450, chapterEnd: 1250 });
    expect(pausesAtSpeed(1)).toEqual(pausesMs);
  });

  it.each([
    '',
    'tight,wide',
    'narrow',
    'sentence',
    'sentence=1',
    'word=2s',
    'constructor=1s',
    'paragraph=11s',
    'paragraph=-1s',
    'line=1s,,item=1s',
  ])('refuses %j', (text) => {
    expect(() => parsePauses(text)).toThrow(
      /^Invalid pauses '.*'\. Expected tight, normal, wide, or sentence, clause, .* for example /u,
    );
  });
});
