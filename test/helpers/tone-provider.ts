import type { Pcm } from '../../src/core/pcm.ts';
import type { SpeechProvider, SpeechRequest } from '../../src/speech/provider.ts';

export interface ToneProvider extends SpeechProvider {
  /** Texts that were spoken, in the order in which the calls came in. */
  readonly spoken: string[];
  /** Most calls that were under way at once. */
  readonly peak: () => number;
}

interface ToneOptions {
  /** Called before a text is spoken; what it throws is the provider's failure. */
  readonly before?: (request: SpeechRequest, call: number) => Promise<void> | void;
  readonly concurrency?: number;
  readonly sampleRate?: number;
}

/** A real, tiny speech provider: every text is a tone of 60 ms a character whose pitch follows the text. */
export function toneProvider({ before, concurrency = 4, sampleRate = 8000 }: ToneOptions = {}): ToneProvider {
  const spoken: string[] = [];
  let underWay = 0;
  let most = 0;
  return {
    id: 'tone',
    limit: { max: 200, unit: 'chars' },
    target: 120,
    concurrency: { start: concurrency, max: concurrency },
    identity: () => 'tone 1',
    defaultVoice: () => 'sine',
    async synthesize(request) {
      spoken.push(request.text);
      const call = spoken.length;
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        await before?.(request, call);
        request.signal.throwIfAborted();
        return tone(request.text, sampleRate);
      } finally {
        underWay -= 1;
      }
    },
    voices: async () => [{ id: 'sine', name: 'Sine', language: 'en' }],
    availability: async () => ({ available: true }),
    [Symbol.asyncDispose]: async () => undefined,
    spoken,
    peak: () => most,
  };
}

/** The tone that stands for a text. */
export function tone(text: string, sampleRate: number): Pcm {
  const samples = new Int16Array(Math.round(text.length * 0.06 * sampleRate));
  const hertz = 200 + (text.length % 50) * 10;
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.round(8000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate));
  }
  return { samples, sampleRate };
}
