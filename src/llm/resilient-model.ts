import { withDeadline } from '../core/deadline.ts';
import { AudiobookError } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../core/retry.ts';
import type { GenerateRequest, Generation, LanguageModel } from './language-model.ts';

/** The same patience as for speech: six tries with up to a minute between them outlast a restart of a service. */
const modelPolicy: RetryPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** Service document 2.3. */
const defaultTimeoutMs = 600_000;

export interface ResilienceOptions {
  /** Time for one try, the whole answer included; 600 s when left out. */
  readonly timeoutMs?: number | undefined;
  readonly policy?: RetryPolicy | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** A model whose calls have a deadline each and are tried again when that can help. */
export function resilientModel(model: LanguageModel, { timeoutMs, policy, onRetry }: ResilienceOptions): LanguageModel {
  const ms = timeoutMs ?? defaultTimeoutMs;
  const timeUp = (): AudiobookError =>
    new AudiobookError('model-failed', `${model.id} gave no whole answer within ${ms / 1000} s.`, { retryable: true });
  const patiently = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
    retry(() => withDeadline(work, { ms, signal, timeoutError: timeUp }), policy ?? modelPolicy, signal, onRetry);
  return {
    ...model,
    limits: (signal) => patiently((deadline) => model.limits(deadline), signal),
    generate: (request: GenerateRequest): Promise<Generation> =>
      patiently((signal) => model.generate({ ...request, signal }), request.signal),
  };
}
