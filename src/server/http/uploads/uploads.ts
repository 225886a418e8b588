import { RequestError } from '../../errors/request-error.ts';

/** Limits the uploads at the same time, so that slow ones take no places in the queue. */
export class Uploads {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs one upload. Throws `busy` when there are too many. */
  async run<Value>(upload: () => Promise<Value>): Promise<Value> {
    if (this.#count >= this.#max) {
      throw new RequestError('busy', `${this.#max} books are being uploaded. Try again later.`);
    }
    this.#count += 1;
    try {
      return await upload();
    } finally {
      this.#count -= 1;
    }
  }
}
