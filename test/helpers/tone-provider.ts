import { concatPcm } from '../../src/core/pcm.ts';
import type { Pcm } from '../../src/core/pcm.ts';
import type { SpeechProvider, SpeechRequest } from '../../src/speech/provider.ts';
import { isSpeakable } from '../../src/text/is-speakable.ts';
import { splitSentences } from '../../src/text/split-sentences.ts';

/** A speech provider for tests that records its calls. */
export interface ToneProvider extends SpeechProvider {
  /** Texts in the order of the calls. */
  readonly spoken: string[];
  /** Returns the largest number of concurrent calls. */
  readonly peak: () => number;
}

interface ToneOptions {
  /** Called before a text is spoken. Its errors are errors of the provider. `call` counts from 1. */
  readonly before?: ((request: SpeechRequest, call: number) => Promise<void> | void) | undefined;
  readonly concurrency?: number | undefined;
  readonly sampleRate?: number | undefined;
  /** Whether it is silent for 200 ms after each sentence inside of a text, as a voice is. */
  readonly rests?: boolean | undefined;
}

/** Creates a speech provider that speaks each text as a tone of 60 ms per character, whose pitch depends on the text. */
export function toneProvider({
  before,
  concurrency = 4,
  sampleRate = 8000,
  rests = false,
}: ToneOptions = {}): ToneProvider {
  const spoken: string[] = [];
  let active = 0;
  let peak = 0;
  return {
    id: 'tone',
    limit: { max: 200, unit: 'chars' },
    target: 120,
    timeoutMs: 60_000,
    concurrency: { start: concurrency, max: concurrency },
    identity: () => 'tone 1',
    capabilities: { ssml: false },
    defaultVoice: async () => 'sine',
    languagesOf: async () => [],
    async synthesize(request) {
      spoken.push(request.text);
      const call = spoken.length;
      active += 1;
      peak = Math.max(peak, active);
      try {
        await before?.(request, call);
        request.signal.throwIfAborted();
        return rests ? restingTone(request.text, sampleRate) : tone(request.text, sampleRate);
      } finally {
        active -= 1;
      }
    },
    voices: async () => [{ id: 'sine', name: 'Sine', language: 'en' }],
    availability: async () => ({ available: true }),
    [Symbol.asyncDispose]: async () => undefined,
    spoken,
    peak: () => peak,
  };
}

/** Returns the tone for a text. It begins louder, as a voice does: in a steady one, true peaks would be looked for near every sample. */
export function tone(text: string, sampleRate: number): Pcm {
  const samples = new Int16Array(Math.round(text.length * 0.06 * sampleRate));
  const hertz = 200 + (text.length % 50) * 10;
  for (let index = 0; index < samples.length; index += 1) {
    const level = index < sampleRate / 50 ? 8000 : 4500;
    samples[index] = Math.round(level * Math.sin((2 * Math.PI * hertz * index) / sampleRate));
  }
  return { samples, sampleRate };
}

function restingTone(text: string, sampleRate: number): Pcm {
  const rest = { samples: new Int16Array(sampleRate / 5), sampleRate };
  const tones = splitSentences(text)
    .filter(isSpeakable)
    .map((sentence) => tone(sentence, sampleRate));
  return concatPcm(tones.flatMap((one, index) => (index === 0 ? [one] : [rest, one])));
}
