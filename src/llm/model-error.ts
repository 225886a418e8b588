import { AudiobookError, canceled } from '../core/errors.ts';
import {
  connectionReason,
  errorMessageIn,
  isRetryable,
  messageText,
  retryAfter,
} from '../core/http/failed-response.ts';
import { fieldOf } from '../core/http/field-of.ts';
import { parseJson } from '../core/http/parse-json.ts';
import { retryDelay } from '../core/http/retry-delay.ts';
import { asSentence } from '../core/strings/as-sentence.ts';

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
export function modelError(
  { modelName, status, headers, body }: FailedModelResponse,
  instructions: Readonly<Record<number, string>> = advice,
): AudiobookError {
  const details = errorMessageIn(parseJson(body)) ?? messageText(body);
  const said = asSentence(`${modelName} answered ${status}${details ? `: ${details}` : ''}`);
  const message = `${said}${instructions[status] ?? ''}`;
  if (status in instructions || lacksMemory(status, details)) return new AudiobookError('model-unavailable', message);
  const retryAfterMs = retryAfter(headers) ?? retryDelay(parseJson(body));
  if (isQuotaUsedUp(body)) return new AudiobookError('model-failed', message, { retryAfterMs });
  if (overloadedStatuses.has(status)) return new ModelOverloadedError(message, retryAfterMs);
  return new AudiobookError('model-failed', message, { retryable: isRetryable(status), retryAfterMs });
}

/** A machine that is too small stays so. */
function lacksMemory(status: number, details: string): boolean {
  return status >= 500 && /\bmemory\b/iu.test(details);
}

function isQuotaUsedUp(body: string): boolean {
  return /insufficient_quota|exceeded your current quota/iu.test(body);
}

/**
 * Returns the error for an error object in a successful response: that of the status that it carries. Without one, it is final
 * unless it broke off a completion (`isBroken`), as a second request can go on where that one broke off.
 */
export function errorInAnswer(value: object, modelName: string, isBroken: boolean): AudiobookError {
  const status = statusIn(value) ?? statusIn(fieldOf(value, 'error'));
  const body = JSON.stringify(value);
  if (status !== undefined) return modelError({ modelName, status, headers: new Headers(), body });
  const details = errorMessageIn(value) ?? messageText(body);
  if (isBroken) return brokenStream(modelName, details);
  return new AudiobookError('model-failed', asSentence(`${modelName} answered with an error: ${details}`));
}

function statusIn(value: unknown): number | undefined {
  const codes = ['code', 'status'].map((name) => Number(fieldOf(value, name)));
  return codes.find((code) => Number.isInteger(code) && code >= 400 && code < 600);
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
