import { throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { filesToDownload } from '../voice-model.ts';
import type { DownloadableModel, ModelFile } from '../voice-model.ts';
import type { DownloadClient } from './download-client.ts';
import { modelSources } from './model-sources.ts';

/** How a download would go: its speed, or why nothing arrives. */
export type Line = { readonly bytesPerSecond: number } | { readonly problem: string };

/** A host that sends nothing in this time, in milliseconds, counts as out of reach: a person waits for the question. */
const usualPatienceMs = 4000;
/** Enough that the start of a connection (about ten round trips) does not decide the speed. */
const sampleBytes = 512_000;
/** The sample of a slow line ends after this time. */
const sampleMs = 2000;

/** Surroundings of `measureLine`. */
export interface LineOptions {
  readonly client: DownloadClient;
  readonly mirror: string | undefined;
  readonly signal: AbortSignal;
  readonly patienceMs?: number | undefined;
}

/** Reads the beginning of a model's largest file, and says how fast it came. Keeps nothing. Throws `canceled`. */
export async function measureLine(model: DownloadableModel, options: LineOptions): Promise<Line> {
  const [file] = filesToDownload(model).toSorted((one, other) => other.bytes - one.bytes);
  if (!file) return { bytesPerSecond: Infinity };
  const ended = new AbortController();
  const signal = AbortSignal.any([
    options.signal,
    ended.signal,
    AbortSignal.timeout(options.patienceMs ?? usualPatienceMs),
  ]);
  const start = performance.now();
  let bytes = 0;
  try {
    const { body } = await options.client.open(modelSources(file, model.id, options.mirror), { start: 0, signal });
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes >= sampleBytes || performance.now() - start >= sampleMs) break;
    }
  } catch (thrown) {
    throwIfCanceled(options.signal);
    // What came before a silence is a speed, too: that of a bad line.
    if (bytes === 0) return { problem: problemOf(thrown, signal, file) };
  } finally {
    ended.abort();
  }
  return { bytesPerSecond: (1000 * bytes) / Math.max(1, performance.now() - start) };
}

function problemOf(thrown: unknown, signal: AbortSignal, { url }: ModelFile): string {
  if (signal.aborted) return `${new URL(url).host} does not answer`;
  return toAudiobookError(thrown).message.replace(/\.$/u, '');
}
