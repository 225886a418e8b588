import { AudiobookError } from '../../core/errors.ts';
import { messageText, retryAfter } from '../../core/failed-response.ts';
import { asConnectionError } from '../call/http-call.ts';
import { OverloadedError } from '../call/provider-errors.ts';

const throttles = /^(?:Throttling|ThrottledException|TooManyRequests|RequestLimitExceeded|SlowDown)/u;

/** Returns what the AWS SDK threw as our error. Polly throttles with status 400, so the name counts as well as the status. */
export function pollyFailure(thrown: unknown, serviceName: string, signal: AbortSignal): AudiobookError {
  const status = statusOf(thrown);
  const isResponse = thrown instanceof Error && status !== undefined && !signal.aborted;
  return isResponse ? byName(thrown, status, serviceName) : asConnectionError(thrown, serviceName, signal);
}

function byName(thrown: Error, status: number, serviceName: string): AudiobookError {
  const reason = `${messageText(thrown.message)}${adviceFor(thrown.name)}`;
  const message = `${serviceName} answered ${thrown.name} (${status}): ${reason}`;
  const options = { cause: thrown, retryAfterMs: retryAfterOf(thrown) };
  if (status === 429 || status === 503 || throttles.test(thrown.name)) return new OverloadedError(message, options);
  const code = status === 400 && /\bvoice/iu.test(thrown.message) ? 'bad-value' : 'provider-failed';
  return new AudiobookError(code, message, { ...options, retryable: status >= 500 || status === 408 });
}

function statusOf(thrown: unknown): number | undefined {
  const metadata = fieldOf(thrown, '$metadata');
  const status = fieldOf(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

function retryAfterOf(thrown: unknown): number | undefined {
  const value = fieldOf(fieldOf(fieldOf(thrown, '$response'), 'headers'), 'retry-after');
  return typeof value === 'string' ? retryAfter(new Headers({ 'retry-after': value })) : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function adviceFor(name: string): string {
  return /UnrecognizedClient|InvalidSignature|AccessDenied|ExpiredToken|InvalidClientTokenId/u.test(name)
    ? ' Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.'
    : '';
}
