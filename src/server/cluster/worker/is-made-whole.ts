import { providerIds } from '../../../pipeline/tools/choose-provider.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { BookQueue } from '../queue/book-queue.ts';
import { providerField } from './work-tools.ts';
import type { WorkTools } from './work-tools.ts';

/** What decides whether a book is made whole. */
export interface WholeBookOptions {
  /** Ids of the providers that this worker speaks with. Undefined: all. */
  readonly providers: ReadonlySet<string> | undefined;
  readonly books: BookQueue;
}

/**
 * Returns whether a book is made without parts, which another worker could not take anyway: by a worker that is alone, and known to speak
 * with the provider of the book.
 */
export async function isMadeWhole(
  { fields }: Pick<JobRecord, 'fields'>,
  { limits, providers, books }: Pick<WorkTools, 'limits'> & WholeBookOptions,
): Promise<boolean> {
  if (!limits.isWholeWhenAlone) return false;
  const asked = fields[providerField];
  const isOwn =
    providers === undefined || (typeof asked === 'string' && providerIds([asked]).every((id) => providers.has(id)));
  return isOwn && (await books.isForOneWorker());
}
