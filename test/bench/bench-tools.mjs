import path from 'node:path';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { openSegmentStore } from '../../build/pipeline/store/segment-store.js';

/** Returns what `assemble` works with: a segment store in `folder` and a provider that speaks with `synthesize`. */
export async function benchTools({ folder, synthesize, identity = 'bench', onProgress = () => undefined }) {
  return {
    provider: {
      id: 'bench',
      limit: { max: 1000, unit: 'chars' },
      capabilities: { ssml: false },
      target: 300,
      timeoutMs: 60_000,
      concurrency: { start: 2, max: 2 },
      identity: () => identity,
      defaultVoice: async () => 'bench',
      languagesOf: async () => [],
      voices: async () => [],
      availability: async () => ({ available: true }),
      synthesize,
    },
    speakerOf: ({ language = 'en' }) => ({ voice: 'bench', language }),
    store: await openSegmentStore(path.join(folder, 'store')),
    ffmpeg: await locateFfmpeg(),
    signal: new AbortController().signal,
    allowGaps: false,
    onProgress,
  };
}
