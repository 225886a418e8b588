import { withDeadline } from '../core/deadline.ts';
import { retry } from '../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../core/retry.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelOverloadedError } from './model-error.ts';
import { ModelGate } from './model-gate.ts';

/** Six attempts with up to a minute between them outlast the restart of a service, as for speech. */
const modelPolicy: RetryPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** See docs/specification.md, "Language models". */
const defaultTimeoutMs = 600_000;

/** Options of `resilientModel`. */
export interface ResilienceOptions {
  /** Time that may pass without a part of the completion. Default: 600 s. */
  readonly timeoutMs?: number | undefined;
  readonly policy?: RetryPolicy | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Admits the requests. Default: one of its own, which admits one request at a time. */
  readonly gate?: ModelGate | undefined;
}

/** Returns a model whose requests wait for their turn, may not be silent for long, and are retried when that can help. */
export function resilientModel(model: LanguageModel, options: ResilienceOptions): LanguageModel {
  const { timeoutMs = defaultTimeoutMs, policy = modelPolicy, onRetry } = options;
  const gate = options.gate ?? new ModelGate({ start: 1, max: 1 });
  const timeoutError = (): ModelOverloadedError =>
    new ModelOverloadedError(`${model.id} sent nothing for ${timeoutMs / 1000} s.`);
  return {
    ...model,
    limits: (signal) =>
      retry(
        () => withDeadline((deadline) => model.limits(deadline), { ms: timeoutMs, signal, timeoutError }),
        policy,
        signal,
        onRetry,
      ),
    generate(request) {
      const { signal } = request;
      const attempt = () =>
        withDeadline((deadline, onPart) => model.generate({ ...request, signal: deadline, onPart }), {
          ms: timeoutMs,
          signal,
          timeoutError,
        });
      return retry(() => gate.run(attempt, request), policy, signal, onRetry);
    },
  };
}
