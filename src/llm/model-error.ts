import { AudiobookError, canceled } from '../core/errors.ts';
import {
  connectionReason,
  errorMessageIn,
  isRetryable,
  messageText,
  retryAfter,
} from '../core/http/failed-response.ts';
import { parseJson } from '../core/http/parse-json.ts';
import { retryDelay } from '../core/http/retry-delay.ts';

/** A response of a language model with a status other than success. */
export interface FailedModelResponse {
  /** Model and service, for messages. */
  readonly modelName: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A service that refuses requests because of their number, or does not keep up with them. Retryable. */
export class ModelOverloadedError extends AudiobookError {
  constructor(message: string, retryAfterMs?: number) {
    super('model-failed', message, { retryable: true, retryAfterMs });
  }
}

/** 529 is Anthropic's. */
const overloadedStatuses = new Set([429, 503, 529]);

const advice: Readonly<Record<number, string>> = {
  401: ' Check the key.',
  402: ' Check the account.',
  403: ' Check the key.',
  404: ' Check the name of the model and the address.',
};

/** Returns the error for a failed response: `model-unavailable` when the user has to act, otherwise `model-failed`. */
export function modelError({ modelName, status, headers, body }: FailedModelResponse): AudiobookError {
  const details = errorMessageIn(parseJson(body)) ?? messageText(body);
  const message = `${modelName} answered ${status}${details ? `: ${details}` : ''}.${advice[status] ?? ''}`.replace(
    /\.\.(?= |$)/u,
    '.',
  );
  if (status in advice) return new AudiobookError('model-unavailable', message);
  const isQuotaUsedUp = /insufficient_quota|exceeded your current quota/iu.test(body);
  const retryAfterMs = retryAfter(headers) ?? retryDelay(parseJson(body));
  if (overloadedStatuses.has(status) && !isQuotaUsedUp) return new ModelOverloadedError(message, retryAfterMs);
  return new AudiobookError('model-failed', message, {
    retryable: isRetryable(status) && !isQuotaUsedUp,
    retryAfterMs,
  });
}

/** Reports whether a request failed because its prompt exceeds the model's context. Smaller pieces help then, a retry does not. */
export function isPromptTooLong(status: number, body: string): boolean {
  return (
    (status === 400 || status === 413) &&
    /context.?(?:length|window)|prompt is too long|too many (?:input )?tokens|exceeds? the (?:maximum|available)[^.]*(?:token|context)/iu.test(
      body,
    )
  );
}

/** Returns the error for anything thrown around a connection: the abort's reason, our own errors, otherwise a retryable `model-failed`. */
export function connectionError(thrown: unknown, modelName: string, signal: AbortSignal): AudiobookError {
  if (signal.aborted) return canceled(signal);
  if (thrown instanceof AudiobookError) return thrown;
  const message = `${modelName} cannot be reached or closed the connection: ${connectionReason(thrown)}.`;
  return new AudiobookError('model-failed', message, { retryable: true, cause: thrown });
}

/** Returns the retryable error for a completion that broke off. */
export function brokenStream(modelName: string, reason: string, cause?: unknown): AudiobookError {
  return new AudiobookError('model-failed', `${modelName} broke off: ${reason}.`, { retryable: true, cause });
}
