import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { OverloadedError, TextTooLongError } from '../call/provider-errors.ts';
import { retryDelay } from '../../core/http/retry-delay.ts';

const serviceName = 'Google Text-to-Speech';

/** Status codes of gRPC. */
const grpcCodes = {
  canceled: 1,
  unknown: 2,
  invalid: 3,
  deadline: 4,
  missing: 5,
  denied: 7,
  exhausted: 8,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
};

/** All requests in flight share a connection: when it is dropped, fewer at a time lose less. */
const overloaded = new Set<unknown>([grpcCodes.deadline, grpcCodes.exhausted, grpcCodes.unavailable]);

/** Problems of the connection or inside the service that a retry can help. */
const retryable = new Set<unknown>([grpcCodes.canceled, grpcCodes.unknown, grpcCodes.aborted, grpcCodes.internal]);

/** Returns what the Google SDK threw as our error, by its gRPC code. */
export function googleFailure(thrown: unknown, signal: AbortSignal): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  return signal.aborted ? canceled(signal) : byCode(thrown);
}

function byCode(thrown: unknown): AudiobookError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const reason = messageText(thrown instanceof Error ? thrown.message : String(thrown));
  const message = asSentence(`${serviceName} answered ${reason}`);
  const options = { cause: thrown, retryAfterMs: retryDelay(statusDetails(thrown)) };
  if (overloaded.has(code)) return new OverloadedError(message, options);
  const advice = credentialAdvice.get(code);
  if (advice !== undefined) return new AudiobookError('provider-unavailable', `${message} ${advice}`, options);
  if (code === grpcCodes.invalid && isTooLong(reason)) return new TextTooLongError(message, options);
  if (isBadChoice(code, reason)) return new AudiobookError('bad-value', message, options);
  return new AudiobookError('provider-failed', message, {
    ...options,
    retryable: retryable.has(code) || isCutOff(code, reason),
  });
}

/** Returns the details of the status, which the SDK decodes. The service sends no Retry-After. */
function statusDetails(thrown: unknown): unknown {
  return thrown instanceof Error && 'statusDetails' in thrown ? thrown.statusDetails : undefined;
}

/** The service has one code for all invalid arguments: the text, the voice, its language and its model. */
function isBadChoice(code: unknown, reason: string): boolean {
  if (code !== grpcCodes.invalid) return code === grpcCodes.missing;
  return /\b(?:voice|model|language code)\b/iu.test(reason);
}

/** The client calls an answer that ends within its message so, as one of a service that has no such call. */
function isCutOff(code: unknown, reason: string): boolean {
  return code === grpcCodes.unimplemented && reason.includes('No message received');
}

/** Reports whether a message is about the length of the text or of a sentence. The service does not publish the second limit. */
function isTooLong(reason: string): boolean {
  return /sentences? that (?:is|are) too long|longer than the limit of \d+ bytes/iu.test(reason);
}

/** Codes of rejected credentials, and what to check. */
const credentialAdvice = new Map<unknown, string>([
  [grpcCodes.unauthenticated, 'It uses GOOGLE_APPLICATION_CREDENTIALS.'],
  [grpcCodes.denied, 'The account must be allowed to use the Text-to-Speech API, and the API must be enabled.'],
]);
