import { AudiobookError } from '../core/errors.ts';

/** Far above any script. A service that sends more is broken or hostile. */
const maxLength = 4_000_000;

/** Collects the text of a streamed completion. */
export class CompletionBuffer {
  readonly #modelName: string;
  #text = '';

  constructor(modelName: string) {
    this.#modelName = modelName;
  }

  get text(): string {
    return this.#text;
  }

  /** Appends a part. Throws `model-failed` when the completion exceeds every sensible length. */
  add(part: string): void {
    this.#text += part;
    if (this.#text.length <= maxLength) return;
    throw new AudiobookError('model-failed', `${this.#modelName} sent a completion without an end.`);
  }
}
