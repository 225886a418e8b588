import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { enoughSamples } from './pace.ts';
import type { PaceSample } from './pace.ts';
import { isShort } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';
import { idleMs, minWaitMs, triedSamples, waitFactor } from './limits.ts';

/** An answer whose text and audio are measured. */
export interface MeasuredAnswer {
  readonly text: TextUnits;
  readonly speech: SpeechMeasure;
}

/** An answer that waits until the pace is known. */
export interface HeldAnswer extends MeasuredAnswer {
  readonly sample: PaceSample;
  /** Ends the wait. What passes is learned from at once. */
  readonly settle: (problem: SpeechProblem | undefined) => void;
}

/** The memory that the answers wait for. */
export interface HoldingMemory {
  /** Number of answers that were learned from. */
  readonly sampleCount: number;
  /** Judges all held answers before it learns from any. */
  readonly judgeTogether: (held: readonly HeldAnswer[]) => ReadonlyMap<HeldAnswer, SpeechProblem | undefined>;
}

/**
 * The first answers of a voice, held back until eight are in, or until no more come, and judged together: one bad answer among
 * them does not set the measure. Short texts wait longer: whether the service can be trusted is seen from the others.
 */
export class HeldAnswers {
  readonly #memory: HoldingMemory;
  readonly #held = new Set<HeldAnswer>();
  #timer: NodeJS.Timeout | undefined;
  #working = 0;
  #longestMs = 0;
  #lastMs: number | undefined;

  constructor(memory: HoldingMemory) {
    this.#memory = memory;
  }

  /** Registers a segment that is being spoken, until it is disposed: answers wait only while others may come. */
  startSegment(): Disposable {
    this.#working += 1;
    this.#lastMs ??= performance.now();
    this.releaseWhenDone();
    return {
      [Symbol.dispose]: () => {
        this.#working -= 1;
        this.releaseWhenDone();
      },
    };
  }

  /** Reports whether an answer to a text has to wait for others. */
  mustWait(text: TextUnits): boolean {
    const { sampleCount } = this.#memory;
    return sampleCount < enoughSamples || (isShort(text) && sampleCount < triedSamples);
  }

  /** Holds an answer back. At the end of a run what is there is judged, so that good audio is stored. */
  hold(answer: HeldAnswer, signal: AbortSignal): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - (this.#lastMs ?? now));
    this.#lastMs = now;
    const release = (): void => this.#release();
    const settle = (problem: SpeechProblem | undefined): void => {
      signal.removeEventListener('abort', release);
      answer.settle(problem);
    };
    this.#held.add({ ...answer, settle });
    signal.addEventListener('abort', release, { once: true });
    if (signal.aborted) release();
    else this.releaseWhenDone();
  }

  /** Judges the held answers when enough is known of the voice, or when no more come. */
  releaseWhenDone(): void {
    clearTimeout(this.#timer);
    if (this.#held.size === 0) return;
    const { sampleCount } = this.#memory;
    const samples = this.#held.size + sampleCount;
    if (samples >= triedSamples) this.#release();
    else if (sampleCount < enoughSamples && samples >= enoughSamples) this.#release(({ text }) => !isShort(text));
    else this.#releaseLater();
  }

  #releaseLater(): void {
    // Held answers wait for the next one as long as the slowest so far let them.
    const ms = this.#held.size >= this.#working ? idleMs : Math.max(minWaitMs, waitFactor * this.#longestMs);
    this.#timer = setTimeout(() => this.#release(), ms);
  }

  /** Judges all held answers, and settles those that are due. */
  #release(isDue: (answer: HeldAnswer) => boolean = () => true): void {
    clearTimeout(this.#timer);
    // What comes next is not late because these were held.
    this.#lastMs = performance.now();
    const held = [...this.#held];
    const problems = this.#memory.judgeTogether(held);
    for (const answer of held.filter(isDue)) {
      this.#held.delete(answer);
      answer.settle(problems.get(answer));
    }
    if (this.#held.size === 0) return;
    if (this.#memory.sampleCount >= triedSamples) this.#release();
    else this.#releaseLater();
  }
}
