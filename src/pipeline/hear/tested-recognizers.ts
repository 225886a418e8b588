import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { RecognizerPool } from '../../listening/recognizer-pool.ts';
import type { InstalledRecognizer } from '../../listening/recognizer.ts';
import { selfTest } from './self-test.ts';

/** Surroundings of `TestedRecognizers`. */
export interface TestSurroundings {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Share of the test sentence that a recognizer must hear. */
const leastShare = 0.8;

/** Lets each recognizer hear a test sentence before it judges anything. It is loaded when its first sound comes. */
export class TestedRecognizers {
  readonly #pool: Pick<RecognizerPool, 'hear' | 'recognizersFor'>;
  readonly #surroundings: TestSurroundings;
  /** Why recognizers understand too little, by their ids. Rejected for one that cannot be loaded. */
  readonly #tests = new Map<string, Promise<string | undefined>>();
  /** Why recognizers cannot be used, by their ids. */
  readonly #reasons = new Map<string, Promise<string | undefined>>();

  constructor(pool: Pick<RecognizerPool, 'hear' | 'recognizersFor'>, surroundings: TestSurroundings) {
    this.#pool = pool;
    this.#surroundings = surroundings;
  }

  /**
   * Returns the recognizers for a language, the fastest first: it hears every sound, and the others only what it finds wrong.
   * The smaller is the faster one, but for those that hear every language.
   */
  recognizersFor: RecognizerPool['recognizersFor'] = (language) => {
    const known = this.#pool.recognizersFor(language);
    const [forAll, others] = [known.filter(hearsAll), known.filter((one) => !hearsAll(one))];
    return [...others.toSorted((one, other) => one.model.memoryBytes - other.model.memoryBytes), ...forAll];
  };

  /** Hears a sound as `RecognizerPool.hear`. What a recognizer that cannot be used would hear is not judged. Throws `canceled`. */
  hear: RecognizerPool['hear'] = async (request, signal) => {
    const known = this.recognizersFor(request.language);
    const recognizer = known.find(({ model }) => model.id === request.recognizer) ?? known[0];
    const reason = recognizer && (await this.#reasonAgainst(recognizer, request.language));
    return reason === undefined ? await this.#pool.hear(request, signal) : { reason };
  };

  /**
   * Reports whether the recognizer for a language understands enough, and warns when it does not. Throws `canceled`, and
   * `tool-missing` for a recognizer that cannot be loaded.
   */
  async isUsable(language: string): Promise<boolean> {
    const [recognizer] = this.recognizersFor(language);
    return recognizer !== undefined && (await this.#test(recognizer, language)) === undefined;
  }

  async #reasonAgainst(recognizer: InstalledRecognizer, language: string): Promise<string | undefined> {
    const { id } = recognizer.model;
    const reason = this.#reasons.get(id) ?? this.#test(recognizer, language).catch((thrown) => this.#notLoaded(thrown));
    this.#reasons.set(id, reason);
    return await reason;
  }

  /** The run goes on without a recognizer that cannot be loaded. */
  #notLoaded(thrown: unknown): string {
    const error = toAudiobookError(thrown);
    if (error.code !== 'tool-missing') throw error;
    this.#surroundings.warn(`Nothing is verified: ${error.message}`);
    return error.message;
  }

  async #test(recognizer: InstalledRecognizer, language: string): Promise<string | undefined> {
    const { id } = recognizer.model;
    const test = this.#tests.get(id) ?? this.#perform(recognizer, language);
    this.#tests.set(id, test);
    return await test;
  }

  async #perform(recognizer: InstalledRecognizer, language: string): Promise<string | undefined> {
    const { warn, ...surroundings } = this.#surroundings;
    const share = await selfTest(this.#pool, recognizer, { language, ...surroundings });
    if (share >= leastShare) return undefined;
    const percent = Math.round(100 * share);
    const { id } = recognizer.model;
    const finding = `recognizer ${id} understands only ${percent} % of a test sentence on this machine.`;
    warn(`Nothing is verified: the ${finding}`);
    return `The ${finding}`;
  }
}

function hearsAll({ model }: InstalledRecognizer): boolean {
  return model.languages.includes('*');
}
