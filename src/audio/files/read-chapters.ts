import path from 'node:path';
import { locateFfmpeg } from '../ffmpeg/locate-ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';

/** A chapter in an audio file. */
export interface FileChapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Returns the chapters of an audio file of any origin, as ffmpeg finds them. Throws what `locateFfmpeg` and ffmpeg throw. */
export async function readChapters(file: string, signal: AbortSignal): Promise<readonly FileChapter[]> {
  const chunks: Buffer[] = [];
  await using ffmpeg = startFfmpeg({
    ffmpeg: await locateFfmpeg(),
    signal,
    input: path.resolve(file),
    inputOptions: [],
    outputOptions: ['-f', 'ffmetadata'],
    output: (chunk) => {
      chunks.push(Buffer.from(chunk));
    },
  });
  await ffmpeg.end();
  return parseChapters(Buffer.concat(chunks).toString());
}

/** Reads the chapters of ffmpeg's metadata format (https://ffmpeg.org/ffmpeg-formats.html#Metadata-2). */
function parseChapters(metadata: string): readonly FileChapter[] {
  const [, ...sections] = metadata.split(/^\[CHAPTER\]$/mu);
  return sections.map((section, index) => {
    const [, ticks = '1', perSecond = '1'] = /^TIMEBASE=(\d+)\/(\d+)$/mu.exec(section) ?? [];
    const start = Number(/^START=(-?\d+)$/mu.exec(section)?.[1] ?? 0);
    const title = /^title=((?:\\[^]|[^\\\n])*)/mu.exec(section)?.[1] ?? '';
    const words = title
      .replaceAll(/\\([^])/gu, '$1')
      .replaceAll(/\s+/gu, ' ')
      .trim();
    return {
      title: words || String(index + 1),
      startSeconds: (Math.max(0, start) * Number(ticks)) / Number(perSecond),
    };
  });
}
