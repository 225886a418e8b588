import type { Pcm } from '../../core/pcm.ts';
import { runProgram } from '../../core/process/run-program.ts';
import { decodeWav } from '../../core/wav.ts';
import { quietOptions, reproducibleOptions } from './ffmpeg.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { ffmpegError } from './ffmpeg-error.ts';

/** How ffmpeg names the formats that it is let read, by the names of `fileFormat`: none of them leads to other files. */
const demuxers: Readonly<Record<string, string>> = {
  MP3: 'mp3',
  FLAC: 'flac',
  Ogg: 'ogg',
  AAC: 'aac',
  MP4: 'mov',
  WebM: 'matroska',
  AIFF: 'aiff',
  AU: 'au',
  CAF: 'caf',
  AMR: 'amr',
};

/** Reports whether `decodeAudio` reads a format, as `fileFormat` names it. */
export function isDecodable(format: string | undefined): format is string {
  return format !== undefined && Object.hasOwn(demuxers, format);
}

/** Surroundings of `decodeAudio`. */
export interface AudioFile {
  /** As `fileFormat` names it. */
  readonly format: string;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** Decodes a file in memory as mono, at its own sample rate, without what its encoder added at the ends. Throws as `startFfmpeg` does. */
export async function decodeAudio(bytes: Uint8Array, { format, ffmpeg, signal }: AudioFile): Promise<Pcm> {
  const from = ['-f', demuxers[format] ?? '', '-i', 'pipe:0', '-map', '0:a:0'];
  const to = [...reproducibleOptions, '-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1'];
  try {
    const { stdout } = await runProgram(ffmpeg.path, [...quietOptions, ...from, ...to], { input: bytes, signal });
    return decodeWav(stdout);
  } catch (thrown) {
    throw ffmpegError(thrown, ffmpeg);
  }
}
