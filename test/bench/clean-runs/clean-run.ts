import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resample } from '../../../src/audio/pcm/resample.ts';
import { toAudiobookError } from '../../../src/core/errors.ts';
import type { Pcm } from '../../../src/core/pcm.ts';
import { settingsFrom } from '../../../src/core/settings.ts';
import { decodeWav } from '../../../src/core/wav.ts';
import { readBook } from '../../../src/book/read-book.ts';
import { planBook } from '../../../src/pipeline/plan/plan.ts';
import type { Segment } from '../../../src/pipeline/plan/plan.ts';
import { synthesize } from '../../../src/pipeline/speak/synthesis.ts';
import { openSegmentStore } from '../../../src/pipeline/store/segment-store.ts';
import type { SpeechProvider } from '../../../src/speech/provider.ts';
import { findProvider } from '../../../src/speech/registry.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { providerFor, speechServices } from '../../helpers/servers/speech-services.ts';

/** A voice that has no fault. */
export interface CleanVoice {
  readonly name: string;
  readonly provider: string;
  readonly voice?: string;
  /** What the service speaks with: options of espeak-ng. Absent for the embedded provider, which speaks itself. */
  readonly espeak?: readonly string[];
  /** Whether the service never speaks a text in the same way twice. */
  readonly varies?: boolean;
}

export const cleanVoices: readonly CleanVoice[] = [
  { name: 'flite', provider: 'embedded', voice: 'flite:slt' },
  { name: 'espeak-ng', provider: 'embedded', voice: 'espeak:en-us' },
  { name: 'American service', provider: 'kokoro', espeak: ['-v', 'en-us', '-s', '165'] },
  { name: 'British service', provider: 'openai', espeak: ['-v', 'en-gb-x-rp+f3', '-s', '150'] },
  { name: 'varying service', provider: 'azure', espeak: ['-v', 'en-us+m3'], varies: true },
];

/** How a run without any fault went. */
export interface CleanRun {
  readonly segments: number;
  /** Texts that were asked for more than once, and requests beyond one for each. */
  readonly askedAgain: number;
  readonly extraRequests: number;
  readonly doubts: number;
  /** Why texts were asked for again. */
  readonly reasons: readonly string[];
  /** Why it failed. Absent when it did not. */
  readonly failure?: string | undefined;
}

/** Speaks segments of a book with a voice that has no fault, and counts what was asked for again. */
export async function cleanRun(voice: CleanVoice, segments: readonly Segment[]): Promise<CleanRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clean-runs-'));
  const requests = new Map<string, number>();
  const { provider, voiceId, close } = await opened(voice);
  const counted: SpeechProvider = {
    ...provider,
    async synthesize(request) {
      const pcm = await provider.synthesize(request);
      // A server in a process that is busy may close a connection: only answers count.
      requests.set(request.text, (requests.get(request.text) ?? 0) + 1);
      return pcm;
    },
  };
  const reasons: string[] = [];
  let doubts = 0;
  let failure: string | undefined;
  try {
    const spoken = synthesize(segments, {
      provider: counted,
      speakerOf: () => ({ voice: voiceId, language: 'en-US' }),
      store: await openSegmentStore(folder),
      signal: new AbortController().signal,
      onProgress: (event) => {
        if (event.type === 'warning') reasons.push(event.message);
        if (event.type === 'segment-retry' && event.reason.includes('audio'))
          reasons.push(`${event.reason} ${segments[event.segment]?.text ?? ''}`);
      },
      allowGaps: false,
      onChanged: (changes) => void (doubts += changes.filter(({ doubt }) => doubt !== undefined).length),
      policy: { attempts: 4, firstDelayMs: 1, maxDelayMs: 10, timeoutMs: 120_000 },
    });
    for await (const { doubt } of spoken) if (doubt) doubts += 1;
  } catch (thrown) {
    failure = toAudiobookError(thrown).message;
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
  const counts = [...requests].filter(([text]) => segments.some((segment) => segment.text === text));
  const all = [...requests.values()].reduce((sum, count) => sum + count, 0);
  return {
    segments: segments.length,
    askedAgain: counts.filter(([, count]) => count > 1).length,
    extraRequests: all - counts.length,
    doubts,
    reasons,
    failure,
  };
}

async function opened({ provider: id, voice, espeak = [], varies = false }: CleanVoice) {
  const service = speechServices.find((known) => known.id === id);
  if (!service) {
    const provider = await findProvider(id).create(settingsFrom([]));
    return { provider, voiceId: voice ?? '', close: async () => await provider[Symbol.asyncDispose]() };
  }
  const random = seededRandom(5);
  const spoken = new Map<string, Int16Array>();
  const speak = (text: string, sampleRate: number): Int16Array => {
    const pace = varies
      ? ['-s', String(Math.round(160 * (0.94 + 0.12 * random()))), '-p', String(Math.round(45 + 10 * random()))]
      : [];
    const known = varies ? undefined : spoken.get(text);
    const samples = known ?? spokenBy([...espeak, ...pace], text, sampleRate);
    spoken.set(text, samples);
    return samples;
  };
  const server = await service.start({ speak });
  const provider = await providerFor(service, server);
  const close = async (): Promise<void> => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { provider, voiceId: service.voice, close };
}

function spokenBy(options: readonly string[], text: string, sampleRate: number): Int16Array {
  const wav = execFileSync('espeak-ng', [...options, '--stdout', '--stdin'], { input: text, maxBuffer: 1 << 28 });
  const pcm: Pcm = decodeWav(wav);
  return resample(pcm, sampleRate).samples;
}

/** Returns this many segments of a book, one in four of them a short line of dialogue. */
export async function segmentsOf(file: string, count: number): Promise<readonly Segment[]> {
  const { chapters } = await readBook(file, { signal: AbortSignal.timeout(60_000) });
  const options = { limit: { max: 2000, unit: 'chars' as const }, target: 130, language: 'en-US' };
  const all = planBook(chapters, options).chapters.flatMap((chapter) =>
    chapter.segments.filter(({ spoken }) => spoken),
  );
  const lines = all.flatMap(({ text }) => text.match(/“[^“”]{2,40}[.!?,]”/gu) ?? []);
  const texts = new Set<string>();
  for (const [at, { text }] of all.entries()) {
    texts.add(text);
    const line = at % 3 === 0 ? lines[(at / 3) % lines.length] : undefined;
    if (line !== undefined) texts.add(line);
  }
  const chosen = [...texts].slice(0, count);
  return chosen.map((text, index) => ({ text, language: 'en-US', chapter: 0, index, spoken: true, pauseMs: 0 }));
}
