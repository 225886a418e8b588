import type { AudioFormat } from '../audio-format.ts';

/** Target loudness of a finished file. */
export interface LoudnessTarget {
  /** Integrated loudness, EBU R128. */
  readonly lufs: number;
  /** Upper limit of the true peaks in dBTP. */
  readonly truePeakDb: number;
}

/** The target of a book: −18 LUFS with true peaks of at most −1.5 dB. */
export const audiobookLoudness: LoudnessTarget = { lufs: -18, truePeakDb: -1.5 };

/** The middle of the range that ACX accepts: −23 to −18 dB RMS, peaks of at most −3 dB. */
export const acxLoudness: LoudnessTarget = { lufs: -20, truePeakDb: -3 };

/** Effect of a format on loudness and peaks. A first guess: the finished file is measured. */
export interface FormatLevels {
  /** Whether the file has exactly the samples that the encoder was given. */
  readonly isLossless: boolean;
  /** Loudness of the decoded audio relative to the samples, in LU. */
  readonly offsetLu: number;
  /** How far the true peaks of the decoded audio exceed the samples, in decibels. */
  readonly overshootDb: number;
  /**
   * Gain, reference and ceiling are multiples of it, in decibels. A chapter that changes moves what is measured by less, as a rule, so
   * that the encoded audio of the others can be copied. Default: any.
   */
  readonly stepDb?: number | undefined;
}

/** Measured with `test/bench/loudness.mjs`. LAME turns its input down at a constant bitrate. */
export const formatLevels: Readonly<Record<AudioFormat, FormatLevels>> = {
  mp3: { isLossless: false, offsetLu: -0.35, overshootDb: 0.8, stepDb: 0.1 },
  m4b: { isLossless: false, offsetLu: 0, overshootDb: 1, stepDb: 0.1 },
  opus: { isLossless: false, offsetLu: 0, overshootDb: 1.5, stepDb: 0.1 },
  flac: { isLossless: true, offsetLu: 0, overshootDb: 0.5 },
  wav: { isLossless: true, offsetLu: 0, overshootDb: 0.5 },
};

/** Chapters for ACX are measured and fitted one by one after the book was leveled. */
export const acxLevels: FormatLevels = { isLossless: true, offsetLu: 0, overshootDb: 1 };
