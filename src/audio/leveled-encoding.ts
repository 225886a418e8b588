import type { AudioEncoding } from './audio-encoding.ts';
import { applyGain } from './apply-gain.ts';
import { LoudnessMeter } from './loudness-meter.ts';

/** How loud a book is made. */
export interface LoudnessTarget {
  /** Integrated loudness, EBU R128. */
  readonly lufs: number;
  /** No sample is louder, in dBFS; true peaks, and what a lossy codec adds, stay about a decibel above it. */
  readonly peakDb: number;
}

/** −18 LUFS with true peaks of at most −1.5 dB. */
export const AUDIOBOOK_LOUDNESS: LoudnessTarget = { lufs: -18, peakDb: -2.5 };

/** In the middle of what ACX takes: −23 to −18 dB RMS, peaks of at most −3 dB. */
export const ACX_LOUDNESS: LoudnessTarget = { lufs: -20, peakDb: -4 };

/** Sound that is measured before the gain is set: a voice keeps its loudness, so this is enough for a book. */
const MEASURED_SECONDS = 60;
/** A gain beyond this would be noise, or a mistake. */
const MAX_GAIN_DB = 24;

/**
 * Brings a book to a loudness by one constant gain, set when the first minute has been measured: no second pass, no sentence
 * unlike the next. Holds that minute in memory; takes and gives the same number of samples.
 */
export function leveled(encoding: AudioEncoding, sampleRate: number, target: LoudnessTarget): AudioEncoding {
  const meter = new LoudnessMeter(sampleRate);
  let waiting: (Int16Array | string)[] = [];
  let measured = 0;
  let gainDb: number | undefined;
  const pass = async (item: Int16Array | string): Promise<void> => {
    if (typeof item === 'string') encoding.startChapter(item);
    else await encoding.write(applyGain(item, sampleRate, gainDb ?? 0, target.peakDb));
  };
  const release = async (): Promise<void> => {
    gainDb ??= gainFor(meter.integrated(), target.lufs);
    const items = waiting;
    waiting = [];
    for (const item of items) await pass(item);
  };
  return {
    async write(samples) {
      if (gainDb === undefined) {
        meter.add(samples);
        waiting.push(samples);
        measured += samples.length;
        if (measured >= MEASURED_SECONDS * sampleRate) await release();
      } else {
        await pass(samples);
      }
    },
    startChapter(title) {
      if (gainDb === undefined) waiting.push(title);
      else encoding.startChapter(title);
    },
    async end() {
      await release();
      await encoding.end();
    },
    finish: async (sound) => await encoding.finish(sound),
    [Symbol.asyncDispose]: async () => await encoding[Symbol.asyncDispose](),
  };
}

function gainFor(lufs: number, target: number): number {
  if (!Number.isFinite(lufs)) return 0;
  return Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, target - lufs));
}
