import { AudiobookError, canceled } from '../../core/errors.ts';
import { messageText } from '../../core/failed-response.ts';
import { OverloadedError } from '../call/overloaded-error.ts';

const who = 'Google Text-to-Speech';

/** gRPC's own numbers. */
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

/** Trouble on the way or inside the service, which passes. */
const passing = new Set<unknown>([
  grpcCodes.canceled,
  grpcCodes.unknown,
  grpcCodes.aborted,
  grpcCodes.internal,
  grpcCodes.unavailable,
]);

/** What the Google SDK threw as our error, by its gRPC code. */
export function googleFailure(thrown: unknown, signal: AbortSignal): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  return signal.aborted ? canceled(signal) : byCode(thrown);
}

function byCode(thrown: unknown): AudiobookError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const said = messageText(thrown instanceof Error ? thrown.message : String(thrown));
  const message = `${who} answered ${said}${adviceFor(code)}`;
  if (overloaded.has(code)) return new OverloadedError(message, { cause: thrown });
  const aboutVoice = (code === grpcCodes.invalid || code === grpcCodes.missing) && /\bvoice/iu.test(said);
  const options = { cause: thrown, retryable: passing.has(code) };
  return new AudiobookError(aboutVoice ? 'bad-value' : 'provider-failed', message, options);
}

/** Besides its bytes the service limits the length of a sentence, which it does not tell beforehand. */
export function isTooLong(message: string): boolean {
  return /sentences? that (?:is|are) too long|longer than the limit of \d+ bytes/iu.test(message);
}

function adviceFor(code: unknown): string {
  if (code === grpcCodes.unauthenticated) return ' Check GOOGLE_APPLICATION_CREDENTIALS.';
  return code === grpcCodes.denied
    ? ' Check that the account may use the Text-to-Speech API and that it is enabled.'
    : '';
}
