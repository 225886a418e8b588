import { AudiobookError } from '../core/errors.ts';

/** Far above any script. A service that sends more is broken or hostile. */
const maxLength = 4_000_000;
const maxParts = 2_000_000;

/** Collects the text of a streamed completion. */
export class CompletionBuffer {
  readonly #modelName: string;
  readonly #onPart: (() => void) | undefined;
  #text = '';
  #parts = 0;

  /** `onPart` is called for every part, empty ones included: a model that thinks sends those. */
  constructor(modelName: string, onPart?: () => void) {
    this.#modelName = modelName;
    this.#onPart = onPart;
  }

  get text(): string {
    return this.#text;
  }

  /** Appends a part. Throws `model-failed` when the completion exceeds every sensible length. */
  add(part: string): void {
    this.#text += part;
    this.#parts += 1;
    this.#onPart?.();
    if (this.#text.length <= maxLength && this.#parts <= maxParts) return;
    throw new AudiobookError('model-failed', `${this.#modelName} sent a completion without an end.`);
  }
}
