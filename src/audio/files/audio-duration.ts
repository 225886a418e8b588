import path from 'node:path';
import { locateFfmpeg } from '../ffmpeg/locate-ffmpeg.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';

/** MPEG audio has fewer bits per second. Above it, what looks like a frame is not one. */
const maxMpegBitrate = 1_000_000;
/** Seconds of a file that are decoded as a sample of the rest. */
const probedSeconds = 10;
const probedRate = 8000;
const bytesPerSample = 2;
/** Share of the sample that a decoder must return. It skips frames that it cannot decode. */
const minDecodedShare = 0.5;
/** Decoding a sample takes a tenth of a second. */
const probeTimeoutMs = 20_000;

/** Options of `audioDuration`. */
export interface AudioDurationOptions {
  /** Default: the one that `locateFfmpeg` finds. */
  readonly ffmpeg?: Ffmpeg | undefined;
}

/**
 * Returns the length of an audio file in seconds, from its headers and frames. Returns 0 when the file is missing, is not
 * audio, or cannot be decoded: a sample of its beginning and of its middle is decoded when ffmpeg is installed.
 */
export async function audioDuration(file: string, options: AudioDurationOptions = {}): Promise<number> {
  const seconds = await declaredSeconds(file);
  if (seconds === 0) return 0;
  const ffmpeg = options.ffmpeg ?? (await locateFfmpeg().catch(() => undefined));
  if (ffmpeg === undefined) return seconds;
  for (const start of [0, seconds / 2]) if (await isDecodable(file, { start, seconds, ffmpeg })) return seconds;
  return 0;
}

/** Returns what the headers and frames of a file say. */
async function declaredSeconds(file: string): Promise<number> {
  try {
    // Its many files would be loaded by every conversion.
    const { parseFile } = await import('music-metadata');
    const { format } = await parseFile(file, { duration: true, skipCovers: true });
    const isNoise = format.container === 'MPEG' && (format.bitrate ?? 0) > maxMpegBitrate;
    return isNoise || format.duration === undefined || !Number.isFinite(format.duration) ? 0 : format.duration;
  } catch {
    return 0;
  }
}

interface Probe {
  readonly start: number;
  /** Length of the whole file. */
  readonly seconds: number;
  readonly ffmpeg: Ffmpeg;
}

/** Returns whether ffmpeg decodes most of a sample. A decoder that does not end in time decides nothing. */
async function isDecodable(file: string, { start, seconds, ffmpeg }: Probe): Promise<boolean> {
  const expected = Math.min(probedSeconds, seconds - start);
  const timeout = AbortSignal.timeout(probeTimeoutMs);
  let bytes = 0;
  try {
    await using decoder = startFfmpeg({
      ffmpeg,
      signal: timeout,
      input: path.resolve(file),
      inputOptions: ['-ss', String(start), '-t', String(expected)],
      outputOptions: ['-map', '0:a:0', '-ac', '1', '-ar', String(probedRate), '-f', 's16le'],
      output: (chunk) => {
        bytes += chunk.length;
      },
    });
    await decoder.end();
  } catch {
    if (timeout.aborted) return true;
  }
  return bytes >= expected * probedRate * bytesPerSample * minDecodedShare;
}
