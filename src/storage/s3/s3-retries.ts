import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { AudiobookError } from '../../core/errors.ts';
import { backoffMs } from '../../core/retry.ts';
import type { RetryNotice } from '../../core/retry.ts';
import { isUnsupported } from './s3-failure.ts';

/** Options of `s3Retries`. */
export interface S3RetryOptions {
  /** Time after which a request that fails is not sent again, counted from its first attempt, in milliseconds. */
  readonly budgetMs: number;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** The part of the SDK's strategy that it calls. */
type Strategy = Extract<
  NonNullable<S3ClientConfig['retryStrategy']>,
  { readonly acquireInitialRetryToken: (...given: never[]) => unknown }
>;
type Token = Awaited<ReturnType<Strategy['acquireInitialRetryToken']>>;

const delays = { firstDelayMs: 200, maxDelayMs: 5000 };

/** Returns a strategy for the SDK that sends each request, parts of uploads included, again until one limit of time. */
export function s3Retries({ budgetMs, onRetry }: S3RetryOptions): Strategy {
  const started = new WeakMap<Token, number>();
  const tokenAt = (startedMs: number, count: number, delayMs: number): Token => {
    const token: Token = { getRetryCount: () => count, getRetryDelay: () => delayMs };
    started.set(token, startedMs);
    return token;
  };
  return {
    acquireInitialRetryToken: async () => tokenAt(performance.now(), 0, 0),
    refreshRetryTokenForRetry: async (token, { errorType, retryAfterHint, error }) => {
      const startedMs = started.get(token) ?? 0;
      const attempt = token.getRetryCount() + 1;
      const askedMs = retryAfterHint === undefined ? 0 : retryAfterHint.getTime() - Date.now();
      const delayMs = backoffMs({ ...delays, attempts: Infinity }, attempt, askedMs);
      const isOver = performance.now() + delayMs - startedMs > budgetMs;
      if (errorType === 'CLIENT_ERROR' || isUnsupported(error) || isOver)
        throw new Error('The request is not sent again.');
      const message = error instanceof Error ? error.message : 'It failed.';
      onRetry?.({ attempt, delayMs, error: new AudiobookError('output-failed', message, { cause: error }) });
      return tokenAt(startedMs, attempt, delayMs);
    },
    recordSuccess: () => undefined,
  };
}
