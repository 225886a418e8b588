import { parseFile } from 'music-metadata';

/** MPEG audio has fewer bits per second. Above it, what looks like a frame is not one. */
const maxMpegBitrate = 1_000_000;

/**
 * Returns the length of an audio file in seconds, from its headers and frames without decoding it. Returns 0 when the file is
 * missing or is not audio.
 */
export async function audioDuration(path: string): Promise<number> {
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true });
    const isNoise = format.container === 'MPEG' && (format.bitrate ?? 0) > maxMpegBitrate;
    return isNoise || format.duration === undefined || !Number.isFinite(format.duration) ? 0 : format.duration;
  } catch {
    return 0;
  }
}
