import { describe, expect, it } from 'vitest';
import type { AudiobookError } from '../../src/core/errors.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { json } from '../helpers/servers/faulty-server.ts';
import type { FakeResponse } from '../helpers/servers/faulty-server.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';

const policy = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, timeoutMs: 20_000 };

/** Returns the error of a segment when the service of a provider answers with `refusal`, and the number of requests. */
async function errorOf(id: string, refusal: FakeResponse) {
  const service = speechServices.find((known) => known.id === id);
  if (!service) throw new Error(`No service '${id}'.`);
  await using server = await service.start({ refusal });
  await using provider = await providerFor(service, server);
  const { signal } = new AbortController();
  const request = { text: 'Nobody was there.', voice: service.voice, language: 'en', signal };
  const error: unknown = await speakSegment(provider, request, { policy }).catch((thrown: unknown) => thrown);
  const { code, message } = error as AudiobookError;
  return { code, message, requests: server.requests.length };
}

function kokoro(message: string): FakeResponse {
  return json(400, { detail: { error: 'validation_error', message, type: 'invalid_request_error' } });
}

function openai(status: number, error: Readonly<Record<string, unknown>>): FakeResponse {
  return json(status, { error: { message: 'No.', type: 'invalid_request_error', param: null, code: null, ...error } });
}

function polly(status: number, name: string, message: string): FakeResponse {
  return json(status, { message }, { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/` });
}

function google(code: number, message: string): FakeResponse {
  return { status: 400, headers: { 'grpc-status': String(code), 'grpc-message': message }, body: '' };
}

function elevenlabs(status: number, code: string, message: string): FakeResponse {
  return json(status, { detail: { status: code, message } });
}

function azure(status: number, message: string): FakeResponse {
  return json(status, { error: { code: String(status), message } });
}

/** A validation error of FastAPI. */
function invalid(field: string): FakeResponse {
  const msg = "Input should be 'a' or 'b'";
  return json(422, { detail: [{ type: 'literal_error', loc: ['body', field], msg, input: 'x' }] });
}

describe('credentials that a service rejects', () => {
  it.each<[string, FakeResponse, string]>([
    ['kokoro', json(401, { detail: 'Not authenticated' }), 'Not authenticated.'],
    ['openai', openai(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }), 'Incorrect API key'],
    ['openai', openai(403, { message: 'Country not supported' }), 'Country not supported.'],
    ['openai', openai(400, { message: 'API key not valid.', code: 'invalid_api_key' }), 'API key not valid.'],
    ['polly', polly(403, 'UnrecognizedClientException', 'The security token is invalid.'), 'The security token is'],
    ['polly', polly(403, 'InvalidSignatureException', 'The signature does not match'), 'signature does not match.'],
    ['polly', polly(400, 'ExpiredTokenException', 'The token is expired'), 'The token is expired.'],
    ['polly', polly(403, 'AccessDeniedException', 'User is not authorized'), 'not authorized.'],
    ['google', google(16, 'Request had invalid authentication credentials.'), 'invalid authentication credentials.'],
    ['google', google(7, 'Cloud Text-to-Speech API is disabled'), 'API is disabled.'],
    ['qwen', json(403, { detail: 'Forbidden' }), 'Forbidden.'],
    ['elevenlabs', elevenlabs(401, 'invalid_api_key', 'Invalid API key'), '(invalid_api_key): Invalid API key.'],
    ['elevenlabs', elevenlabs(401, 'missing_permissions', 'The API key lacks text_to_speech'), 'lacks text_to_speech.'],
    ['elevenlabs', json(401, { detail: 'Unauthorized' }), 'Unauthorized.'],
    ['azure', azure(401, 'Access denied due to invalid subscription key.'), '(401): Access denied due to invalid'],
    ['azure', { status: 401, body: '' }, 'Azure Speech refused the key (401). Check AZURE_SPEECH_KEY'],
    ['azure', azure(403, 'Access is blocked by the network rules'), '(403): Access is blocked by the network rules.'],
  ])('make %s unavailable, with the reason (%#)', async (id, refusal, reason) => {
    const { code, message, requests } = await errorOf(id, refusal);
    expect(code).toBe('provider-unavailable');
    expect(message).toContain(`Speech provider '${id}' is not available: `);
    expect(message).toContain(reason);
    expect(message).toMatch(/[^.]\. Check its configuration and credentials\.$/u);
    expect(message).not.toContain('..');
    expect(requests).toBe(1);
  });
});

describe('a voice, model or engine that a service does not have', () => {
  const quoted = `[{'type': 'literal_error', 'loc': ('body', 'voice'), 'msg': "Input should be 'alloy'", 'input': 'x'}]`;
  it.each<[string, FakeResponse, string]>([
    ['kokoro', kokoro('Voice af_x not found. Available voices: af_heart'), 'Voice af_x not found'],
    ['kokoro', kokoro('Voice combination contains empty combine items'), 'empty combine items.'],
    [
      'kokoro',
      json(422, { detail: [{ type: 'missing', loc: ['body', 'voice'], msg: 'Field required' }] }),
      'voice: Field',
    ],
    ['openai', openai(400, { message: quoted }), "voice: Input should be 'alloy'."],
    ['openai', openai(400, { message: 'Unsupported value', param: 'voice', code: 'unsupported_value' }), 'Unsupported'],
    ['openai', openai(404, { message: 'The model `x` does not exist', code: 'model_not_found' }), 'The model `x`'],
    ['openai', openai(403, { message: 'No access to model `x`', code: 'model_not_found' }), 'No access to model'],
    ['openai', invalid('voice'), "voice: Input should be 'a' or 'b'."],
    ['openai', invalid('model'), "model: Input should be 'a' or 'b'."],
    ['polly', polly(400, 'ValidationException', 'This voice does not support the selected engine: neural'), 'neural.'],
    ['polly', polly(400, 'EngineNotSupportedException', 'This engine is not supported.'), 'This engine'],
    ['polly', polly(400, 'LanguageNotSupportedException', 'The language is not supported.'), 'The language'],
    ['google', google(3, "Voice 'x' does not exist. Is it misspelled?"), 'misspelled?'],
    ['google', google(3, "Requested language code 'en' doesn't match the voice 'x'"), "the voice 'x'."],
    ['google', google(5, 'Not here'), 'Not here.'],
    ['qwen', json(500, { detail: "Synthesis failed: Unsupported speakers: ['X']" }), "Unsupported speakers: ['X']."],
    [
      'elevenlabs',
      elevenlabs(404, 'voice_not_found', 'A voice was not found'),
      '(voice_not_found): A voice was not found.',
    ],
    ['elevenlabs', elevenlabs(400, 'invalid_uid', 'An invalid ID has been received'), 'An invalid ID'],
    ['elevenlabs', elevenlabs(400, 'model_not_found', 'A model was not found'), 'A model was not found.'],
    ['elevenlabs', invalid('model_id'), "model_id: Input should be 'a' or 'b'."],
    ['azure', { status: 400, body: 'Unsupported voice en-US-NobodyNeural.' }, 'Unsupported voice en-US-NobodyNeural.'],
  ])('is a bad value of %s (%#)', async (id, refusal, reason) => {
    const { code, message, requests } = await errorOf(id, refusal);
    expect([code, requests]).toEqual(['bad-value', 1]);
    expect(message).toContain(reason);
    expect(message).not.toContain('..');
  });
});

describe('an account that is used up', () => {
  it.each<[string, FakeResponse, string]>([
    ['openai', openai(429, { message: 'You have no credits', code: 'insufficient_quota' }), 'You have no credits.'],
    ['elevenlabs', elevenlabs(401, 'quota_exceeded', 'You have 3 credits remaining'), 'You have 3 credits remaining.'],
    ['elevenlabs', elevenlabs(402, 'payment_required', 'Pay the last invoice'), 'Pay the last invoice.'],
    ['azure', azure(403, 'Out of call volume quota. Quota will be replenished in 9 days'), 'replenished in 9 days.'],
  ])('is named after one request to %s (%#)', async (id, refusal, reason) => {
    const { code, message, requests } = await errorOf(id, refusal);
    expect([code, requests]).toEqual(['provider-failed', 1]);
    expect(message).toContain(`${reason} Check the account.`);
  });
});

describe('a text that a service does not accept', () => {
  it.each<[string, FakeResponse]>([
    ['kokoro', kokoro('Input contains no speakable text')],
    ['openai', openai(400, { message: 'Invalid input', param: 'input' })],
    ['polly', polly(400, 'ValidationException', "Value '' at 'text' failed to satisfy constraint")],
    ['google', google(3, 'Request contains an invalid argument')],
  ])('is a failure of %s, in whole sentences', async (id, refusal) => {
    const { code, message } = await errorOf(id, refusal);
    expect(code).toBe('provider-failed');
    expect(message).toMatch(/[a-z]\. The text: "Nobody was there\."$/u);
  });
});
