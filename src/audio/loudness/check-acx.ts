import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Levels } from './level-meter.ts';
import { measureFile } from './measure-file.ts';

/** A file measured against ACX's audio submission requirements. */
export interface AcxReport extends Levels {
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitrate: number;
  readonly seconds: number;
  /** One line per violated requirement. Empty when the file passes. */
  readonly problems: readonly string[];
}

const maxSeconds = 120 * 60;

/** Measures a file against ACX's requirements. Of two channels the louder one counts. Throws as `measureFile` does. */
export async function checkAcx(file: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<AcxReport> {
  const { channels, format } = await measureFile(file, ffmpeg, signal);
  const sampleRate = format.sampleRate ?? 0;
  const levels = channels.reduce((worst, channel) => (channel.rmsDb > worst.rmsDb ? channel : worst));
  const { container = '', codecProfile = '', bitrate = 0, duration = 0 } = format;
  const isMp3 = container === 'MPEG' && codecProfile === 'CBR';
  const problems = [
    ...problemIf(!isMp3, 'it is not an MP3 with a constant bitrate'),
    ...problemIf(bitrate < 192_000, `its bitrate is ${Math.round(bitrate / 1000)}k (required: 192k or more)`),
    ...problemIf(sampleRate !== 44_100, `its sample rate is ${sampleRate} Hz (required: 44100)`),
    ...problemIf(duration > maxSeconds, 'it is longer than 120 minutes'),
    ...levelProblems(levels),
  ];
  return { ...levels, sampleRate, bitrate, seconds: duration, problems };
}

function levelProblems({ rmsDb, peakDb, floorDb, headSeconds, tailSeconds }: Levels): string[] {
  return [
    ...problemIf(rmsDb < -23 || rmsDb > -18, `its RMS is ${rmsDb.toFixed(1)} dB (required: -23 to -18)`),
    ...problemIf(peakDb > -3, `its peak is ${peakDb.toFixed(1)} dB (required: -3 or less)`),
    ...problemIf(floorDb > -60, `its noise floor is ${floorDb.toFixed(1)} dB (required: -60 or less)`),
    ...problemIf(
      headSeconds < 0.5 || headSeconds > 1,
      `it begins with ${headSeconds.toFixed(2)} s of silence (required: 0.5 to 1)`,
    ),
    ...problemIf(
      tailSeconds < 1 || tailSeconds > 5,
      `it ends with ${tailSeconds.toFixed(2)} s of silence (required: 1 to 5)`,
    ),
  ];
}

function problemIf(isViolated: boolean, problem: string): string[] {
  return isViolated ? [problem] : [];
}
