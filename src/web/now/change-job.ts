import { ApiError, call } from '../api/call.ts';
import type { Job } from '../api/types.ts';
import { strings } from '../strings.ts';
import { notifyOtherTabs } from './jobs.ts';

/** Returns why a job failed. */
export function failureOf({ error }: Job): ApiError {
  return new ApiError(0, error ?? { code: 'internal', detail: '' });
}

/** A way to try again: with other options, where it has some. */
export interface Retry {
  readonly label: string;
  readonly change?: Readonly<Record<string, string | null>> | undefined;
}

/** Returns the ways to try again that fit what went wrong. */
export function retriesFor({ error, options = {} }: Job): readonly Retry[] {
  const [kind = ''] = (error?.code ?? '').split('-');
  const ofProvider = kind === 'provider';
  const ways: readonly (readonly [boolean, Retry])[] = [
    [true, { label: strings.again }],
    [
      options['voice'] !== undefined && (ofProvider || kind === 'bad'),
      { label: strings.job.withUsualVoice, change: { voice: null } },
    ],
    [
      options['allow_gaps'] !== 'true' && (ofProvider || kind === 'model'),
      { label: strings.job.withGaps, change: { allow_gaps: 'true' } },
    ],
    [
      options['tts_provider'] !== 'embedded' && ofProvider,
      { label: strings.job.withEmbedded, change: { tts_provider: 'embedded', voice: null } },
    ],
  ];
  return ways.filter(([fits]) => fits).map(([, retry]) => retry);
}

/** Queues a failed job again, with other options where some are given. Throws `ApiError`. */
export async function retryJob(
  { id }: Job,
  { change, password }: { readonly change?: Retry['change']; readonly password?: string | undefined },
): Promise<void> {
  if (change) await call(`jobs/${id}`, { method: 'PATCH', body: JSON.stringify(change) });
  const form = new FormData();
  if (password !== undefined) form.set('password', password);
  await call(`jobs/${id}/retry`, { method: 'POST', body: form });
  notifyOtherTabs();
}
