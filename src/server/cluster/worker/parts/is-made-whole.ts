import { modelOptions } from '../../../../pipeline/options/model-options.ts';
import { isHostedModel } from '../../../../pipeline/open/model-services.ts';
import { providerIds, providerSetting } from '../../../../pipeline/open/choose-provider.ts';
import type { JobRecord } from '../../../jobs/job-record.ts';
import type { BookQueue } from '../../queue/book-queue.ts';
import type { QueuedBook } from '../../queue/queued-book.ts';
import { providerField } from '../work-tools.ts';
import type { WorkTools } from '../work-tools.ts';

/** The options that decide whether a book is made whole. */
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
export async function isMadeWhole(
  {
    record,
    book,
  }: { readonly record: Pick<JobRecord, 'fields' | 'kind'>; readonly book: Pick<QueuedBook, 'areScriptsQueued'> },
  tools: DecidingTools,
): Promise<boolean> {
  const { limits, books, concurrency } = tools;
  if (!limits.isWholeWhenBusy) return false;
  if (!isOwn(namedProvider(record, tools), tools)) return false;
  const { workers, books: open } = await books.load();
  const isAlone = workers === 1;
  if (!isAlone && (workers === undefined || open < workers * concurrency)) return false;
  return book.areScriptsQueued === true || !hasModelTurn(record, { ...tools, isAlone });
}

/** Reports whether this worker speaks with a provider, which is chosen when the book is read where none is named. */
function isOwn(named: string | undefined, { limits, providers }: DecidingTools): boolean {
  if (named === undefined) return providers === undefined && !limits.hasLimits;
  return providers === undefined || providers.has(named);
}

/** Reports whether the scripts of a job are written in the turn of their model, so that its limits hold. */
function hasModelTurn(
  { kind, fields }: Pick<JobRecord, 'fields' | 'kind'>,
  { limits, workerContext: { settings }, isAlone }: DecidingTools & { readonly isAlone: boolean },
): boolean {
  if (kind !== 'audiobook' && fields[modelOptions.translate.field] === undefined) return false;
  const name = fields[modelOptions.model.field];
  return limits.hasLimits || (!isAlone && isHostedModel(typeof name === 'string' ? name : undefined, settings));
}

/** Returns the id of the provider that a job or the settings name. Throws `bad-value` for an unknown one. */
export function namedProvider(
  { fields }: Pick<JobRecord, 'fields'>,
  { workerContext: { settings } }: Pick<WorkTools, 'workerContext'>,
): string | undefined {
  const asked = fields[providerField] ?? settings[providerSetting.name];
  return typeof asked === 'string' ? providerIds([asked])[0] : undefined;
}
