import type { Hearing } from './engine/ear-protocol.ts';
import { EarProcess } from './engine/ear-process.ts';
import type { HearRequest, NotHeard } from './engine/ear-process.ts';
import { earModel, hearsLanguage } from './recognizer.ts';
import type { InstalledRecognizer } from './recognizer.ts';
import { recognizers } from './recognizers.ts';

/** The recognizers of a run. A process is started when the first sound in one of its languages is heard. */
export class Ears implements AsyncDisposable {
  readonly #installed: readonly InstalledRecognizer[];
  readonly #processes = new Map<string, EarProcess>();

  constructor(installed: readonly InstalledRecognizer[]) {
    this.#installed = installed;
  }

  /** Returns the best installed recognizer for a language, or undefined. */
  recognizerFor(language: string): InstalledRecognizer | undefined {
    const heard = this.#installed.filter(({ model }) => hearsLanguage(model, language));
    return heard.toSorted((one, other) => rank(one) - rank(other))[0];
  }

  /**
   * Returns what was heard of a text, or why it was not judged. Throws `canceled`, and `tool-missing` for a recognizer that
   * cannot be loaded.
   */
  async hear(request: HearRequest, signal: AbortSignal): Promise<Hearing | NotHeard> {
    const found = this.recognizerFor(request.language);
    if (!found) return { reason: `No recognizer for ${request.language} is installed.` };
    const ear = this.#processes.get(found.model.id) ?? new EarProcess(earModel(found));
    this.#processes.set(found.model.id, ear);
    return await ear.hear(request, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const ear of this.#processes.values()) await ear[Symbol.asyncDispose]();
  }
}

/** The order of the catalogue, then recognizers of the user's own; a recognizer for all languages comes last. */
function rank({ model }: InstalledRecognizer): number {
  if (model.languages.includes('*')) return Infinity;
  const place = recognizers.findIndex(({ id }) => id === model.id);
  return place === -1 ? recognizers.length : place;
}
