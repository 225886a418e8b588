import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The last chapter has no title anywhere. */
const untitled = {
  path: 'four.xhtml',
  body: '<p>A door shut somewhere below, and a dog that had slept all day barked twice at whoever it was.</p>',
};

async function convert(options: readonly string[]) {
  const folder = await temporaryFolder();
  await writeBook(folder, { ...smallBook, documents: [...(smallBook.documents ?? []), untitled] });
  await using server = await startKokoroServer();
  const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  const args = [
    'convert',
    'small.epub',
    '-o',
    'out.mp3',
    '--subtitles',
    'srt',
    '--json',
    '--concurrency',
    '1',
    '--split-by',
    'documents',
  ];
  const result = await inProcessCli([...args, ...options], { folder, environment });
  expect(result).toMatchObject({ code: 0 });
  return {
    report: JSON.parse(result.stdout) as ConversionReport,
    subtitles: await readFile(path.join(folder, 'out.srt'), 'utf8'),
    sent: server.requests.map(({ input }) => String(input)),
  };
}

describe('--announce-chapters, --intro and --outro', () => {
  it('are spoken, but are not words of the book', async () => {
    const plain = await convert([]);
    const { report, subtitles, sent } = await convert([
      '--announce-chapters',
      '--intro',
      '{title}, by {author}.',
      '--outro',
      'This was {title}.',
      '--meta',
      'title=A Renamed Book',
    ]);
    const added = ['A Renamed Book, by Ada Example.', 'Chapter 4', 'This was A Renamed Book.'];
    // A title that the text says already is not said twice.
    expect(sent.toSorted()).toEqual([...plain.sent, ...added].toSorted());
    expect(report).toMatchObject({ complete: true, words: plain.report.words, gaps: [] });
    expect(report.chapters.map(({ words }) => words)).toEqual(plain.report.chapters.map(({ words }) => words));
    expect(subtitles).not.toMatch(/Renamed|Chapter 4/u);

    // The marks begin with what is announced, and the subtitles wait for the text.
    const starts = report.chapters.map(({ startMs }) => startMs);
    const before = plain.report.chapters.map(({ startMs }) => startMs);
    const intro = (starts[1] ?? 0) - (before[1] ?? 0);
    expect(starts[0]).toBe(0);
    expect(intro).toBeGreaterThan(1500);
    expect((starts[3] ?? 0) - (before[3] ?? 0)).toBeCloseTo(intro, -1);
    expect(firstTime(subtitles) - firstTime(plain.subtitles)).toBeCloseTo(intro / 1000, 1);
    expect((report.chapters[3]?.seconds ?? 0) - (plain.report.chapters[3]?.seconds ?? 0)).toBeGreaterThan(2);
  });

  it('have the title and the authors of the tags, however their names are written', async () => {
    const { sent } = await convert([
      '--intro',
      '{title}, by {author}.',
      '--meta',
      'Title=The Quay',
      'authors=Ann; Bea',
    ]);
    expect(sent).toContain('The Quay, by Ann, Bea.');
  });

  it.each(['By {autor}', 'This was {title', 'This was title}', 'Of {series-position}', 'By { author }'])(
    'refuses %s: what is in braces cannot be spoken',
    async (text) => {
      const folder = await temporaryFolder();
      const result = await inProcessCli(['convert', 'small.epub', '--intro', text], { folder });
      expect(result).toMatchObject({ code: 2 });
      expect(result.stderr).toContain(`Invalid announcement '${text}'. Expected a text of at most 1000 characters`);
    },
  );
});

/** Returns the second at which the first subtitle is shown. */
function firstTime(subtitles: string): number {
  const [, minutes, seconds] = /^00:(\d\d):(\d\d,\d{3}) -->/mu.exec(subtitles) ?? [];
  return Number(minutes) * 60 + Number(seconds?.replace(',', '.'));
}
