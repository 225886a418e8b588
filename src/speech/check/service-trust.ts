import { ServiceDownError } from '../call/provider-errors.ts';

/** Answers after a wrong one, and before it, that are compared with others to the same text. */
const doubtedAnswers = 50;

/** Chance that this many answers agree on wrong audio. */
const acceptedRisk = 0.002;

/** Least and most answers by which those that agree must exceed the others. */
export const leads = { min: 2, max: 5 };

/** Few answers say little about how often a service is wrong. */
const assumedFaults = { faults: 0.5, answers: 10 };

/** Requests of a run since a text was settled, after which no other answer is expected to be right: ten texts that used up their fifteen. */
const maxUnsettled = 150;

/** Texts with two ways to be spoken that show that a service varies: this many, and such a share of the texts that were compared. */
const varying = { min: 3, share: 0.4 };

/** Weight of the answers before, with each new one: the last fifty count. */
const decay = 1 - 1 / doubtedAnswers;

/**
 * The trust in the answers of a service during a run. A service that was never caught at wrong audio is believed. One
 * that was is asked for each text until enough of its answers agree: the more often it was wrong, the more of them.
 */
export class ServiceTrust {
  #number = 0;
  #answers = 0;
  #faults = 0;
  /** Numbers of the answers at which it was caught. */
  readonly #caught: number[] = [];
  readonly #pairs = { same: 0, different: 0 };
  #unsettled = 0;

  /** Number of answers so far. */
  get answers(): number {
    return this.#number;
  }

  /** Whether one of the last answers was proved wrong, by another one to the same text. */
  get isCaught(): boolean {
    return this.isDoubted(this.#number);
  }

  /**
   * Number by which the answers that agree must exceed those that agree on other audio, where answers are compared. What was believed is
   * compared when the service has recovered, too.
   */
  get lead(): number {
    const share = (this.#faults + assumedFaults.faults) / (this.#answers + assumedFaults.answers);
    const needed = share < 0.5 ? Math.ceil(Math.log(acceptedRisk) / Math.log(share / (1 - share))) : leads.max;
    return Math.min(leads.max, Math.max(leads.min, needed));
  }

  /** Whether it often speaks a text in another way the next time. Then two answers that differ are not wrong. */
  get varies(): boolean {
    const { same, different } = this.#pairs;
    return different >= varying.min && different >= (same + different) * varying.share;
  }

  /** Counts two credible answers to a text that are about as long. */
  addPair(isSame: boolean): void {
    this.#pairs[isSame ? 'same' : 'different'] += 1;
  }

  /** Counts an answer. Throws `ServiceDownError` when a run has spent its requests without settling a text. */
  addAnswer(): void {
    this.#unsettled += 1;
    if (this.#unsettled > maxUnsettled) {
      throw new ServiceDownError(
        `The last ${maxUnsettled} answers of the service settled no text: they were wrong, or contradicted each other. Finished segments are kept.`,
      );
    }
    this.#number += 1;
    this.#answers = this.#answers * decay + 1;
    this.#faults *= decay;
  }

  /** Records that a text was settled. */
  addSettled(): void {
    this.#unsettled = 0;
  }

  /** Records that an answer was proved wrong. */
  addFault(): void {
    this.#faults += 1;
    if (this.#caught.at(-1) !== this.#number) this.#caught.push(this.#number);
  }

  /** Records that an earlier answer was proved wrong, given by the number of answers at that time. */
  addFaultAt(answer: number): void {
    this.#caught.push(answer);
  }

  /** Reports whether the service was caught shortly before or after an answer, given by the number of answers at that time. */
  isDoubted(answer: number): boolean {
    return this.#caught.some((caught) => Math.abs(caught - answer) <= doubtedAnswers);
  }
}
