/** Returns the sound of a pause of a number of samples. */
export type PauseSound = (samples: number, sampleRate: number) => Int16Array;

/** Pauses without any sound. */
export const digitalSilence: PauseSound = (samples) => new Int16Array(samples);
