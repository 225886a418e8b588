import { parseFile } from 'music-metadata';

/** Bits a second that no MPEG audio has: what looks like a frame is not one. */
const maxMpegBitrate = 1_000_000;

/**
 * Length of an audio file in seconds, from its headers and frames without decoding it; 0 when it is missing or cannot be
 * decoded.
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
