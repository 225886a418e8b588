import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { skipTest } from '../helpers/skip-test.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import type { AudioWriter } from '../../src/audio/audio-writer.ts';
import { openAudioWriter } from '../../src/audio/open-audio-writer.ts';
import type { AudioWriterOptions } from '../../src/audio/open-audio-writer.ts';
import type { Ffmpeg } from '../../src/audio/ffmpeg/ffmpeg.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import type { WrittenFile } from '../../src/audio/encoding/audio-encoding.ts';

export const testRate = 24_000;

/** Returns silence that begins with a loud tone, whose first sample can be found after any codec. */
export function chapterSound(seconds: number, rate = testRate, hertz = 1000): Int16Array {
  const samples = new Int16Array(Math.round(seconds * rate));
  const burst = Math.min(samples.length, Math.round(rate * 0.05));
  for (let at = 0; at < burst; at += 1) {
    samples[at] = Math.round(20_000 * Math.sin((2 * Math.PI * hertz * at) / rate + Math.PI / 2));
  }
  return samples;
}

/** Returns syllables of a gliding voice with pauses, with peaks at about `level`. */
export function voice(seconds: number, level: number, rate = testRate): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = at / rate;
    phase += (2 * Math.PI * (130 + 40 * Math.sin(time * 3))) / rate;
    const syllable = Math.max(0, Math.sin(time * 12)) * (time % 4 < 3 ? 1 : 0);
    return Math.round(
      level * syllable * (0.6 * Math.sin(phase) + 0.3 * Math.sin(3 * phase) + 0.1 * Math.sin(7 * phase)),
    );
  });
}

/** Returns the samples at which a loud tone begins after at least 20 ms of silence. */
export function burstStarts(samples: Int16Array, rate = testRate, threshold = 8000): number[] {
  const starts: number[] = [];
  let lastLoud = -rate;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < threshold) continue;
    if (at - lastLoud > rate * 0.02) starts.push(at);
    lastLoud = at;
  }
  return starts;
}

/** The ffmpeg of this machine, located once. */
export const systemFfmpeg: Promise<Ffmpeg> = locateFfmpeg();

/** The old ffmpeg of the npm package, or undefined where it is not installed. */
export function packagedFfmpeg(): string | undefined {
  try {
    const installer: unknown = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg');
    return typeof installer === 'object' && installer !== null && 'path' in installer
      ? String(installer.path)
      : undefined;
  } catch {
    return undefined;
  }
}

export interface TestFolder {
  readonly path: string;
  /** Returns a path in the folder. */
  file(...names: readonly string[]): string;
  /** Returns the names of everything in it, hidden files included. */
  list(): Promise<string[]>;
}

/** Creates a folder that is deleted when the test has ended. */
export async function testFolder(): Promise<TestFolder> {
  const folder = await temporaryFolder();
  return {
    path: folder,
    file: (...names) => path.join(folder, ...names),
    list: async () => (await readdir(folder)).toSorted(),
  };
}

export type Overrides = Partial<AudioWriterOptions> & Pick<AudioWriterOptions, 'path'>;

export async function openWriter(overrides: Overrides): Promise<AudioWriter> {
  return await openAudioWriter({
    format: 'mp3',
    sampleRate: testRate,
    metadata: { title: 'A Book', authors: ['An Author'] },
    ffmpeg: await systemFfmpeg,
    signal: new AbortController().signal,
    ...overrides,
  });
}

export interface TestChapter {
  readonly title: string;
  readonly samples: Int16Array;
}

/** Writes whole chapters in pieces of a tenth of a second, as segments arrive. */
export async function writeBook(
  overrides: Overrides,
  chapters: readonly TestChapter[],
): Promise<readonly WrittenFile[]> {
  await using writer = await openWriter(overrides);
  for (const { title, samples } of chapters) {
    writer.startChapter(title);
    for (let at = 0; at < samples.length; at += 2400) await writer.write(samples.subarray(at, at + 2400));
  }
  return await writer.finish();
}

/** Decodes a file to mono samples. */
export async function decode(file: string, rate = testRate, inputOptions: readonly string[] = []): Promise<Int16Array> {
  const program = (await systemFfmpeg).path;
  const args = [
    '-v',
    'error',
    ...inputOptions,
    '-i',
    file,
    '-map',
    '0:a',
    '-f',
    's16le',
    '-ac',
    '1',
    '-ar',
    String(rate),
    '-',
  ];
  const { stdout } = await promisify(execFile)(program, args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  return new Int16Array(new Uint8Array(stdout).buffer);
}

/** Returns integrated loudness and true peak as measured by ffmpeg's ebur128 filter. */
export async function ebur128(file: string): Promise<{ lufs: number; peakDb: number }> {
  const { path: ffmpeg } = await systemFfmpeg;
  const args = ['-nostdin', '-hide_banner', '-i', file, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)(ffmpeg, args, { maxBuffer: 2 ** 26 });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const value = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1]);
  return { lufs: value(/I: +(-?[\d.]+) LUFS/u), peakDb: value(/Peak: +(-?[\d.]+) dBFS/u) };
}

/** Returns the standard output of a program. Skips the test when it is not installed. */
export async function output(program: string, args: readonly string[]): Promise<string> {
  try {
    return (
      await promisify(execFile)(program, [...args], { maxBuffer: 2 ** 28, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    ).stdout;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
      skipTest(`'${program}' is not installed`);
    throw thrown;
  }
}

export interface Probed {
  readonly format: { readonly duration: string; readonly bit_rate: string; readonly tags?: Record<string, string> };
  readonly streams: readonly {
    readonly duration?: string;
    readonly codec_name: string;
    readonly sample_rate?: string;
    readonly bit_rate?: string;
    readonly channels?: number;
    readonly width?: number;
    readonly tags?: Record<string, string>;
    readonly disposition: Record<string, number>;
  }[];
  readonly chapters: readonly {
    readonly start_time: string;
    readonly end_time: string;
    readonly tags?: Record<string, string>;
  }[];
}

/** Returns what ffprobe reports. Skips the test when it is not installed. */
export async function probe(file: string): Promise<Probed> {
  const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters', file];
  const json = await output('ffprobe', args);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ffprobe's documented shape
  return JSON.parse(json) as Probed;
}
