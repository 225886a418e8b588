import { describe, expect, it } from 'vitest';
import { readErrorDetails } from '../../src/speech/call/error-details.ts';

function detailsOf(body: unknown) {
  const { reason, codes, fields } = readErrorDetails(typeof body === 'string' ? body : JSON.stringify(body));
  return { reason, codes: [...codes], fields: [...fields] };
}

describe('readErrorDetails', () => {
  it('reads the codes and the field of OpenAI', () => {
    const error = { message: 'No such voice.', type: 'invalid_request_error', param: 'voice', code: 'invalid_voice' };
    expect(detailsOf({ error })).toEqual({
      reason: 'No such voice.',
      codes: ['invalid_request_error', 'invalid_voice'],
      fields: ['voice'],
    });
  });

  it('reads the validation errors of FastAPI and names the field', () => {
    const detail = [{ type: 'literal_error', loc: ['body', 'model'], msg: "Input should be 'tts-1'", input: 'x' }];
    expect(detailsOf({ detail })).toEqual({
      reason: "model: Input should be 'tts-1'",
      codes: ['literal_error'],
      fields: ['model'],
    });
  });

  it('reads a validation error that OpenAI quotes as Python text', () => {
    const message = `[{'type': 'literal_error', 'loc': ('body', 'voice'), 'msg': "Input should be 'alloy' or 'ash'", 'input': 'x'}]`;
    expect(detailsOf({ error: { message, type: 'invalid_request_error', param: null, code: null } })).toEqual({
      reason: "voice: Input should be 'alloy' or 'ash'",
      codes: ['invalid_request_error', 'literal_error'],
      fields: ['voice'],
    });
  });

  it('reads the code of Kokoro', () => {
    const detail = { error: 'validation_error', message: 'Voice x not found.', type: 'invalid_request_error' };
    expect(detailsOf({ detail })).toEqual({
      reason: 'Voice x not found.',
      codes: ['validation_error', 'invalid_request_error'],
      fields: [],
    });
  });

  it('reads text and pages', () => {
    expect(detailsOf('<html><body>Bad gateway</body></html>')).toEqual({
      reason: 'Bad gateway',
      codes: [],
      fields: [],
    });
    expect(detailsOf('')).toEqual({ reason: '', codes: [], fields: [] });
  });
});
