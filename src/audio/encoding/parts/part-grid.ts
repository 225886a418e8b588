import { greatestDivisor } from '../../../core/statistics.ts';

/** Rules that decide where the audio of a book is cut for its encoders. */
export interface PartRules {
  /** Samples per second of the input. */
  readonly sampleRate: number;
  /** Samples per second of the encoded audio. */
  readonly outputRate: number;
  /** Encoded samples in a frame. */
  readonly frameSamples: number;
  /** Length of a part before it is rounded. */
  readonly partSeconds: number;
  /** Frames after which an encoder that begins in the middle writes what it would have written anyway. */
  readonly leadFrames: number;
  /** Frames behind a part that its last frames depend on. */
  readonly tailFrames: number;
  /** See `PartCodec`. */
  readonly quietSeconds?: number | undefined;
}

/** The boundaries of parts. All have the same length but the last, and those that a chapter cuts. */
export interface PartGrid {
  /** Input samples in a frame. Where the audio is resampled, perhaps not a whole number. */
  readonly frameInput: number;
  /** Input samples that the start of a part is a multiple of, counted from the part before it. */
  readonly stepSamples: number;
  /** Input samples of a part. */
  readonly partSamples: number;
  /** Input samples before each part but the first that its encoder gets. The frames of them are dropped. */
  readonly leadSamples: number;
  /** Input samples behind each part that its encoder gets. */
  readonly tailSamples: number;
  /** Input samples behind the end of a part in which the next one begins. */
  readonly quietSamples: number;
}

/**
 * Returns where parts begin that no chapter cuts: only where a frame begins and, if the audio is resampled, an input sample and an
 * output sample coincide. So a resampler that begins there gives the same samples.
 */
export function partGrid(rules: PartRules): PartGrid {
  const { sampleRate, outputRate, frameSamples, partSeconds, leadFrames, tailFrames, quietSeconds = 0 } = rules;
  const frameInput = (frameSamples * sampleRate) / outputRate;
  const stepFrames = outputRate / greatestDivisor(frameSamples * sampleRate, outputRate);
  const stepSamples = (stepFrames * frameSamples * sampleRate) / outputRate;
  const steps = Math.max(1, Math.round((partSeconds * sampleRate) / stepSamples));
  // A part cannot begin before the one in front of it.
  const leadSteps = Math.min(steps, Math.ceil(leadFrames / stepFrames));
  return {
    frameInput,
    stepSamples,
    partSamples: steps * stepSamples,
    leadSamples: leadSteps * stepSamples,
    tailSamples: Math.ceil(tailFrames * frameInput),
    quietSamples: Math.ceil(quietSeconds * sampleRate),
  };
}
