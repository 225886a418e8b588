import { AudiobookError } from '../../core/errors.ts';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { retryAfter } from '../../core/http/failed-response.ts';
import { readErrorDetails } from '../call/error-details.ts';
import { httpFailure } from '../call/http-failure.ts';
import type { FailedResponse } from '../call/http-failure.ts';
import { FormatRefusedError, OverloadedError, TextTooLongError } from '../call/provider-errors.ts';

/** Makes the error for a kind of code from the message and the headers of the response. */
type MakeError = (message: string, headers: Headers) => AudiobookError;

const wrongKey: MakeError = (message) =>
  new AudiobookError('provider-unavailable', `${message} Check ELEVENLABS_API_KEY and what the key may be used for.`);
const usedUp: MakeError = (message) => new AudiobookError('provider-failed', `${message} Check the account.`);
const wrongValue: MakeError = (message) => new AudiobookError('bad-value', message);
const tooLong: MakeError = (message) => new TextTooLongError(message);
const wrongFormat: MakeError = (message) => new FormatRefusedError(message);
const busy: MakeError = (message, headers) => new OverloadedError(message, { retryAfterMs: retryAfter(headers) });

/** The service's error codes, old and new. The same code comes with different statuses. */
const makeErrors: ReadonlyMap<string, MakeError> = new Map([
  ...pairs(wrongKey, 'invalid_api_key missing_api_key needs_authorization invalid_authorization_header unauthorized'),
  ...pairs(wrongKey, 'forbidden missing_permissions insufficient_permissions detected_unusual_activity'),
  ...pairs(usedUp, 'quota_exceeded insufficient_credits payment_required paid_plan_required payment_issue'),
  ...pairs(wrongValue, 'voice_not_found voice_does_not_exist invalid_voice_id voice_access_denied invalid_uid'),
  ...pairs(wrongValue, 'model_not_found invalid_model_id unsupported_model model_access_denied unsupported_language'),
  ...pairs(wrongValue, 'model_can_not_do_text_to_speech'),
  ...pairs(wrongFormat, 'output_format_not_allowed subscription_required feature_not_available'),
  ...pairs(tooLong, 'text_too_long max_character_limit_exceeded'),
  ...pairs(busy, 'too_many_concurrent_requests concurrent_limit_exceeded rate_limit_exceeded system_busy'),
]);

function pairs(makeError: MakeError, codes: string): (readonly [string, MakeError])[] {
  return codes.split(' ').map((code) => [code, makeError] as const);
}

/**
 * Returns the error for an unsuccessful response, by its code where it has one: `provider-unavailable` for a key,
 * `bad-value` for a voice or model, `TextTooLongError`, `FormatRefusedError`, `OverloadedError`; otherwise like `httpFailure`.
 */
export function elevenlabsFailure(response: FailedResponse): AudiobookError {
  const { serviceName, status, headers, body } = response;
  const { reason, codes } = readErrorDetails(body);
  const code = [...codes].find((name) => makeErrors.has(name));
  const makeError = makeErrors.get(code ?? '');
  if (makeError) return makeError(asSentence(`${serviceName} answered ${status} (${code}): ${reason}`), headers);
  // An unknown value has no code of its own, only the field that it was in.
  const isFormat = (status === 400 || status === 422) && /\boutput[_ ]format\b/iu.test(reason);
  return isFormat
    ? wrongFormat(asSentence(`${serviceName} answered ${status}: ${reason}`), headers)
    : httpFailure(response);
}
