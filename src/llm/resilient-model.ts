import { withDeadline } from '../core/deadline.ts';
import { AudiobookError } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../core/retry.ts';
import type { LanguageModel } from './language-model.ts';

/** Six attempts with up to a minute between them outlast the restart of a service, as for speech. */
const modelPolicy: RetryPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** See docs/specification.md, "Language models". */
const defaultTimeoutMs = 600_000;

/** Options of `resilientModel`. */
export interface ResilienceOptions {
  /** Time for one attempt, the whole completion included. Default: 600 s. */
  readonly timeoutMs?: number | undefined;
  readonly policy?: RetryPolicy | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** Returns a model whose calls have a deadline each and are retried when that can help. */
export function resilientModel(
  model: LanguageModel,
  { timeoutMs = defaultTimeoutMs, policy = modelPolicy, onRetry }: ResilienceOptions,
): LanguageModel {
  const timeoutError = (): AudiobookError =>
    new AudiobookError('model-failed', `${model.id} sent no complete completion within ${timeoutMs / 1000} s.`, {
      retryable: true,
    });
  const call = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
    retry(() => withDeadline(work, { ms: timeoutMs, signal, timeoutError }), policy, signal, onRetry);
  return {
    id: model.id,
    structured: model.structured,
    limits: (signal) => call((deadline) => model.limits(deadline), signal),
    generate: (request) => call((signal) => model.generate({ ...request, signal }), request.signal),
    availability: (signal) => model.availability(signal),
  };
}
