import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { systemFfmpeg } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Returns clicks as long as the samples, with no zeros between them. No gain brings their RMS near that of speech. */
function clicks(samples: Int16Array): Int16Array {
  return samples.map((_, at) => (at % 240 === 0 ? 30_000 : (at % 2) * 2 - 1));
}

describe('an M4B', () => {
  it('of an 8 kHz voice needs no bitrate', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const flags = ['--provider', 'embedded', '--voice', 'flite:kal', '--max-chapters', '1', '-q', '-o', 'x.m4b'];
    expect(await inProcessCli(['convert', 'small.epub', ...flags], { folder })).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns of a chapter that is longer than a part', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const result = await inProcessCli(['convert', 'small.epub', '-o', 'x.m4b', '--max-part', '3s'], { folder });
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/The chapter 'Morning' takes \d+ s and is longer than a part \(3 s\)\./u);
    expect((await readdir(folder)).filter((name) => name.endsWith('.m4b'))).toHaveLength(3);
  });
});

describe('--acx', () => {
  it('writes files that pass the check, short chapters included, with subtitles that fit', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const flags = ['--acx', '-o', 'acx', '--subtitles', 'srt'];
    const made = await inProcessCli(['convert', 'small.epub', ...flags], { folder });
    expect(made.code).toBe(0);
    expect(made.stderr).not.toContain('ACX');
    const files = made.stdout.split('\n').filter((file) => file.endsWith('.mp3'));
    expect(files).toHaveLength(3);
    const checked = await inProcessCli(['check', ...files], { folder });
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:.*: mono, .*: passes\n){3}$/u) });
    expect(await readFile(path.join(folder, 'acx', '002 - Noon.srt'), 'utf8')).toMatch(/^1\r\n00:00:00,5\d\d --> /u);
  });

  it('lists the files that ACX would refuse, warns of them and ends with 9', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await using kokoro = await startKokoroServer({ changeSound: clicks });
    const environment = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const flags = ['--provider', 'kokoro', '--acx', '-o', 'acx', '--max-chapters', '1', '--json'];
    const { code, stdout, stderr } = await inProcessCli(['convert', 'small.epub', ...flags], { folder, environment });
    expect(code).toBe(9);
    const report = JSON.parse(stdout) as ConversionReport;
    expect(report).toMatchObject({
      complete: true,
      acx: [
        { file: path.join(folder, 'acx', '001 - Morning.mp3'), problems: [expect.stringMatching(/^its RMS is -/u)] },
      ],
    });
    expect(stderr).toContain("ACX would refuse '001 - Morning.mp3': its RMS is");
    expect(report.warnings.join()).toContain('ACX would refuse');
  });
});

describe('audiobook check', () => {
  it('names stereo, and files that differ from the first', async () => {
    const folder = await temporaryFolder();
    const tone = async (name: string, source: string): Promise<unknown> =>
      await promisify(execFile)((await systemFfmpeg).path, [
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        source,
        path.join(folder, name),
      ]);
    await tone('mono.mp3', 'sine=frequency=440:sample_rate=44100:duration=2');
    await tone('stereo.mp3', 'aevalsrc=0.5*sin(2*PI*440*t)|0:s=48000:d=2');
    const { code, stdout } = await inProcessCli(['check', 'mono.mp3', 'stereo.mp3'], { folder });
    const [mono, stereo] = stdout.split('\n');
    expect([code, mono]).toEqual([9, expect.stringMatching(/mono\.mp3: mono, RMS/u)]);
    expect(mono).not.toContain('first file');
    expect(stereo).toMatch(/stereo\.mp3: stereo, RMS -9\.\d dB, peak -6\.\d dB/u);
    expect(stereo).toContain('it is stereo, but the first file is mono');
    expect(stereo).toContain('its sample rate is 48000 Hz, but that of the first file is 44100 Hz');
  });
});
