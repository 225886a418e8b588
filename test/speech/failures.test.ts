import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { httpFailure } from '../../src/speech/call/http-failure.ts';
import { FormatRefusedError, OverloadedError, TextTooLongError } from '../../src/speech/call/provider-errors.ts';
import { elevenlabsFailure } from '../../src/speech/elevenlabs/elevenlabs-failure.ts';
import { googleFailure } from '../../src/speech/google/google-failure.ts';
import { pollyFailure } from '../../src/speech/polly/polly-failure.ts';

const { signal } = new AbortController();

/**
 * What follows from an error: `fewer` requests at a time, the same request `again`, a `shorter` text, another `format`, another
 * `value` from the user, other `credentials`, or the `end`.
 */
function consequenceOf(error: AudiobookError): string {
  if (error instanceof OverloadedError) return 'fewer';
  if (error instanceof TextTooLongError) return 'shorter';
  if (error instanceof FormatRefusedError) return 'format';
  if (error.code === 'bad-value') return 'value';
  if (error.code === 'provider-unavailable') return 'credentials';
  expect(error.code).toBe('provider-failed');
  return error.retryable ? 'again' : 'end';
}

function response(status: number, body: unknown = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { serviceName: 'It', status, headers: new Headers({ 'retry-after': '3' }), body: text };
}

describe('a status of HTTP', () => {
  it.each([
    ['fewer', [408, 429, 503, 504, 529]],
    ['again', [409, 425, 500, 501, 502, 505, 520, 599]],
    ['credentials', [401, 403, 407]],
    ['shorter', [413]],
    ['end', [400, 402, 404, 405, 415, 418, 422, 451]],
  ])('%s: %j', (consequence, statuses) => {
    for (const status of statuses) {
      expect([status, consequenceOf(httpFailure(response(status)))]).toEqual([status, consequence]);
    }
  });

  it.each([
    ['shorter', 400, 'string_too_long text_too_long input_too_long context_length_exceeded'],
    ['shorter', 413, 'string_too_long'],
    ['value', 404, 'model_not_found invalid_model unsupported_model invalid_voice voice_not_found'],
    ['credentials', 400, 'invalid_api_key account_deactivated authentication_error permission_error permission_denied'],
    ['end', 429, 'insufficient_quota billing_hard_limit_reached quota_exceeded'],
    ['again', 500, 'string_too_long invalid_voice other'],
  ])('%s: %i with the codes %s', (consequence, status, codes) => {
    for (const code of codes.split(' ')) {
      const error = httpFailure(response(status, { error: { message: 'No.', code } }));
      expect([code, consequenceOf(error)]).toEqual([code, consequence]);
    }
  });

  it.each(['voice', 'speaker', 'model', 'model_id', 'voice_id', 'engine', 'instructions', 'instruct'])(
    'value: 422 with the field %s',
    (field) => {
      const body = { detail: [{ type: 'literal_error', loc: ['body', field], msg: 'No', input: 'x' }] };
      expect(consequenceOf(httpFailure(response(422, body)))).toBe('value');
    },
  );

  it('brings the pause that the service asks for', () => {
    expect(httpFailure(response(429))).toMatchObject({ retryAfterMs: 3000 });
    expect(httpFailure(response(402)).message).toContain('Check the account.');
  });
});

describe('a code of ElevenLabs', () => {
  it.each([
    ['credentials', 'invalid_api_key missing_api_key needs_authorization invalid_authorization_header unauthorized'],
    ['credentials', 'forbidden missing_permissions insufficient_permissions detected_unusual_activity'],
    ['end', 'quota_exceeded insufficient_credits payment_required paid_plan_required payment_issue'],
    ['value', 'voice_not_found voice_does_not_exist invalid_voice_id voice_access_denied invalid_uid'],
    ['value', 'model_not_found invalid_model_id unsupported_model model_access_denied unsupported_language'],
    ['value', 'model_can_not_do_text_to_speech'],
    ['format', 'output_format_not_allowed subscription_required feature_not_available'],
    ['shorter', 'text_too_long max_character_limit_exceeded'],
    ['fewer', 'too_many_concurrent_requests concurrent_limit_exceeded rate_limit_exceeded system_busy'],
  ])('%s: %s, whatever its status', (consequence, codes) => {
    for (const code of codes.split(' ')) {
      for (const status of [400, 401, 500]) {
        const error = elevenlabsFailure(response(status, { detail: { status: code, message: 'No' } }));
        expect([code, consequenceOf(error)]).toEqual([code, consequence]);
      }
    }
  });

  it.each([
    ['fewer', 429],
    ['again', 500],
    ['credentials', 401],
    ['end', 400],
  ])('that is unknown leaves it to the status: %s for %i', (consequence, status) => {
    const error = elevenlabsFailure(response(status, { detail: { status: 'new_code', message: 'No' } }));
    expect(consequenceOf(error)).toBe(consequence);
  });

  it('is missing for an unknown format', () => {
    expect(consequenceOf(elevenlabsFailure(response(422, { detail: 'Invalid output_format' })))).toBe('format');
  });
});

describe('a code of gRPC', () => {
  it.each([
    ['fewer', [4, 8, 14]],
    ['again', [1, 2, 10, 13]],
    ['credentials', [7, 16]],
    ['value', [5]],
    ['end', [3, 6, 9, 11, 12, 15]],
  ])('%s: %j', (consequence, codes) => {
    for (const code of codes) {
      const error = googleFailure(Object.assign(new Error('No.'), { code }), signal);
      expect([code, consequenceOf(error)]).toEqual([code, consequence]);
    }
  });

  it.each([
    ['shorter', 'This request contains sentences that are too long.'],
    ['shorter', 'Either `input.text` is longer than the limit of 5000 bytes.'],
    ['value', 'This voice does not exist.'],
    ['value', 'The language code is wrong.'],
    ['value', 'Unknown model.'],
  ])('%s: 3 with "%s"', (consequence, message) => {
    expect(consequenceOf(googleFailure(Object.assign(new Error(message), { code: 3 }), signal))).toBe(consequence);
  });
});

describe('an exception of Polly', () => {
  it.each([
    ['fewer', 400, 'Throttling ThrottlingException ThrottledException TooManyRequestsException RequestLimitExceeded'],
    ['fewer', 503, 'ServiceUnavailable SlowDown'],
    ['fewer', 429, 'Other'],
    ['again', 500, 'ServiceFailureException'],
    ['again', 408, 'RequestTimeout'],
    ['credentials', 400, 'UnrecognizedClientException InvalidSignatureException SignatureDoesNotMatch NotAuthorized'],
    ['credentials', 400, 'IncompleteSignature MissingAuthenticationToken AccessDeniedException ExpiredTokenException'],
    ['credentials', 400, 'InvalidClientTokenId InvalidAccessKeyId OptInRequired'],
    ['credentials', 403, 'Other'],
    ['credentials', 401, 'Other'],
    ['shorter', 400, 'TextLengthExceededException'],
    ['value', 400, 'ValidationException EngineNotSupportedException LanguageNotSupportedException'],
    ['end', 400, 'InvalidSsmlException SsmlMarksNotSupportedForTextTypeException'],
  ])('%s: %i %s', (consequence, status, names) => {
    for (const name of names.split(' ')) {
      const thrown = Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode: status } });
      expect([name, consequenceOf(pollyFailure(thrown, 'Polly', signal))]).toEqual([name, consequence]);
    }
  });
});
