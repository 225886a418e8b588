import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseFile } from 'music-metadata';
import type { IFormat, ITag } from 'music-metadata';
import { output, probe, systemFfmpeg } from './sound.ts';

/** What one program finds in an audio file. */
export interface Reading {
  readonly reader: string;
  /** By the reader's own names. */
  readonly tags: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Every table of chapters in the file. */
  readonly chapterTables: readonly (readonly ReadChapter[])[];
  readonly cover?: Buffer;
}

export interface ReadChapter {
  readonly title: string;
  readonly seconds: number;
}

/** ffprobe, and ffmpeg for the cover's bytes. */
export async function readWithFfprobe(file: string): Promise<Reading> {
  const { format, streams, chapters } = await probe(file);
  const table = chapters.map(({ start_time, tags }) => ({
    title: tags?.['title'] ?? '',
    seconds: Number(start_time),
  }));
  return {
    reader: 'ffprobe',
    tags: { ...streams[0]?.tags, ...format.tags },
    seconds: Number(format.duration),
    chapterTables: [table],
    cover: await coverBytes(file),
  };
}

/** mediainfo tells that there is a cover and not its bytes. */
export async function readWithMediainfo(file: string): Promise<Reading> {
  const json = await output('mediainfo', ['--Output=JSON', file]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- mediainfo's documented shape
  const { track: tracks } = (JSON.parse(json) as { media: { track: MediainfoTrack[] } }).media;
  const general = tracks.find((track) => track['@type'] === 'General');
  const { extra, ...fields } = general ?? {};
  const menus = tracks.filter((track) => track['@type'] === 'Menu');
  return {
    reader: 'mediainfo',
    tags: { ...fields, ...extra },
    seconds: Number(general?.['Duration']),
    chapterTables: menus.map((menu) => menuChapters(menu.extra ?? {})),
  };
}

/** AtomicParsley, of an M4B. It knows no chapters. */
export async function readWithAtomicParsley(file: string): Promise<Reading> {
  const text = await output('AtomicParsley', [file, '-t']);
  const tree = await output('AtomicParsley', [file, '-T', '1']);
  const [, ...parts] = text.split(/^\uFEFF?Atom "/mu);
  const tags = parts.map((part) => {
    const [, atom = '', name, value = ''] =
      /^([^"]+)" (?:\[com\.apple\.iTunes;(.*?)\] )?contains: (.*)\n$/su.exec(part) ?? [];
    return [name ?? atom, value];
  });
  const stem = path.join(path.dirname(file), 'cover');
  await output('AtomicParsley', [file, '--extractPixToPath', stem]);
  return {
    reader: 'AtomicParsley',
    tags: Object.fromEntries(tags),
    seconds: Number(/Movie duration: ([\d.]+)/u.exec(tree)?.[1]),
    chapterTables: [],
    cover: await readFile(`${stem}_artwork_1.jpg`),
  };
}

/** music-metadata of the npm registry. Of an MP4 it tells the length of the media, whatever the edit list says. */
export async function readWithMusicMetadata(file: string): Promise<Reading> {
  const { format, native, common } = await parseFile(file, { includeChapters: true, duration: true });
  const fields = Object.values(native).flat();
  const table = native['ID3v2.3'] === undefined ? mp4Chapters(format) : id3Chapters(fields);
  const picture = common.picture?.[0]?.data;
  return {
    reader: 'music-metadata',
    tags: Object.fromEntries(fields.map(({ id, value }) => [id, tagText(value)])),
    seconds: format.duration ?? 0,
    chapterTables: table.length === 0 ? [] : [table],
    ...(picture && { cover: Buffer.from(picture) }),
  };
}

type MediainfoTrack = Record<string, string> & { readonly extra?: Record<string, string> };

/** Chapters as `"_00_01_02_345": "Title"`. */
function menuChapters(extra: Readonly<Record<string, string>>): ReadChapter[] {
  return Object.entries(extra).flatMap(([key, title]) => {
    const [, hours, minutes, seconds, ms] = /^_(\d\d)_(\d\d)_(\d\d)_(\d{3})$/u.exec(key) ?? [];
    if (hours === undefined) return [];
    return [{ title, seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1000 }];
  });
}

async function coverBytes(file: string): Promise<Buffer> {
  const { path: ffmpeg } = await systemFfmpeg;
  const args = ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'image2pipe', '-'];
  return (await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 26 })).stdout;
}

function mp4Chapters({ chapters = [] }: IFormat): ReadChapter[] {
  return chapters.map(({ title, start, timeScale = 1 }) => ({ title, seconds: start / timeScale }));
}

/** From the frames themselves: music-metadata does not follow a table of contents that leads to others. */
function id3Chapters(fields: readonly ITag[]): ReadChapter[] {
  return fields.flatMap(({ id, value }) => {
    if (id !== 'CHAP') return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- music-metadata's shape of a frame
    const { info, frames } = value as { info: { startTime: number }; frames: Map<string, string> };
    return [{ title: frames.get('TIT2') ?? '', seconds: info.startTime / 1000 }];
  });
}

/** A comment of ID3 comes with its language. */
function tagText(value: unknown): string {
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : String(value);
}
