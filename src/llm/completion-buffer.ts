import { maxLength, withoutEnd } from './read-lines.ts';

const maxParts = 2_000_000;

/** The end of a completion that shows a loop, and the longest passage that repeats: 200 and 40 tokens of about four characters. */
const loopLength = 800;
const maxPeriod = 160;

/** Collects the text of a streamed completion. */
export class CompletionBuffer {
  readonly #modelName: string;
  #text = '';
  #parts = 0;
  #checkedLength = 0;

  constructor(modelName: string) {
    this.#modelName = modelName;
  }

  get text(): string {
    return this.#text;
  }

  /** The number of parts. Services send about a token in each. */
  get parts(): number {
    return this.#parts;
  }

  /**
   * Appends a part. Returns whether the completion goes on: `false` when its end repeats one passage over and over, which a model
   * does not leave any more. Throws `model-failed` when the completion exceeds every sensible length.
   */
  add(part: string): boolean {
    this.#text += part;
    this.#parts += 1;
    if (this.#text.length > maxLength || this.#parts > maxParts) throw withoutEnd(this.#modelName);
    if (this.#text.length < this.#checkedLength + maxPeriod) return true;
    this.#checkedLength = this.#text.length;
    return !isLoop(this.#text.slice(-loopLength));
  }
}

function isLoop(end: string): boolean {
  return end.length === loopLength && shortestPeriod(end) <= maxPeriod;
}

/** Returns the length of the shortest passage whose repetitions make a text: its length without its longest border (Knuth, Morris, Pratt). */
function shortestPeriod(text: string): number {
  const borders = [0];
  for (let index = 1; index < text.length; index += 1) {
    let border = borders[index - 1] ?? 0;
    while (border > 0 && text[border] !== text[index]) border = borders[border - 1] ?? 0;
    borders.push(text[border] === text[index] ? border + 1 : 0);
  }
  return text.length - (borders.at(-1) ?? 0);
}
