import type { Pcm } from '../core/pcm.ts';
import type { HeardWord } from './compare/heard-words.ts';
import type { RecognizerResult, RecognizerTask, Hearing } from './engine/recognizer-protocol.ts';
import { RecognizerProcess } from './engine/recognizer-process.ts';
import type { NotHeard } from './engine/recognizer-process.ts';
import { recognizerModel, hearsLanguage } from './recognizer.ts';
import type { InstalledRecognizer } from './recognizer.ts';
import { recognizers } from './recognizers.ts';

/** A sound, the text that it should hold, and its language as a BCP-47 code. */
export interface HearRequest {
  readonly pcm: Pcm;
  readonly text: string;
  readonly language: string;
  /** Id of the recognizer. Default: the best one for the language. */
  readonly recognizer?: string | undefined;
}

/** Words that were heard, the text that they should be, and where there is sound. */
export interface CompareRequest {
  readonly words: readonly HeardWord[];
  readonly text: string;
  readonly language: string;
  /** At any sample rate: only its level counts. */
  readonly sound: Pcm;
}

/** The recognizers of a run. A process is started when the first sound in one of its languages is heard. */
export class RecognizerPool implements AsyncDisposable {
  readonly #installed: readonly InstalledRecognizer[];
  readonly #processes = new Map<string, RecognizerProcess>();

  constructor(installed: readonly InstalledRecognizer[]) {
    this.#installed = installed;
  }

  /** Returns the best installed recognizer for a language, or undefined. */
  recognizerFor(language: string): InstalledRecognizer | undefined {
    return this.recognizersFor(language)[0];
  }

  /** Returns the installed recognizers for a language, the best first. */
  recognizersFor(language: string): readonly InstalledRecognizer[] {
    const heard = this.#installed.filter(({ model }) => hearsLanguage(model, language));
    return heard.toSorted((one, other) => rank(one) - rank(other));
  }

  /**
   * Returns what was heard of a text, or why it was not judged. Throws `canceled`, and `tool-missing` for a recognizer that
   * cannot be loaded.
   */
  async hear(request: HearRequest, signal: AbortSignal): Promise<Hearing | NotHeard> {
    const { pcm, text, language, recognizer } = request;
    return hearingOf(await this.#ask({ task: 'hear', pcm, text, language }, { language, recognizer }, signal));
  }

  /** Returns the words of a sound, or why there are none. Throws as `hear`. */
  async transcribe(pcm: Pcm, language: string, signal: AbortSignal): Promise<readonly HeardWord[] | NotHeard> {
    const result = await this.#ask({ task: 'transcribe', pcm }, { language }, signal);
    return 'words' in result ? result.words : noResult(result);
  }

  /** Returns how words that were heard fit a text. Throws as `hear`. */
  async compare(request: CompareRequest, signal: AbortSignal): Promise<Hearing | NotHeard> {
    return hearingOf(await this.#ask({ task: 'compare', ...request }, request, signal));
  }

  async #ask(
    task: RecognizerTask,
    { language, recognizer }: Pick<HearRequest, 'language' | 'recognizer'>,
    signal: AbortSignal,
  ): Promise<RecognizerResult | NotHeard> {
    const known = this.recognizersFor(language);
    const found = recognizer === undefined ? known[0] : known.find(({ model }) => model.id === recognizer);
    if (!found) return { reason: `No recognizer for ${language} is installed.` };
    const process = this.#processes.get(found.model.id) ?? new RecognizerProcess(recognizerModel(found));
    this.#processes.set(found.model.id, process);
    return await process.ask(task, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes.values()) await process[Symbol.asyncDispose]();
  }
}

function hearingOf(result: RecognizerResult | NotHeard): Hearing | NotHeard {
  return 'hearing' in result ? result.hearing : noResult(result);
}

function noResult(result: RecognizerResult | NotHeard): NotHeard {
  return 'reason' in result ? result : { reason: 'The recognizer gave another answer.' };
}

/** The order of the catalogue, then recognizers of the user's own; a recognizer for all languages comes last. */
function rank({ model }: InstalledRecognizer): number {
  if (model.languages.includes('*')) return Infinity;
  const place = recognizers.findIndex(({ id }) => id === model.id);
  return place === -1 ? recognizers.length : place;
}
