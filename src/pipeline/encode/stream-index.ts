import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/http/parse-json.ts';
import { segmentSeconds } from '../../audio/hls/packed-aac.ts';
import { aacFrameSamples } from '../../audio/mp4/aac-limits.ts';

/** The segments of a stream so far. The file has one JSON array per line, so that a process that is killed loses one line at most. */
export interface StreamIndex {
  /** Begins the names of its segments: another stream of the same job has other names. */
  readonly generation: string;
  /** Samples per second of the speech. */
  readonly sampleRate: number;
  /** Samples per second of the stream. */
  readonly outputRate: number;
  /** Frames of each segment, in order. */
  readonly segments: readonly number[];
  readonly chapters: readonly StreamChapter[];
}

/** A chapter of a stream. */
export interface StreamChapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Returns the path of the index in the folder of a stream. */
export function streamIndexPath(folder: string): string {
  return path.join(folder, 'index.ndjson');
}

/** Returns the name of a segment, counted from 1. */
export function segmentName({ generation }: Pick<StreamIndex, 'generation'>, number: number): string {
  return `${generation}-${number}.aac`;
}

const lineSchema = z.union([
  z.tuple([z.literal('stream'), z.string(), z.number(), z.number()]),
  z.tuple([z.literal('segment'), z.number()]),
  z.tuple([z.literal('chapter'), z.string(), z.number()]),
]);

/** A line of the index. */
export type StreamLine = z.infer<typeof lineSchema>;

/** Returns the index in a folder, or undefined when there is none. A last line that was cut off counts as absent. */
export async function readStreamIndex(folder: string): Promise<StreamIndex | undefined> {
  const text = await readFile(streamIndexPath(folder), 'utf8').catch(() => '');
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => lineSchema.safeParse(parseJson(line)).data)
    .filter((line) => line !== undefined);
  return toIndex(lines);
}

function toIndex(lines: readonly StreamLine[]): StreamIndex | undefined {
  const [first] = lines;
  if (first?.[0] !== 'stream') return undefined;
  const [, generation, sampleRate, outputRate] = first;
  return {
    generation,
    sampleRate,
    outputRate,
    segments: lines.flatMap((line) => (line[0] === 'segment' ? [line[1]] : [])),
    chapters: lines.flatMap((line) => (line[0] === 'chapter' ? [{ title: line[1], startSeconds: line[2] }] : [])),
  };
}

/** Returns the lines of an index, each with its end. */
export function streamLines(lines: readonly StreamLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Returns the playlist of a stream (RFC 8216): every segment stays, so that listeners can go back to the start, where they begin.
 * Addresses begin with `prefix`.
 */
export function hlsPlaylist(index: StreamIndex, { prefix, ended }: { prefix: string; ended: boolean }): string {
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
  ];
  const segments = index.segments.map((frames, place) => {
    const seconds = ((frames * aacFrameSamples) / index.outputRate).toFixed(5);
    return `#EXTINF:${seconds},\n${prefix}${segmentName(index, place + 1)}`;
  });
  return [...head, ...segments, ...(ended ? ['#EXT-X-ENDLIST'] : []), ''].join('\n');
}
