import { AudiobookError } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { answerText } from '../guard/answer/read-answer.ts';

/** Called with each answer of a model: whether it was accepted, and its text. */
export type AnswerListener = (isAccepted: boolean, text: string) => void;

/** After as many parts without an accepted answer, a model refuses the rest of the book, too. */
const maxInARow = 3;

/**
 * Counts the parts of a book in a row for which a model gave no script that was accepted: over all chapters, in the order in
 * which they were asked for. An accepted answer ends the row.
 */
export class Refusals {
  readonly #areRefused: boolean[] = [];
  #failure: AudiobookError | undefined;

  /** What `count` throws from now on. Undefined while it asks. */
  get failure(): AudiobookError | undefined {
    return this.#failure;
  }

  /**
   * Runs `write` for one part and returns its result. Throws what it throws, and `model-failed` with the model's words when
   * three parts in a row were refused; from then on also without asking.
   */
  async count<Result>(modelId: string, write: (onAnswer: AnswerListener) => Promise<Result>): Promise<Result> {
    const part = this.start();
    let isAccepted = false;
    let refusedText: string | undefined;
    const result = await write((isGood, text) => {
      isAccepted ||= isGood;
      if (!isGood) refusedText = text;
    });
    if (!isAccepted && refusedText !== undefined) this.refuse(part, modelId, refusedText);
    return result;
  }

  /** Begins a part and returns its number. Throws `model-failed` when three in a row were refused before it. */
  start(): number {
    if (this.#failure) throw this.#failure;
    return this.#areRefused.push(false) - 1;
  }

  /** Counts a part as refused, also one that was accepted before. Throws `model-failed` with the model's words when it is the third in a row. */
  refuse(part: number, modelId: string, text: string): void {
    this.#areRefused[part] = true;
    if (this.#longestRow() >= maxInARow) this.#failure ??= refusedInARow(modelId, text);
    if (this.#failure) throw this.#failure;
  }

  #longestRow(): number {
    let [row, longest] = [0, 0];
    for (const isRefused of this.#areRefused) {
      row = isRefused ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return longest;
  }
}

function refusedInARow(modelId: string, text: string): AudiobookError {
  const message = `${modelId} wrote no usable script for ${maxInARow} parts of the book in a row, so no more are asked for. ${wordsOfModel(text)} Try another model, task or prompt.`;
  return new AudiobookError('model-failed', message);
}

const maxWordsLength = 200;

/** Returns a sentence that quotes what a model answered: at most 200 characters, without control characters, markup and keys. */
export function wordsOfModel(answer: string): string {
  const line = messageText(answerText(answer).replaceAll(/\p{Cf}/gu, ''));
  if (line === '') return 'Its answer was empty.';
  const words =
    line.length > maxWordsLength ? `${line.slice(0, maxWordsLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…` : line;
  return `Its answer: “${words}”`;
}
