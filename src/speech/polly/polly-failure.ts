import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError } from '../../core/errors.ts';
import { messageText, retryAfter } from '../../core/http/failed-response.ts';
import { fieldOf } from '../../core/http/field-of.ts';
import { asConnectionError } from '../call/http-call.ts';
import { OverloadedError, TextTooLongError } from '../call/provider-errors.ts';

const throttles = /^(?:Throttling|ThrottledException|TooManyRequests|RequestLimitExceeded|SlowDown)/u;

/** Exceptions that say that the credentials are unknown, wrong, expired or not allowed to speak. */
const credentialExceptions =
  /^(?:UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|AccessDenied|NotAuthorized|ExpiredToken|InvalidClientTokenId|InvalidAccessKeyId|OptInRequired)/u;

/** Exceptions about a value that the user chose: voice, engine or language. */
const choiceExceptions = /^(?:Validation|EngineNotSupported|LanguageNotSupported)/u;

/** Returns what the AWS SDK threw as our error. Polly throttles with status 400, so the name counts as well as the status. */
export function pollyFailure(thrown: unknown, serviceName: string, signal: AbortSignal): AudiobookError {
  const status = statusOf(thrown);
  const isResponse = thrown instanceof Error && status !== undefined && !signal.aborted;
  return isResponse ? byName(thrown, status, serviceName) : asConnectionError(thrown, serviceName, signal);
}

function byName(thrown: Error, status: number, serviceName: string): AudiobookError {
  const { name } = thrown;
  const message = asSentence(`${serviceName} answered ${name} (${status}): ${messageText(thrown.message)}`);
  const options = { cause: thrown, retryAfterMs: retryAfterOf(thrown) };
  if (isThrottled(name, status)) return new OverloadedError(message, options);
  if (isRejected(name, status)) {
    const advice = 'It uses AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.';
    return new AudiobookError('provider-unavailable', `${message} ${advice}`, options);
  }
  if (name.startsWith('TextLengthExceeded')) return new TextTooLongError(message, options);
  if (isBadChoice(thrown, status)) return new AudiobookError('bad-value', message, options);
  return new AudiobookError('provider-failed', message, { ...options, retryable: status >= 500 || status === 408 });
}

function isThrottled(name: string, status: number): boolean {
  return status === 429 || status === 503 || throttles.test(name);
}

function isRejected(name: string, status: number): boolean {
  return status === 401 || status === 403 || credentialExceptions.test(name);
}

/** A `ValidationException` names the field at fault only when that is a required one, such as the text. */
function isBadChoice({ name, message }: Error, status: number): boolean {
  return status === 400 && choiceExceptions.test(name) && !/ at 'text' /iu.test(message);
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
