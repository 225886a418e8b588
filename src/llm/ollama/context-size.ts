/** The server loads the model again for every other size, so there are few of them. */
const stepTokens = 4096;

/**
 * Chooses the context of a local model: as large as its requests need, because a larger one takes memory and time. It never
 * shrinks within a run.
 */
export class ContextSize {
  #tokens = 0;

  /** Returns the context for a prompt and a completion of so many tokens, at most `maxTokens`. */
  for(promptTokens: number, numPredict: number, maxTokens: number): number {
    const needed = promptTokens + numPredict;
    this.#tokens = Math.max(this.#tokens, Math.ceil(needed / stepTokens) * stepTokens);
    return Math.min(this.#tokens, maxTokens);
  }
}
