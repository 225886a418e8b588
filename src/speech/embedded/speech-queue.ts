import { AudiobookError, canceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { EngineProcess } from './engine-process.ts';
import type { EngineText } from './engine-protocol.ts';

/** A text that waits for an engine, or is spoken by one. */
interface Waiting {
  readonly text: EngineText;
  readonly signal: AbortSignal;
  readonly resolve: (pcm: Pcm) => void;
  readonly reject: (error: unknown) => void;
}

/** Short texts are sent together as long as they have no more characters than a usual segment. */
const maxCharacters = 600;
const maxTexts = 8;
/** An engine that answers none of several short texts for so long hangs. */
const maxSilenceMs = 10_000;

/**
 * Texts that wait for engines, the first one first. Short ones are sent to an engine together, because each message costs time. Of
 * several, each text that gets no audio for any reason is sent once more alone, and fails alone.
 */
export class SpeechQueue {
  readonly #engines: number;
  readonly #withEngine: (work: (engine: EngineProcess) => Promise<void>) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  #speaking = 0;
  #isClosed = false;

  constructor(engines: number, withEngine: (work: (engine: EngineProcess) => Promise<void>) => Promise<void>) {
    this.#engines = engines;
    this.#withEngine = withEngine;
  }

  /** Returns the audio of a text. Throws as `EngineProcess.ask`; after an abort at once, wherever the text is. */
  async speak(text: EngineText, signal: AbortSignal): Promise<Pcm> {
    return await new Promise<Pcm>((resolve, reject) => {
      const settle =
        <T>(finish: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', abort);
          finish(value);
        };
      const waiting = { text, signal, resolve: settle(resolve), reject: settle(reject) };
      const abort = (): void => {
        const place = this.#waiting.indexOf(waiting);
        if (place !== -1) this.#waiting.splice(place, 1);
        reject(canceled(signal));
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Fails the texts that wait. The others fail when their engines end. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closedError());
  }

  #next(): void {
    while (this.#speaking < this.#engines && this.#waiting.length > 0) {
      this.#speaking += 1;
      void this.#speakAll(this.#take()).finally(() => {
        this.#speaking -= 1;
        this.#next();
      });
    }
  }

  /** Takes the next texts: no more than leaves as many for each of the other engines. */
  #take(): readonly Waiting[] {
    const most = Math.min(maxTexts, Math.ceil(this.#waiting.length / this.#engines));
    let characters = 0;
    const tooMuch = this.#waiting.findIndex(({ text }, place) => {
      characters += text.text.length;
      return place > 0 && (place >= most || characters > maxCharacters);
    });
    return this.#waiting.splice(0, tooMuch === -1 ? this.#waiting.length : tooMuch);
  }

  /** Never rejects. */
  async #speakAll(texts: readonly Waiting[]): Promise<void> {
    const left = new Set(texts);
    if (texts.length > 1) {
      const answer = (place: number, pcm: Pcm | undefined): void => {
        const waiting = texts[place];
        if (!waiting || !pcm) return;
        left.delete(waiting);
        waiting.resolve(pcm);
      };
      // The texts that fail alone show why it failed.
      await this.#withEngine(async (engine) => await askAll(engine, texts, answer)).catch(() => undefined);
    }
    for (const { text, signal, resolve, reject } of left) {
      if (signal.aborted) continue;
      if (this.#isClosed) reject(closedError());
      else await this.#withEngine(async (engine) => resolve(await engine.speak(text, signal))).catch(reject);
    }
  }
}

/** Asks for several texts. The engine is killed when it hangs, or when all of them were aborted. */
async function askAll(
  engine: EngineProcess,
  texts: readonly Waiting[],
  onAnswer: (place: number, pcm: Pcm | undefined) => void,
): Promise<void> {
  const end = new AbortController();
  const silence = setTimeout(() => end.abort(), maxSilenceMs);
  const abort = (): void => {
    if (texts.every(({ signal }) => signal.aborted)) end.abort();
  };
  for (const { signal } of texts) signal.addEventListener('abort', abort);
  try {
    await engine.speakAll(
      texts.map(({ text }) => text),
      end.signal,
      (place, pcm) => {
        silence.refresh();
        onAnswer(place, pcm);
      },
    );
  } finally {
    clearTimeout(silence);
    for (const { signal } of texts) signal.removeEventListener('abort', abort);
  }
}

function closedError(): AudiobookError {
  return new AudiobookError('provider-failed', 'The embedded speech engine failed: it was ended.', { retryable: true });
}
