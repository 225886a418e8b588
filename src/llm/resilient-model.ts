import { withDeadline } from '../core/deadline.ts';
import { AudiobookError } from '../core/errors.ts';
import { Gate } from '../core/gate/gate.ts';
import { retry } from '../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../core/retry.ts';
import type { GenerateRequest, Generation, LanguageModel } from './language-model.ts';
import { ModelOverloadedError } from './model-error.ts';

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
  readonly gate?: Gate | undefined;
}

/** Returns a model whose requests wait for their turn, may not be silent for long, and are retried when that can help. */
export function resilientModel(model: LanguageModel, options: ResilienceOptions): LanguageModel {
  const { timeoutMs = defaultTimeoutMs, policy = modelPolicy, onRetry } = options;
  const gate = options.gate ?? new Gate({ start: 1, max: 1 });
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
      return retry(() => generateAt(gate, attempt, request), policy, signal, onRetry);
    },
  };
}

/** Characters that the time before the first part of a completion is worth. */
const startCharacters = 400;

/** Makes one attempt of a request when its turn has come. There is no patience beyond its retries, so no circuit is kept. */
async function generateAt(
  gate: Gate,
  attempt: () => Promise<Generation>,
  request: Pick<GenerateRequest, 'signal' | 'priority'>,
): Promise<Generation> {
  return await gate.run(async () => {
    const startedMs = performance.now();
    try {
      const completion = await attempt();
      gate.onSuccess((performance.now() - startedMs) / (completion.text.length + startCharacters));
      return completion;
    } catch (thrown) {
      if (thrown instanceof ModelOverloadedError) gate.onThrottle();
      if (thrown instanceof AudiobookError) gate.pause(thrown.retryAfterMs ?? 0);
      throw thrown;
    }
  }, request);
}
