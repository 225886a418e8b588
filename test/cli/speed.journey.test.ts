import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { decode } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const rate = 16_000;

describe('--speed, with a voice of one speed', () => {
  it('stretches stored speech, keeps its pitch and the times exact', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const plain = await convert(folder, []);
    const faster = await convert(folder, ['--speed', '1.25']);
    const again = await convert(folder, ['--speed', '1.25']);
    const slower = await convert(folder, ['--speed', '0.8']);
    expect(faster.report.segments).toMatchObject({ spoken: 0, retries: 0 });
    expect(again.samples).toEqual(faster.samples);
    for (const [speed, { samples, report, lastEnd }] of [[1.25, faster] as const, [0.8, slower] as const]) {
      const factor = plain.samples.length / samples.length;
      expect(factor / speed).toBeCloseTo(1, 1.5);
      // Of sound that is played faster it would be the speed.
      expect(Math.abs(crossings(samples) / crossings(plain.samples) - 1)).toBeLessThan(0.12);
      // Counted samples: the marks, the subtitles and the file end together.
      const seconds = samples.length / rate;
      const { startMs, seconds: ofLast } = report.chapters.at(-1) ?? { startMs: 0, seconds: 0 };
      expect(startMs / 1000 + ofLast).toBeCloseTo(seconds, 2);
      expect(startMs / (plain.report.chapters.at(-1)?.startMs ?? 0)).toBeCloseTo(1 / speed, 1.5);
      expect(lastEnd).toBeLessThan(seconds);
      expect(lastEnd).toBeGreaterThan(seconds - 2.5);
      expect(report.doubtful).toEqual([]);
    }
  });
});

describe('--speed, with a service that speaks at other speeds', () => {
  it('asks the service for it, and keeps the speech of each speed', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await using server = await startKokoroServer();
    const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const speeds = async (...options: readonly string[]) => {
      const before = server.requests.length;
      const args = ['convert', 'small.epub', '--provider', 'kokoro', '-o', 'out.mp3', ...options];
      expect(await inProcessCli(args, { folder, environment })).toMatchObject({ code: 0 });
      return new Set(server.requests.slice(before).map(({ speed }) => speed));
    };
    expect(await speeds()).toEqual(new Set([undefined]));
    expect(await speeds('--speed', '1.5')).toEqual(new Set([1.5]));
    for (const options of [[], ['--speed', '1'], ['--speed', '1.5']])
      expect(await speeds(...options)).toEqual(new Set());
  });
});

it.each(['0.79', '1.51', 'fast', 'NaN'])('--speed refuses %s', async (speed) => {
  const folder = await temporaryFolder();
  const result = await inProcessCli(['convert', 'small.epub', '--speed', speed], { folder });
  expect(result).toMatchObject({ code: 2 });
  expect(result.stderr).toContain(`Invalid speed '${speed}'. Expected a number from 0.8 to 1.5.`);
});

async function convert(folder: string, options: readonly string[]) {
  const args = ['convert', 'small.epub', '-o', 'out.wav', '--loudness', 'off', '--subtitles', 'srt', '--json'];
  const result = await inProcessCli([...args, '--voice', 'flite:slt', ...options], { folder });
  expect(result).toMatchObject({ code: 0 });
  const subtitles = await readFile(path.join(folder, 'out.srt'), 'utf8');
  const [hours = 0, minutes = 0, seconds = 0] =
    [...subtitles.matchAll(/--> ([\d:,]+)/gu)].at(-1)?.[1]?.replace(',', '.').split(':').map(Number) ?? [];
  return {
    report: JSON.parse(result.stdout) as ConversionReport,
    samples: await decode(path.join(folder, 'out.wav'), rate),
    lastEnd: hours * 3600 + minutes * 60 + seconds,
  };
}

/** Returns how often the sound of a file changes its sign in a sample: with the pitch, it would change. */
function crossings(samples: Int16Array): number {
  let count = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if (Math.sign(samples[at] ?? 0) * Math.sign(samples[at - 1] ?? 0) < 0) count += 1;
  }
  return count / samples.length;
}
