import { AudiobookError } from '../../core/errors.ts';
import { errorMessageIn, messageText, retryAfter } from '../../core/failed-response.ts';
import { parseJson } from '../../core/parse-json.ts';
import { OverloadedError } from './overloaded-error.ts';

/** What a service answered when it did not do what was asked. */
export interface FailedAnswer {
  /** The service, for a person: `Kokoro at http://127.0.0.1:8880/v1`. */
  readonly who: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const retryableStatuses = new Set([408, 409, 425, 429]);

/** The service has more to do than it can. */
const busyStatuses = new Set([408, 429, 503, 504, 529]);

/** An HTTP status that is not success, as an error that knows whether a retry can help. */
export function httpFailure({ who, status, headers, body }: FailedAnswer): AudiobookError {
  const parsed = parseJson(body);
  const said = errorMessageIn(parsed) ?? messageText(body);
  const retryAfterMs = retryAfter(headers);
  const retryable = (status >= 500 || retryableStatuses.has(status)) && !isHopeless(parsed, said);
  const message = `${who} answered ${status}${said ? `: ${said}` : '.'}${adviceFor(status)}`;
  const options = { retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (retryable && busyStatuses.has(status)) return new OverloadedError(message, options);
  return new AudiobookError(isAboutVoice(status, said) ? 'bad-value' : 'provider-failed', message, options);
}

/** Server errors that come again however often one asks: no quota left, or something the server does not have. */
function isHopeless(parsed: unknown, said: string): boolean {
  return (
    JSON.stringify(parsed ?? '').includes('insufficient_quota') ||
    /\bunsupported\b|exceeded your current quota/iu.test(said)
  );
}

/** A wish for a voice that the service does not have is the user's to change, not a failure. */
function isAboutVoice(status: number, said: string): boolean {
  const missing = String.raw`\b(?:not found|not exist|invalid|unknown|unsupported)\b`;
  const voice = String.raw`\b(?:voice|speaker)s?\b`;
  const sayings = new RegExp(`${missing}.*${voice}|${voice}.*${missing}`, 'iu');
  return [400, 404, 422, 500].includes(status) && sayings.test(said);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ' Check the key.';
  if (status === 402) return ' Check the account.';
  return '';
}
