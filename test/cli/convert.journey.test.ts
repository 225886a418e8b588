import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { ebur128 } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { buildPdf, column } from '../helpers/pdf-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { cliProgram, runCli, startCli } from '../helpers/run-cli.ts';
import type { CliProcess } from '../helpers/run-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

const noFfprobe = isProgramMissing('ffprobe');

/** Four chapters of different sentences: some seconds of work, so that it can be stopped in the middle. */
const longerBook = {
  ...smallBook,
  title: 'The Longer Book',
  documents: Array.from({ length: 4 }, (_, chapter) => ({
    path: `chapter-${chapter}.xhtml`,
    title: `Chapter ${chapter + 1}`,
    body: `<h1>Chapter ${chapter + 1}</h1>${Array.from(
      { length: 2 },
      (_paragraph, index) =>
        `<p>This is paragraph ${index + 1} of chapter ${chapter + 1}, and it says that ${chapter * 6 + index} boats came home. The harbour was full before tide ${chapter * 6 + index} had turned.</p>`,
    ).join('')}`,
  })),
};

async function report(folder: string, name: string): Promise<ConversionReport> {
  return JSON.parse(await readFile(path.join(folder, `${name}.report.json`), 'utf8')) as ConversionReport;
}

function probe(file: string): {
  format: { duration: string; tags: Record<string, string> };
  chapters: { start_time: string; tags: { title: string } }[];
} {
  const args = ['-v', 'error', '-show_format', '-show_chapters', '-of', 'json', file];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
}

/** Waits until a line of stderr matches. */
async function said(cli: CliProcess, pattern: RegExp): Promise<void> {
  let text = '';
  while (!pattern.test(text)) {
    const [chunk] = (await once(cli.stderr, 'data')) as [string];
    text += chunk;
  }
}

async function storedSegments(folder: string): Promise<number> {
  const names = await readdir(path.join(folder, 'cache'), { recursive: true });
  return names.filter((name) => name.endsWith('.flac')).length;
}

describe('audiobook convert', () => {
  it.skipIf(noFfprobe)('makes an MP3 and a report with the embedded voice when nothing is configured', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const result = await runCli(['convert', 'small.epub'], { folder });
    expect(result).toMatchObject({ code: 0, stdout: `${path.join(folder, 'small.mp3')}\n` });
    expect(result.stderr).toContain('Speech provider: embedded (default)\n');
    expect(result.stderr).toContain('3. Night (3/3)');
    const found = await report(folder, 'small.mp3');
    expect(found).toMatchObject({ complete: true, provider: 'embedded', voice: 'flite:slt', gaps: [], warnings: [] });
    expect(found.chapters.map(({ title }) => title)).toEqual(['Morning', 'Noon', 'Night']);
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    // Tags, true duration and chapter marks are where the report says.
    const { format, chapters } = probe(path.join(folder, 'small.mp3'));
    expect(format.tags).toMatchObject({ title: 'The Small Book', artist: 'Ada Example', genre: 'Audiobook' });
    expect(Math.abs(Number(format.duration) - found.seconds)).toBeLessThan(0.06);
    expect(chapters.map(({ start_time, tags }) => [Math.round(Number(start_time) * 1000), tags.title])).toEqual(
      found.chapters.map(({ startMs, title }) => [startMs, title]),
    );
  });

  it('names a chapter by its number in the book and its track in the output', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { stdout, stderr } = await inProcessCli(['convert', 'small.epub', '--chapters', '3', '--json'], { folder });
    const found = JSON.parse(stdout) as ConversionReport;
    expect(found.chapters).toMatchObject([{ number: 3, track: 1, title: 'Night' }]);
    expect(stderr).toContain('3. Night (1/1)\n');
  });

  it('keeps the audio as WAV and converts at most the given number of chapters', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const flags = ['--also', 'wav', '--max-chapters', '1', '--json', '--quiet'];
    const { code, stdout } = await inProcessCli(['convert', 'small.epub', ...flags], { folder });
    const found = JSON.parse(stdout) as ConversionReport;
    expect([code, found.chapters.length]).toEqual([0, 1]);
    const { size } = await stat(path.join(folder, 'small.wav'));
    expect(Math.abs((size - 44) / 2 / 16_000 - found.seconds)).toBeLessThan(0.01);
  });

  it('brings the book to -18 LUFS and reports what it was and what was done', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { stdout } = await inProcessCli(['convert', 'small.epub', '--format', 'wav', '--json', '--quiet'], {
      folder,
    });
    const { loudness } = JSON.parse(stdout) as ConversionReport;
    const { lufs } = await ebur128(path.join(folder, 'small.wav'));
    expect(Math.abs(lufs + 18)).toBeLessThan(0.5);
    expect(Math.abs(lufs - (loudness?.lufs ?? 0))).toBeLessThan(0.2);
    expect(Math.abs(lufs - (loudness?.spokenLufs ?? 0) - (loudness?.gainDb ?? 0))).toBeLessThan(0.2);
    expect(loudness?.truePeakDb).toBeLessThanOrEqual(-1.5);
    const plain = await inProcessCli(['convert', 'small.epub', '--loudness', 'off', '--json', '--quiet'], { folder });
    expect(JSON.parse(plain.stdout)).not.toHaveProperty('loudness');
  });

  it('writes subtitles and a read-along of a PDF beside the audio, and names them', async () => {
    const folder = await temporaryFolder();
    const texts = column(72, 100, ['The kettle sang before the birds did.', 'No one else was awake to hear it.']);
    await writeFile(path.join(folder, 'small.pdf'), buildPdf({ pages: [{ texts }] }));
    const flags = ['-o', 'out.m4b', '--subtitles', 'vtt,srt', '--read-along'];
    const { code, stdout } = await inProcessCli(['convert', 'small.pdf', ...flags], { folder });
    const names = ['out.m4b', 'out.vtt', 'out.srt', 'out.read-along.epub'];
    expect([code, stdout]).toEqual([0, names.map((name) => `${path.join(folder, name)}\n`).join('')]);
    const { files, seconds } = await report(folder, 'out.m4b');
    expect(files.map((file) => [path.basename(file.path), file.kind])).toEqual([
      ['out.m4b', 'audio'],
      ['out.vtt', 'subtitles'],
      ['out.srt', 'subtitles'],
      ['out.read-along.epub', 'read-along'],
    ]);
    for (const file of files) {
      expect(file.bytes).toBe((await stat(file.path)).size);
      expect(Math.abs(file.seconds - seconds)).toBeLessThan(0.002);
    }
    expect(await readFile(path.join(folder, 'out.srt'), 'utf8')).toContain('The kettle sang before the birds did.');
  });

  it('killed in the middle and run again, speaks nothing twice and makes the same bytes', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, longerBook, 'longer.epub');
    const timed = ['convert', 'longer.epub', '--read-along', '--subtitles', 'srt'];
    const killed = startCli(timed, { folder });
    await said(killed, /\(3\/4\)/u);
    killed.kill('SIGKILL');
    await killed.result;
    const kept = await storedSegments(folder);
    expect(kept).toBeGreaterThan(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('longer'))).toEqual(['longer.epub']);
    const again = await runCli([...timed, '-q'], { folder });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const { segments } = await report(folder, 'longer.mp3');
    expect(segments).toMatchObject({ stored: kept, spoken: segments.total - kept });
    const fresh = await temporaryFolder();
    await writeBook(fresh, longerBook, 'longer.epub');
    await runCli([...timed, '-q'], { folder: fresh });
    for (const name of ['longer.mp3', 'longer.srt', 'longer.read-along.epub']) {
      const [resumed, undisturbed] = await Promise.all(
        [folder, fresh].map((place) => readFile(path.join(place, name))),
      );
      expect(resumed?.equals(undisturbed ?? Buffer.alloc(0))).toBe(true);
    }
    const leftovers = (await readdir(folder)).filter((name) => name.includes('.part'));
    expect(leftovers).toEqual([]);
  });

  it('stops on the first Ctrl-C, leaves no file, keeps what was spoken and says that running again goes on', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, longerBook, 'longer.epub');
    const cli = startCli(['convert', 'longer.epub'], { folder });
    await said(cli, /\(2\/4\)/u);
    cli.kill('SIGINT');
    const { code, stdout, stderr } = await cli.result;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain('Run the same command again');
    expect((await readdir(folder)).filter((name) => name.startsWith('longer'))).toEqual(['longer.epub']);
    expect(await storedSegments(folder)).toBeGreaterThan(0);
  });

  it.skipIf(isProgramMissing('script'))('stops as cleanly on a terminal, where Ctrl-C is typed', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, longerBook, 'longer.epub');
    // `script` runs the program on a terminal of its own.
    const line = `stty cols 100 rows 30; exec "${process.execPath}" "${cliProgram}" convert longer.epub --provider embedded`;
    const terminal = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd: folder,
      env: {
        ...process.env,
        ...testEnvironment,
        HOME: folder,
        XDG_CACHE_HOME: path.join(folder, 'cache'),
        TERM: 'xterm',
      },
    });
    onTestFinished(() => void terminal.kill('SIGKILL'));
    let screen = '';
    let typed = false;
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      if (!typed && /spoken \| [1-4]\/4/u.test(screen)) typed = terminal.stdin.write('\u0003');
    });
    const [code] = (await once(terminal, 'close')) as [number];
    expect([code, screen]).toEqual([130, expect.stringContaining('Run the same command again')]);
  });
});
