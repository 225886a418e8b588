import { EventEmitter, once } from 'node:events';
import { onTestFinished } from 'vitest';
import { startKokoroServer } from './kokoro-server.ts';

/** A speech server that answers some requests and holds the others until it is released. */
export interface HeldKokoro {
  /** Settings of those that speak with it. */
  readonly settings: Readonly<Record<'KOKORO_API_URL' | 'TTS_PROVIDER', string>>;
  /** Texts in the order in which they were asked for. */
  readonly texts: readonly string[];
  /** Answers all requests from now on. */
  release(): void;
}

/** Starts it until the test ends. `answered` is how many requests are answered at once. */
export async function startHeldKokoro(answered = Infinity): Promise<HeldKokoro> {
  const gate = new EventEmitter();
  const released = once(gate, 'release');
  const texts: string[] = [];
  const server = await startKokoroServer({
    async hold(text) {
      if (texts.push(text) > answered) await released;
    },
  });
  onTestFinished(async () => await server[Symbol.asyncDispose]());
  const release = (): void => void gate.emit('release');
  onTestFinished(release);
  return { settings: { KOKORO_API_URL: `${server.url}/v1`, TTS_PROVIDER: 'kokoro' }, texts, release };
}
