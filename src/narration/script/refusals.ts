import { AudiobookError } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { answerText } from '../guard/answer/read-answer.ts';

/** After as many parts without an accepted answer, a model refuses the rest of the book, too. */
const maxInARow = 3;

/**
 * Counts the parts of a book in a row for which a model gave no script that was accepted: over all chapters, in the order in
 * which they were asked for. An accepted answer ends the row.
 */
export class Refusals {
  readonly #parts: ('accepted' | 'refused' | 'refused-before')[] = [];
  #failure: AudiobookError | undefined;
  #known: string | undefined;

  /** Why no more is asked for. Undefined as long as it is. */
  get failure(): AudiobookError | undefined {
    return this.#failure;
  }

  /** A sentence about three refusals in a row, those of earlier runs included. Undefined when there were none. */
  get message(): string | undefined {
    return this.#failure?.message ?? this.#known;
  }

  /** Begins a part and returns its number. Throws `failure`. */
  start(): number {
    if (this.#failure) throw this.#failure;
    return this.#parts.push('accepted') - 1;
  }

  /**
   * Counts a part as refused, also one that was accepted before. With the third in a row, `failure` quotes the model. What an earlier run
   * was refused (`isKept`) cost nothing: the parts behind it are still asked for.
   */
  refuse(part: number, modelId: string, text: string, isKept = false): void {
    this.#parts[part] = isKept ? 'refused-before' : 'refused';
    if (longestRow(this.#parts) >= maxInARow) this.#known ??= refusedInARow(modelId, text);
    if (longestRow(this.#parts.filter((each) => each !== 'refused-before')) >= maxInARow)
      this.#failure ??= new AudiobookError('model-failed', refusedInARow(modelId, text, ', so no more are asked for'));
  }
}

/** Returns how many parts in a row were refused at most. */
function longestRow(parts: readonly string[]): number {
  let [row, longest] = [0, 0];
  for (const part of parts) {
    row = part === 'accepted' ? 0 : row + 1;
    longest = Math.max(longest, row);
  }
  return longest;
}

function refusedInARow(modelId: string, text: string, end = ''): string {
  return `${modelId} wrote no usable script for ${maxInARow} parts of the book in a row${end}. ${wordsOfModel(text)} Try another model, task or prompt.`;
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
