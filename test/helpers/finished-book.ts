import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { convert } from '../../src/pipeline/convert.ts';
import type { ConversionRequest, ConversionTools } from '../../src/pipeline/conversion.ts';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { findProvider } from '../../src/speech/registry.ts';
import type { EpubOptions } from './epub-builder.ts';
import { shareReadings } from './shared-readings.ts';
import { writeBook } from './small-book.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { toneProvider } from './tone-provider.ts';

interface Run {
  readonly report: ConversionReport;
  readonly events: readonly ProgressEvent['type'][];
}

interface BookToFinish {
  /** Default: `smallBook`. */
  readonly book?: EpubOptions | undefined;
  /** Of the voice. */
  readonly sampleRate?: number | undefined;
}

/** Converts a book once; `again` converts it with changed options, from the same store. */
export async function finishedBook(
  name = 'book.mp3',
  options: Partial<ConversionRequest> = {},
  made: BookToFinish = {},
) {
  const folder = await temporaryFolder();
  const bookFile = await writeBook(folder, made.book);
  shareReadings(folder);
  const output = path.join(folder, name);
  const provider = toneProvider({ sampleRate: made.sampleRate });
  const ffmpeg = await locateFfmpeg();
  const store = await openSegmentStore(path.join(folder, 'store'));
  const again = async (request: Partial<ConversionRequest> = {}, more: Partial<ConversionTools> = {}): Promise<Run> => {
    const events: ProgressEvent['type'][] = [];
    const tools: ConversionTools = {
      settings: settingsFrom([]),
      chosen: { description: findProvider('embedded'), provider, byDefault: false },
      ffmpeg,
      store,
      preflight: 'off',
      signal: new AbortController().signal,
      ...more,
      onProgress(event) {
        events.push(event.type);
        more.onProgress?.(event);
      },
    };
    const base = {
      bookFile,
      output,
      storedBooks: path.join(folder, 'segments'),
      format: 'mp3',
      loudness: 'off',
    } as const;
    const report = await convert({ ...base, ...options, ...request }, tools);
    return { report, events };
  };
  const first = await again();
  // Seconds ago, so that a file that is written again has another time.
  const past = new Date(Date.now() - 60_000);
  for (const { path: file } of [...first.report.files, { path: `${output}.report.json` }]) {
    await utimes(file, past, past);
  }
  provider.spoken.length = 0;
  return { folder, bookFile, output, provider, first, again };
}
