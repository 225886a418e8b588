import { providerIds, providerSetting } from '../../../../pipeline/tools/choose-provider.ts';
import type { JobRecord } from '../../../jobs/job-record.ts';
import type { BookQueue } from '../../queue/book-queue.ts';
import { providerField } from '../work-tools.ts';
import type { WorkTools } from '../work-tools.ts';

/** What decides whether a book is made whole. */
export interface WholeBookOptions {
  /** Ids of the providers that this worker speaks with. Undefined: all. */
  readonly providers: ReadonlySet<string> | undefined;
  readonly books: Pick<BookQueue, 'load'>;
  /** Books that this worker makes at the same time. */
  readonly concurrency: number;
}

type DecidingTools = Pick<WorkTools, 'limits' | 'workerContext'> & WholeBookOptions;

/**
 * Returns whether a book is made without parts by a worker that is known to speak with its provider. Parts let workers help that would
 * have nothing to do, and each costs: it reads the book again, and its last requests go alone. So a worker that is alone makes whole
 * books, and so do all while there is a book for each.
 */
export async function isMadeWhole(record: Pick<JobRecord, 'fields'>, tools: DecidingTools): Promise<boolean> {
  const { limits, providers, books, concurrency } = tools;
  if (!limits.isWholeWhenBusy) return false;
  const named = namedProvider(record, tools);
  const isKnown = named !== undefined || !limits.hasLimits;
  const isOwn = providers === undefined || (named !== undefined && providers.has(named));
  if (!isKnown || !isOwn) return false;
  const { workers, books: open } = await books.load();
  return workers === 1 || (workers !== undefined && open >= workers * concurrency);
}

/** Returns the id of the provider that a job or the settings name. Throws `bad-value` for an unknown one. */
export function namedProvider(
  { fields }: Pick<JobRecord, 'fields'>,
  { workerContext: { settings } }: Pick<WorkTools, 'workerContext'>,
): string | undefined {
  const asked = fields[providerField] ?? settings[providerSetting.name];
  return typeof asked === 'string' ? providerIds([asked])[0] : undefined;
}
