import { fullScale } from '../../core/pcm.ts';

/** Well below the −60 dB that ACX allows, and above the digital silence that it refuses. */
const toneDb = -72;
/** Share of the last value in the next one. Makes the noise softer, like that of a room. */
const smoothing = 0.7;
/** RMS of noise between −1 and 1 after the smoothing. */
const noiseRms = Math.sqrt((1 - smoothing) / (1 + smoothing) / 3);

/** Quiet noise for pauses that would be digital silence. The same audio always gets the same noise. */
export class RoomTone {
  #state = 1;
  #last = 0;

  /** Adds the noise to the samples in place and returns them. */
  addTo(samples: Int16Array): Int16Array {
    const scale = (fullScale * 10 ** (toneDb / 20)) / noiseRms;
    for (let at = 0; at < samples.length; at += 1) {
      this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
      this.#last = smoothing * this.#last + (1 - smoothing) * (this.#state / 2 ** 31 - 1);
      samples[at] = Math.max(-fullScale, Math.min(fullScale - 1, (samples[at] ?? 0) + Math.round(this.#last * scale)));
    }
    return samples;
  }
}
