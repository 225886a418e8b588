import pLimit from 'p-limit';
import { throwIfCanceled } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { chooseProvider } from './choose-provider.ts';

/** A provider that several requests use. It is opened for the first, and closed when none came for a while: its models take memory. */
export class SharedProvider implements AsyncDisposable {
  readonly #id: string;
  readonly #settings: Settings;
  readonly #idleMs: number;
  readonly #limit: ReturnType<typeof pLimit>;
  #opening: Promise<SpeechProvider> | undefined;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    id: string,
    settings: Settings,
    { idleMs, atOnce }: { readonly idleMs: number; readonly atOnce: number },
  ) {
    this.#id = id;
    this.#settings = settings;
    this.#idleMs = idleMs;
    this.#limit = pLimit(atOnce);
  }

  /** Number of requests that use the provider or wait for their turn. */
  get users(): number {
    return this.#users;
  }

  /** Runs `work` with the open provider. Throws what opening it or `work` throws. */
  async use<T>(signal: AbortSignal, work: (provider: SpeechProvider) => Promise<T>): Promise<T> {
    this.#users += 1;
    clearTimeout(this.#timer);
    try {
      this.#opening ??= chooseProvider(this.#id, this.#settings, signal).then(({ provider }) => provider);
      const provider = await this.#opening.catch((thrown: unknown) => {
        this.#opening = undefined;
        throw thrown;
      });
      return await this.#limit(async () => {
        throwIfCanceled(signal);
        return await work(provider);
      });
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#timer = setTimeout(() => void this.#close(), this.#idleMs).unref();
    }
  }

  async #close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#close();
  }
}
