import type { Pcm } from '../../core/pcm.ts';
import { brokenStretch, correlationOf, smoothLevels } from './compare-envelopes.ts';
import { EnergyWindow } from './energy-window.ts';
import type { Envelope } from './envelope.ts';

/** The expected position of a speech in a sound, in seconds. */
export interface EnvelopePlace {
  readonly envelope: Envelope;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** The match between the speech at a position and the expected one. */
export interface FoundEnvelope {
  readonly correlation: number;
  /** Whether all of it is there. */
  readonly isFound: boolean;
  /** Seconds at which it begins to be another sound. Only when it is not found. */
  readonly brokenSeconds: number;
}

/** Least correlation of a speech that is in its place. */
const leastCorrelation = 0.9;

/** A place may be off by this many seconds: codecs begin with samples of their own. */
const maxShift = 0.1;
const shiftStep = 0.005;

/** A shorter speech has no shape. */
const leastSteps = 4;

/** Looks for speech at its places in a sound that is read once, as a stream. Keeps only the energy around the place that is next. */
export class EnvelopeFinder {
  readonly #places: readonly EnvelopePlace[];
  readonly #window: EnergyWindow;
  readonly #found: FoundEnvelope[] = [];

  /** @param places In order of their start. */
  constructor(places: readonly EnvelopePlace[], sampleRate: number) {
    this.#places = places;
    this.#window = new EnergyWindow(sampleRate);
  }

  /** Adds the next piece of the sound. */
  add(pcm: Pcm): void {
    this.#window.add(pcm);
    this.#compare(this.#window.seconds);
  }

  /** Ends the sound and returns what was found at each place. */
  end(): readonly FoundEnvelope[] {
    this.#compare(Infinity);
    return this.#found;
  }

  #compare(reached: number): void {
    for (;;) {
      const place = this.#places[this.#found.length];
      if (!place || place.endSeconds + maxShift > reached) break;
      this.#found.push(find(place, this.#window));
    }
    const next = this.#places[this.#found.length];
    this.#window.forget((next?.startSeconds ?? reached) - maxShift);
  }
}

function find({ envelope, startSeconds, endSeconds }: EnvelopePlace, window: EnergyWindow): FoundEnvelope {
  const { levels } = envelope;
  if (levels.length < leastSteps) return { correlation: 1, isFound: true, brokenSeconds: startSeconds };
  const heard = smoothLevels(levels);
  let best: { readonly correlation: number; readonly sound: Float64Array } = { correlation: -1, sound: heard };
  for (let shift = -maxShift; shift <= maxShift; shift += shiftStep) {
    const sound = smoothLevels(window.levels(startSeconds + shift, endSeconds + shift, levels.length));
    const correlation = correlationOf(heard, sound);
    if (correlation > best.correlation) best = { correlation, sound };
  }
  const { correlation, sound } = best;
  const brokenAt = brokenStretch(heard, sound);
  const isFound = correlation > leastCorrelation && brokenAt === undefined;
  const step = (endSeconds - startSeconds) / levels.length;
  return { correlation, isFound, brokenSeconds: startSeconds + (brokenAt ?? 0) * step };
}
