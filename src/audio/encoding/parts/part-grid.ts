/** What decides where the audio of a book is cut for its encoders. */
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
}

/** Where parts begin. All of them have the same length but the last, and those that a chapter cuts. */
export interface PartGrid {
  /** Input samples in a frame. Where the audio is resampled, perhaps not a whole number. */
  readonly frameInput: number;
  /** Input samples of a part. */
  readonly partSamples: number;
  /** Input samples before each part but the first that its encoder gets. The frames of them are dropped. */
  readonly leadSamples: number;
}

/**
 * Returns where parts begin that no chapter cuts: only where a frame begins and, if the audio is resampled, an input sample and an
 * output sample coincide. So a resampler that begins there gives the same samples.
 */
export function partGrid({ sampleRate, outputRate, frameSamples, partSeconds, leadFrames }: PartRules): PartGrid {
  const stepFrames = outputRate / greatestDivisor(frameSamples * sampleRate, outputRate);
  const stepSamples = (stepFrames * frameSamples * sampleRate) / outputRate;
  const steps = Math.max(1, Math.round((partSeconds * sampleRate) / stepSamples));
  // A part cannot begin before the one in front of it.
  const leadSteps = Math.min(steps, Math.ceil(leadFrames / stepFrames));
  return {
    frameInput: (frameSamples * sampleRate) / outputRate,
    partSamples: steps * stepSamples,
    leadSamples: leadSteps * stepSamples,
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
