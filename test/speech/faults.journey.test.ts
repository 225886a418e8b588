import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import type { SpeakPolicy } from '../../src/speech/call/request-answer.ts';
import { knownVoice } from '../helpers/known-voice.ts';
import { faults } from '../helpers/servers/faulty-server.ts';
import type { Fault, FaultPlan } from '../helpers/servers/faulty-server.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';
import type { SpeechService } from '../helpers/servers/speech-services.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const text =
  'The rain had stopped before dawn. She walked down to the harbour, as she did every morning. ' +
  'Nobody was there but the gulls. The boats lay still on the grey water, and she counted them twice.';
/** Services whose sample rate is known, and whose audio says what rate it has. Of the others, every rate may be right. */
const ratedByHeader = new Set(['kokoro', 'polly', 'google', 'qwen', 'elevenlabs', 'azure', 'edge']);
/** One fault of each kind: of the connection, the status, the bytes and the sound. `test/bench/fault-matrix.mjs` has all of them. */
const lasting = ['hang-mid-body', 'error', 'truncated', 'missing-sentence', 'wrong-rate'] as const;
const hanging = new Set<Fault>(['hang-before-headers', 'hang-mid-body', 'slow-drip']);

/** Only faults that hang get a short deadline; the rest must not depend on the speed of the machine. */
function policyFor(fault: Fault, attempts: number): SpeakPolicy {
  return { attempts, firstDelayMs: 1, maxDelayMs: 50, timeoutMs: hanging.has(fault) ? 3000 : 60_000 };
}

/** Starts a provider whose pace is known; the faults begin after its first request. */
async function startService(service: SpeechService, plan: FaultPlan) {
  let begun = -1;
  const server = await service.start({
    sampleRate: 24_000,
    faults: (request) => (begun < 0 ? undefined : plan(request - begun)),
  });
  const provider = await providerFor(service, server);
  const memory = knownVoice(15, 24_000);
  const { signal } = new AbortController();
  const request = { text, voice: service.voice, language: 'en', signal };
  await provider.synthesize(request);
  begun = server.requests.length;
  return {
    server,
    speak: (policy: SpeakPolicy) => speakSegment(provider, request, { policy, voice: memory }),
    [Symbol.asyncDispose]: async () => {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.each(speechServices)('$id', (service) => {
  it.concurrent.each(faults)('returns complete audio after one response with the fault "%s"', async (fault) => {
    await using run = await startService(service, (request) => (request === 0 ? fault : undefined));
    const { pcm, doubt } = await run.speak(policyFor(fault, 6));
    expect(doubt).toBeUndefined();
    expect(Math.abs(pcmSeconds(pcm) / spokenSeconds(text) - 1)).toBeLessThan(0.03);
    expect(run.server.requests.length).toBeGreaterThanOrEqual(3);
  });

  it.concurrent.each(lasting.filter((fault) => fault !== 'wrong-rate' || ratedByHeader.has(service.id)))(
    'ends with an error, or in doubt, when every response has the fault "%s"',
    async (fault) => {
      await using run = await startService(service, () => fault);
      const outcome = await run.speak(policyFor(fault, 2)).catch((error: unknown) => error);
      // Audio that is always short in the same way cannot be told from a text that is quick to say.
      const inDoubt = { doubt: { expectedSeconds: expect.any(Number), seconds: expect.any(Number) } };
      const failure = {
        code: 'provider-failed',
        message: expect.stringMatching(/\w.* The text: "(?:The rain had stopped|\w)/u),
      };
      const isShort = typeof outcome === 'object' && outcome !== null && 'doubt' in outcome;
      expect(outcome).toMatchObject(isShort ? inDoubt : failure);
      expect(!isShort || fault === 'missing-sentence' || fault === 'truncated').toBe(true);
      expect(run.server.requests.length).toBeGreaterThan(1);
    },
  );
});
