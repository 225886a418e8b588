import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { SpeechGate } from '../../src/speech/gate/speech-gate.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { knownVoice } from '../helpers/known-voice.ts';
import { numberedSentences, segmentsOf, wordFor, wordsInOrder } from '../helpers/numbered-book.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import type { Fault, FaultPlan } from '../helpers/servers/faulty-server.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

/** About six hundred requests to the first service, so that most kinds of faults happen. The others differ in their answers. */
const mostWords = 5000;
const fewerWords = 1000;
const unitsPerSecond = 120;
const policy = { attempts: 8, firstDelayMs: 1, maxDelayMs: 20, timeoutMs: 4000 };

/** One answer in ten is bad; those that hang are rare, because each costs its whole deadline. */
function randomFaults(seed: number): FaultPlan {
  const quick: readonly Fault[] = [
    'throttle',
    'error',
    'reset-mid-body',
    'truncated',
    'empty',
    'html',
    'missing-sentence',
    'wrong-rate',
  ];
  const slow: readonly Fault[] = ['hang-before-headers', 'hang-mid-body', 'slow-drip'];
  const random = seededRandom(seed);
  return () => {
    if (random() >= 0.1) return undefined;
    const kind = random() < 0.01 ? slow : quick;
    return kind[Math.floor(random() * kind.length)];
  };
}

test.each(speechServices.map((service, at) => ({ ...service, words: at === 0 ? mostWords : fewerWords })))(
  'a book of $words words through $id, one answer in ten bad, arrives whole: every word once and in order',
  async ({ words, ...service }) => {
    await using server = await service.start({ faults: randomFaults(7), unitsPerSecond, sampleRate: 8000 });
    await using created = await providerFor(service, server);
    // The low sample rate makes the test quick.
    const provider = { ...created, capabilities: { ...created.capabilities, sampleRate: undefined } };
    const gate = new SpeechGate(provider.concurrency);
    const voice = knownVoice(unitsPerSecond, 8000);
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    // The answers of some must be decoded, at a cost for each: as long as they take them, they keep the test short.
    const size = ['polly', 'edge'].includes(service.id) ? provider.limit.max : provider.target;
    const segments = segmentsOf(numberedSentences(words), size);
    let next = 0;
    const odd: string[] = [];
    const worker = async (): Promise<void> => {
      for (let text = segments[next++]; text !== undefined; text = segments[next++]) {
        const request = { text, voice: service.voice, language: 'en', signal };
        const { pcm, doubt } = await speakSegment(provider, request, { policy, voice, gate });
        const expected = spokenSeconds(text, unitsPerSecond);
        if (Math.abs(pcmSeconds(pcm) - expected) > expected * 0.05 + 0.1 || doubt) odd.push(text);
      }
    };
    await Promise.all(Array.from({ length: provider.concurrency.max }, worker));
    // A text that came twice was given up by the client in between, on a slow machine.
    const inOrder = withoutHalved([...new Set(server.spoken)]).toSorted((a, b) => place(a) - place(b));
    const heard = wordsInOrder(inOrder);
    expect(heard.findIndex((word, number) => word !== wordFor(number))).toBe(-1);
    expect(heard).toHaveLength(words);
    expect(odd).toEqual([]);
    expect(server.requests.length).toBeGreaterThan(segments.length);
  },
);

const places = new Map(Array.from({ length: mostWords }, (_unused, number) => [wordFor(number), number]));

/** Leaves out the sample word that asks whether a service is up again, and texts that were asked for again in halves. */
function withoutHalved(texts: readonly string[]): readonly string[] {
  const ofBook = texts.filter((text) => place(text) !== -1);
  return ofBook.filter((text) => !ofBook.some((half) => half.length < text.length && text.startsWith(half)));
}

/** Where a text stands in the book, by its first word. */
function place(text: string): number {
  return places.get(wordsInOrder([text])[0] ?? '') ?? -1;
}
