import { LoudnessMeter } from './loudness-meter.ts';
import type { MeasuredFile } from './measure-file.ts';
import { TruePeakMeter } from './true-peak-meter.ts';

/** Loudness and peak of finished audio. -Infinity for silence. */
export interface FinishedLevels {
  /** Integrated loudness in LUFS (EBU R128). */
  readonly lufs: number;
  /** True peak in dBTP (ITU-R BS.1770-4). */
  readonly truePeakDb: number;
}

/** Measures the audio of finished files as it is decoded, several files as one book. Keeps no samples. */
export class FinishedMeter {
  #loudness: LoudnessMeter | undefined;
  #sampleRate = 0;
  #peak: TruePeakMeter | undefined;
  #measuredPeakDb = -Infinity;

  /** Adds the next samples. Their rate is the same in all calls. */
  add(samples: Int16Array, sampleRate: number): void {
    this.#loudness ??= new LoudnessMeter(sampleRate);
    this.#sampleRate = sampleRate;
    this.#peak ??= new TruePeakMeter(sampleRate);
    this.#loudness.add(samples);
    this.#peak.add(samples);
  }

  /** Adds a file that was measured. */
  addFile({ loudness, truePeakDb, format }: MeasuredFile): void {
    this.#sampleRate = format.sampleRate ?? 44_100;
    this.#loudness ??= new LoudnessMeter(this.#sampleRate);
    this.#loudness.addAll(loudness);
    this.#measuredPeakDb = Math.max(this.#measuredPeakDb, truePeakDb);
  }

  /** Adds what another meter heard. Call it after the other's last sample. */
  addAll(other: FinishedMeter): void {
    if (other.#loudness === undefined) return;
    this.#loudness ??= new LoudnessMeter(other.#sampleRate);
    this.#loudness.addAll(other.#loudness);
    this.#measuredPeakDb = Math.max(this.#measuredPeakDb, other.levels().truePeakDb);
  }

  /** Returns the levels of everything. Call it after the last sample. */
  levels(): FinishedLevels {
    return {
      lufs: this.#loudness?.integrated() ?? -Infinity,
      truePeakDb: Math.max(this.#measuredPeakDb, this.#peak?.peakDb() ?? -Infinity),
    };
  }
}
