import { AudiobookError } from '../core/errors.ts';

/** Far above any script; a service that sends more is broken or hostile. */
const maxLength = 4_000_000;

/** Collects the text of a streamed answer. Throws a `model-failed` when it does not end. */
export class OutputBuffer {
  readonly #who: string;
  #text = '';

  constructor(who: string) {
    this.#who = who;
  }

  get text(): string {
    return this.#text;
  }

  add(part: string): void {
    this.#text += part;
    if (this.#text.length <= maxLength) return;
    throw new AudiobookError('model-failed', `${this.#who} gave an answer that does not end.`);
  }
}
