import { describe, expect, it } from 'vitest';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const sampleRate = 8000;
const policy = { attempts: 4, firstDelayMs: 1, maxDelayMs: 1 };

function textOf(index: number): string {
  return `On day ${index} she walked down to the harbour${', as ever'.repeat(index % 3)}, and counted all the grey boats before noon.`;
}

/** Speaks texts one after another; the answer to the request is cut in the middle of its last word. */
async function requestsFor(cutRequest: number, paceOf: (request: number) => number): Promise<readonly string[]> {
  const requests: string[] = [];
  const provider = {
    ...toneProvider(),
    async synthesize({ text }: { text: string }) {
      const pace = paceOf(requests.length);
      const whole = speakWords(text, Math.round(sampleRate * pace));
      const samples =
        requests.push(text) - 1 === cutRequest ? whole.subarray(0, whole.length - 0.72 * sampleRate) : whole;
      return { samples, sampleRate };
    },
  };
  const memory = new VoiceMemory();
  for (let index = 0; index < 24; index += 1) {
    const { signal } = new AbortController();
    await speakSegment(
      provider,
      { text: textOf(index), voice: 'sine', language: 'en', signal },
      { policy, voice: memory },
    );
  }
  return requests;
}

describe('an answer that was refused, and another one to the same text that passed', () => {
  const cut = 20;

  it('prove a service wrong that otherwise repeats itself, so that the next texts are compared', async () => {
    const requests = await requestsFor(cut, () => 1);
    expect(requests.filter((text) => text === textOf(cut)).length).toBeGreaterThan(2);
    expect(requests.filter((text) => text === textOf(23)).length).toBeGreaterThan(1);
  });

  it('prove nothing against a service that never speaks a text in the same way twice', async () => {
    const requests = await requestsFor(cut, (request) => 1 + ((request * 7) % 5) / 100);
    expect(requests.filter((text) => text === textOf(23))).toHaveLength(1);
  });
});

describe('silent answers of a service that was caught', () => {
  it('do not outvote those that are the same speech', async () => {
    let requests = 0;
    const provider = {
      ...toneProvider(),
      async synthesize({ text }: { text: string }) {
        requests += 1;
        const whole = speakWords(text, sampleRate);
        return { samples: requests % 5 < 2 ? whole : new Int16Array(whole.length), sampleRate };
      },
    };
    const memory = new VoiceMemory();
    memory.trust.addFault();
    const { signal } = new AbortController();
    const request = { text: textOf(1), voice: 'sine', language: 'en', signal };
    const { pcm } = await speakSegment(provider, request, { policy, voice: memory });
    expect(pcm.samples).toEqual(speakWords(textOf(1), sampleRate));
  });
});

describe('a service that was caught and has two ways to speak each text', () => {
  it('ends no run, and is not said to be wrong for it', async () => {
    let requests = 0;
    const provider = {
      ...toneProvider(),
      async synthesize({ text }: { text: string }) {
        requests += 1;
        // As two servers behind one address, of which each answers every other time.
        return { samples: speakWords(text, sampleRate * (requests % 2 === 0 ? 1 : 1.03)), sampleRate };
      },
    };
    const memory = new VoiceMemory();
    memory.trust.addFault();
    for (let index = 0; index < 24; index += 1) {
      const { signal } = new AbortController();
      const request = { text: index === 0 ? 'Prologue' : textOf(index), voice: 'sine', language: 'en', signal };
      const { pcm } = await speakSegment(provider, request, { policy, voice: memory });
      const lengths = [1, 1.03].map((pace) => speakWords(request.text, sampleRate * pace).length);
      expect(lengths).toContain(pcm.samples.length);
    }
    expect(requests).toBeLessThan(24 * 4);
    expect(memory.trust.isCaught).toBe(false);
  });
});

describe('a text whose first half was believed before its second half showed that the service is wrong', () => {
  it('is noted as believed, so that it is compared at the end', async () => {
    const requests = new Map<string, number>();
    const provider = {
      ...toneProvider(),
      async synthesize({ text }: { text: string }) {
        const count = (requests.get(text) ?? 0) + 1;
        requests.set(text, count);
        const whole = speakWords(text, sampleRate);
        const isWrong = text.length > 150 || (text.startsWith('Then') && count === 1);
        return { samples: isWrong ? whole.subarray(0, whole.length / 2) : whole, sampleRate };
      },
    };
    const memory = new VoiceMemory();
    const speak = async (text: string) => {
      const { signal } = new AbortController();
      return await speakSegment(provider, { text, voice: 'sine', language: 'en', signal }, { policy, voice: memory });
    };
    for (let index = 0; index < 12; index += 1) await speak(textOf(index));
    const { confirmation } = await speak(`${textOf(12)} Then ${textOf(13)}`);
    expect(memory.trust.isCaught).toBe(true);
    expect(confirmation?.lead).toBe(1);
    expect(confirmation?.answer).toBeGreaterThan(12);
  });
});
