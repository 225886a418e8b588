import { AudiobookError, canceled } from '../../core/errors.ts';
import { messageText } from '../../core/failed-response.ts';
import { OverloadedError } from '../call/provider-errors.ts';

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
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
};

const overloaded = new Set<unknown>([grpcCodes.deadline, grpcCodes.exhausted]);

/** Problems of the connection or inside the service that a retry can help. */
const retryable = new Set<unknown>([
  grpcCodes.canceled,
  grpcCodes.unknown,
  grpcCodes.aborted,
  grpcCodes.internal,
  grpcCodes.unavailable,
]);

/** Returns what the Google SDK threw as our error, by its gRPC code. */
export function googleFailure(thrown: unknown, signal: AbortSignal): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  return signal.aborted ? canceled(signal) : byCode(thrown);
}

function byCode(thrown: unknown): AudiobookError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const reason = messageText(thrown instanceof Error ? thrown.message : String(thrown));
  const message = `${serviceName} answered ${reason}${adviceFor(code)}`;
  if (overloaded.has(code)) return new OverloadedError(message, { cause: thrown });
  const aboutVoice = (code === grpcCodes.invalid || code === grpcCodes.missing) && /\bvoice/iu.test(reason);
  const options = { cause: thrown, retryable: retryable.has(code) };
  return new AudiobookError(aboutVoice ? 'bad-value' : 'provider-failed', message, options);
}

/** Returns whether a message reports a sentence as too long. The service does not publish this limit. */
export function isTooLong(message: string): boolean {
  return /sentences? that (?:is|are) too long|longer than the limit of \d+ bytes/iu.test(message);
}

function adviceFor(code: unknown): string {
  if (code === grpcCodes.unauthenticated) return ' Check GOOGLE_APPLICATION_CREDENTIALS.';
  return code === grpcCodes.denied
    ? ' Check that the account may use the Text-to-Speech API and that it is enabled.'
    : '';
}
