import { AudiobookError } from '../../core/errors.ts';
import { errorMessageIn, messageText, retryAfter } from '../../core/failed-response.ts';
import { parseJson } from '../../core/parse-json.ts';
import { OverloadedError } from './provider-errors.ts';

/** Response of a service that did not do what was asked. */
export interface FailedResponse {
  /** The service, for messages: `Kokoro at http://127.0.0.1:8880/v1`. */
  readonly serviceName: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const retryableStatuses = new Set([408, 409, 425, 429]);
const overloadedStatuses = new Set([408, 429, 503, 504, 529]);

/** Returns the error for an unsuccessful HTTP status. It knows whether a retry can help. */
export function httpFailure({ serviceName, status, headers, body }: FailedResponse): AudiobookError {
  const parsed = parseJson(body);
  const reason = errorMessageIn(parsed) ?? messageText(body);
  const retryable = (status >= 500 || retryableStatuses.has(status)) && !isPermanent(parsed, reason);
  const message = `${serviceName} answered ${status}${reason ? `: ${reason}` : '.'}${adviceFor(status)}`;
  const options = { retryable, retryAfterMs: retryAfter(headers) };
  if (retryable && overloadedStatuses.has(status)) return new OverloadedError(message, options);
  return new AudiobookError(isUnknownVoice(status, reason) ? 'bad-value' : 'provider-failed', message, options);
}

/** Server errors that every retry repeats: the quota is used up, or the server lacks a feature. */
function isPermanent(parsed: unknown, reason: string): boolean {
  return (
    JSON.stringify(parsed ?? '').includes('insufficient_quota') ||
    /\bunsupported\b|exceeded your current quota/iu.test(reason)
  );
}

/** A voice that the service does not have is a bad value of the user, not a failure of the service. */
function isUnknownVoice(status: number, reason: string): boolean {
  const missing = String.raw`\b(?:not found|not exist|invalid|unknown|unsupported)\b`;
  const voice = String.raw`\b(?:voice|speaker)s?\b`;
  const pattern = new RegExp(`${missing}.*${voice}|${voice}.*${missing}`, 'iu');
  return [400, 404, 422, 500].includes(status) && pattern.test(reason);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ' Check the key.';
  if (status === 402) return ' Check the account.';
  return '';
}
