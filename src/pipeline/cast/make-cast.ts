import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { CastReport } from './casting.ts';
import { checkCast } from './cast-source.ts';
import { openCast, spokenBlocks } from './open-cast.ts';
import type { CastRequest } from './cast-run.ts';
import { readForRun } from '../read/read-for-run.ts';
import type { ReadRequest } from '../read/read-for-run.ts';
import { startRunLog } from '../run-log.ts';
import { chooseProvider } from '../open/choose-provider.ts';
import { runTools } from '../run-tools.ts';
import { segmentFolder } from '../store/store-settings.ts';

/** The request of a cast: a book, the file to keep the cast in, and who is asked. */
export type MakeCastRequest = ReadRequest & CastRequest & { readonly provider?: string | undefined };

/** The tools a cast is made with. */
export interface MakeCastTools {
  readonly settings: Settings;
  /** The user's cache folder. It keeps the answers of a model for the conversion. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressListener | undefined;
}

/** Finds out who speaks in a book and writes the cast file, without speaking. Throws as `openCast` and `readForRun` do. */
export async function makeCast(request: MakeCastRequest, tools: MakeCastTools): Promise<CastReport> {
  const { settings, cacheFolder, signal } = tools;
  if (request.castSource) await checkCast(request.castSource);
  const log = startRunLog(tools.onProgress);
  const chosen = await chooseProvider(request.provider, settings, signal);
  await using main = chosen.provider;
  await using opened = await runTools({ settings, signal, chosen: { ...chosen, provider: main } }, request, log.warn);
  const run = await readForRun(request, log, tools);
  const language = request.language ?? run.book.metadata.language;
  const store = { folder: segmentFolder(settings, cacheFolder) };
  const { casting, direction, known } = await openCast(request, { run, language }, { ...opened.tools, store }, log);
  if (casting) {
    for (const [place, { index }] of run.chosen.entries()) {
      const { blocks = [], operations } = known[place] ?? {};
      spokenBlocks(index, { blocks, operations }, { casting, direction, isDirected: true });
    }
    return await casting.finish();
  }
  throw new AudiobookError('internal', 'A cast was made without a file for it.');
}
