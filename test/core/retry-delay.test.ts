import { describe, expect, it } from 'vitest';
import { httpFailure } from '../../src/speech/call/http-failure.ts';
import { retryDelay } from '../../src/core/http/retry-delay.ts';

const type = 'type.googleapis.com/google.rpc.RetryInfo';

describe('retryDelay', () => {
  it.each([
    [
      {
        error: {
          details: [
            { '@type': 'x', reason: 'y' },
            { '@type': type, retryDelay: '34s' },
          ],
        },
      },
      34_000,
    ],
    [[{ error: { details: [{ '@type': type, retryDelay: '0.25s' }] } }], 250],
    [[{ retryDelay: { seconds: 3, nanos: 5e8 } }], 3500],
    [[{ retryDelay: { seconds: '7' } }], 7000],
    [[{ retryDelay: {} }], 0],
    [[{ retryDelay: 'soon' }], undefined],
    [[{ retryDelay: { seconds: 'x' } }], undefined],
    [{ error: null }, undefined],
    ['34s', undefined],
  ])('reads %j as %s ms', (details, ms) => {
    expect(retryDelay(details)).toBe(ms);
  });
});

describe('httpFailure', () => {
  const body = JSON.stringify({ error: { message: 'Busy.', details: [{ '@type': type, retryDelay: '34s' }] } });
  const response = { serviceName: 'The service', status: 429, body };

  it('waits as long as the details say, unless a header says it', () => {
    expect(httpFailure({ ...response, headers: new Headers() })).toMatchObject({ retryAfterMs: 34_000 });
    const headers = new Headers({ 'retry-after': '2' });
    expect(httpFailure({ ...response, headers })).toMatchObject({ retryAfterMs: 2000 });
  });
});
