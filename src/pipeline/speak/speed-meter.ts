import type { SpeechSpeed } from './speech-speeds.ts';

/** Speech of a voice that was made in a run. */
interface Spoken {
  readonly characters: number;
  readonly seconds: number;
}

/** Fewer characters say more about the start of a service than about its speed. */
const minCharacters = 400;

/** Measures how fast voices speak in a run. Time in which nothing is being spoken does not count. */
export class SpeedMeter {
  readonly #now: () => number;
  readonly #voices = new Map<string, Spoken>();
  #active = 0;
  #activeSinceMs = 0;
  #busyMs = 0;

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A request begins. */
  begin(): void {
    if (this.#active === 0) this.#activeSinceMs = this.#now();
    this.#active += 1;
  }

  /** A request ends, with what was spoken unless it failed. */
  end(voice?: string, spoken?: Spoken): void {
    this.#active -= 1;
    if (this.#active === 0) this.#busyMs += this.#now() - this.#activeSinceMs;
    if (voice === undefined || !spoken) return;
    const { characters = 0, seconds = 0 } = this.#voices.get(voice) ?? {};
    this.#voices.set(voice, { characters: characters + spoken.characters, seconds: seconds + spoken.seconds });
  }

  /** The service did not work for a while. */
  waited(ms: number): void {
    this.#busyMs -= ms;
  }

  /** Returns the speeds of the voices that spoke enough. Voices that took turns share the time. */
  speeds(): readonly ({ readonly voice: string } & Omit<SpeechSpeed, 'measuredOn'>)[] {
    const total = [...this.#voices.values()].reduce((sum, { characters }) => sum + characters, 0);
    const charactersPerSecond = (total * 1000) / this.#busyMs;
    if (!Number.isFinite(charactersPerSecond) || charactersPerSecond <= 0) return [];
    return [...this.#voices].flatMap(([voice, { characters, seconds }]) =>
      characters < minCharacters || seconds <= 0
        ? []
        : [{ voice, charactersPerSecond, secondsPerCharacter: seconds / characters }],
    );
  }
}
