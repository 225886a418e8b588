import { AudiobookError } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { answerText } from '../guard/answer/read-answer.ts';

/** Called with each answer of a model: whether it was accepted, its text, and whether an earlier run got it. */
export type AnswerListener = (isAccepted: boolean, text: string, isKept?: boolean) => void;

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

  /** What `count` throws from now on. Undefined while it asks. */
  get failure(): AudiobookError | undefined {
    return this.#failure;
  }

  /** A sentence about three refusals in a row, those of earlier runs included. Undefined when there were none. */
  get message(): string | undefined {
    return this.#failure?.message ?? this.#known;
  }

  /**
   * Runs `write` for one part and returns its result. Throws what it throws, and `model-failed` with the model's words when
   * three parts in a row were refused; from then on also without asking. What an earlier run was refused cost nothing: the parts
   * behind it are still asked for.
   */
  async count<Result>(modelId: string, write: (onAnswer: AnswerListener) => Promise<Result>): Promise<Result> {
    const part = this.start();
    let isAccepted = false;
    let refused: { readonly text: string; readonly isKept: boolean } | undefined;
    const result = await write((isGood, text, isKept = false) => {
      isAccepted ||= isGood;
      if (!isGood) refused = { text, isKept: isKept && (refused?.isKept ?? true) };
    });
    if (isAccepted || !refused) return result;
    if (refused.isKept) this.#refusedBefore(part, modelId, refused.text);
    else this.refuse(part, modelId, refused.text);
    return result;
  }

  /** Begins a part and returns its number. Throws `model-failed` when three in a row were refused before it. */
  start(): number {
    if (this.#failure) throw this.#failure;
    return this.#parts.push('accepted') - 1;
  }

  /** Counts a part as refused, also one that was accepted before. Throws `model-failed` with the model's words when it is the third in a row. */
  refuse(part: number, modelId: string, text: string): void {
    this.#parts[part] = 'refused';
    if (longestRow(this.#parts.filter((each) => each !== 'refused-before')) >= maxInARow)
      this.#failure ??= new AudiobookError('model-failed', refusedInARow(modelId, text, ', so no more are asked for'));
    if (this.#failure) throw this.#failure;
  }

  #refusedBefore(part: number, modelId: string, text: string): void {
    this.#parts[part] = 'refused-before';
    if (longestRow(this.#parts) >= maxInARow) this.#known ??= refusedInARow(modelId, text);
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
