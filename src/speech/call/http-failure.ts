import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError } from '../../core/errors.ts';
import { isRetryable, retryAfter } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { retryDelay } from '../../core/http/retry-delay.ts';
import { readErrorDetails } from './error-details.ts';
import type { ErrorDetails } from './error-details.ts';
import { OverloadedError, TextTooLongError } from './provider-errors.ts';

/** Response of a service that did not do what was asked. */
export interface FailedResponse {
  /** The service, for messages: `Kokoro at http://127.0.0.1:8880/v1`. */
  readonly serviceName: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Statuses of a service that does not keep up with its requests. */
export const overloadedStatuses: ReadonlySet<number> = new Set([408, 429, 503, 504, 529]);
const requestStatuses = new Set([400, 403, 404, 413, 422]);
const credentialStatuses = new Set([401, 403, 407]);

const tooLongCodes = ['string_too_long', 'text_too_long', 'input_too_long', 'context_length_exceeded'];
const choiceCodes = ['model_not_found', 'invalid_model', 'unsupported_model', 'invalid_voice', 'voice_not_found'];
/** Fields of a request whose values the user chooses. */
const choiceFields = ['voice', 'speaker', 'model', 'model_id', 'voice_id', 'engine', 'instructions', 'instruct'];
const credentialCodes = [
  'invalid_api_key',
  'account_deactivated',
  'authentication_error',
  'permission_error',
  'permission_denied',
];
const quotaCodes = ['insufficient_quota', 'billing_hard_limit_reached', 'quota_exceeded'];

/**
 * Returns the error for an unsuccessful HTTP status: `bad-value` for a voice or model that the service does not have,
 * `provider-unavailable` for rejected credentials, otherwise `provider-failed`, retryable when a retry can help. The status
 * and the codes in the body decide; the words of a message only where a service has no codes.
 */
export function httpFailure({ serviceName, status, headers, body }: FailedResponse): AudiobookError {
  const details = readErrorDetails(body);
  const reason = details.reason === '' ? '' : `: ${details.reason}`;
  const message = `${asSentence(`${serviceName} answered ${status}${reason}`)}${adviceFor(status, details)}`;
  if (isTextTooLong(status, details)) return new TextTooLongError(message);
  if (isBadChoice(status, details)) return new AudiobookError('bad-value', message);
  if (isRejected(status, details)) return new AudiobookError('provider-unavailable', message);
  const retryable = isRetryable(status) && !isPermanent(details);
  const options = { retryable, retryAfterMs: retryAfter(headers) ?? retryDelay(parseJson(body)) };
  if (retryable && overloadedStatuses.has(status)) return new OverloadedError(message, options);
  return new AudiobookError('provider-failed', message, options);
}

function isTextTooLong(status: number, { codes, reason }: ErrorDetails): boolean {
  if (status === 413) return true;
  return requestStatuses.has(status) && (hasAny(codes, tooLongCodes) || isWordedAsTooLong(reason));
}

/** OpenAI has no code for too many tokens, and most servers none for too many characters: they name a bound of one of the two, or say so. */
function isWordedAsTooLong(reason: string): boolean {
  const isBound = /\b(?:at most|less than or equal to|more than|up to|over|exceeds?|max\w*|limit\w*)\b/iu.test(reason);
  if (isBound && /\d\)?\s*(?:char(?:acter)?s?|tokens?)\b/iu.test(reason)) return true;
  return /\b(?:text|input|prompt)\b.{0,40}\b(?:too (?:long|large)|exceeds)\b/iu.test(reason);
}

function isRejected(status: number, { codes }: ErrorDetails): boolean {
  return credentialStatuses.has(status) || hasAny(codes, credentialCodes);
}

/** A voice or model that the service does not have is a bad value of the user, not a failure of the service. */
function isBadChoice(status: number, { codes, fields, reason }: ErrorDetails): boolean {
  if (requestStatuses.has(status) && (hasAny(codes, choiceCodes) || hasAny(fields, choiceFields))) return true;
  return isWordedAsBadChoice(status, reason);
}

/** Kokoro has one code for all invalid requests, and Qwen3-TTS none at all, and the status 500. */
function isWordedAsBadChoice(status: number, reason: string): boolean {
  if (status === 500) return /\b(?:unsupported|invalid|unknown) (?:speaker|voice)s?\b/iu.test(reason);
  if (![400, 404, 422].includes(status)) return false;
  return /\b(?:voice|speaker)s?\b/iu.test(reason) || isAboutModel(reason);
}

/** Reports whether words are about a model that a service does not have. */
export function isAboutModel(reason: string): boolean {
  return /\bmodel\b.*\b(?:not (?:found|exist|installed|loaded|available)|unknown)\b/iu.test(reason);
}

/** Server errors that every retry repeats: the quota is used up, or the server lacks a feature. */
function isPermanent({ codes, reason }: ErrorDetails): boolean {
  return hasAny(codes, quotaCodes) || /\bunsupported\b|exceeded your current quota/iu.test(reason);
}

function adviceFor(status: number, { codes }: ErrorDetails): string {
  return status === 402 || hasAny(codes, quotaCodes) ? ' Check the account.' : '';
}

function hasAny(values: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => values.has(name));
}
