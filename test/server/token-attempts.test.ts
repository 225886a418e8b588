import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TokenAttempts } from '../../src/server/access/token-attempts.ts';
import { RequestError } from '../../src/server/errors/request-error.ts';
import { post, startService } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { rawRequest } from '../helpers/raw-request.ts';

/** Limits with a clock that stands still until it is moved. */
function attempts() {
  const clock = { ms: 0 };
  const warned: unknown[] = [];
  const limits = new TokenAttempts({
    logger: { warn: (fields: unknown) => void warned.push(fields) },
    now: () => clock.ms,
  });
  const send = (address: string | undefined, token: 'right' | 'wrong'): 'found' | 'wrong' | 'refused' => {
    try {
      return limits.check(address, () => (token === 'right' ? true : undefined)) ? 'found' : 'wrong';
    } catch (error) {
      if (error instanceof RequestError && error.code === 'too-many-attempts') return 'refused';
      throw error;
    }
  };
  const guess = (address: string | undefined, times: number): string[] =>
    Array.from({ length: times }, () => send(address, 'wrong'));
  return { clock, warned, send, guess };
}

describe('the limit on wrong tokens', () => {
  it('refuses an address after twenty, whatever it sends then, and no other address', () => {
    const { clock, warned, send, guess } = attempts();
    expect(new Set(guess('192.0.2.1', 20))).toEqual(new Set(['wrong']));
    expect([send('192.0.2.1', 'wrong'), send('192.0.2.1', 'right')]).toEqual(['refused', 'refused']);
    expect([send('192.0.2.2', 'right'), send('::ffff:192.0.2.1', 'right')]).toEqual(['found', 'refused']);
    expect(warned).toEqual([{ address: '192.0.2.1' }]);
    // One more every 15 seconds, which Retry-After says; right ones cost nothing.
    clock.ms = 15_000;
    expect([send('192.0.2.1', 'right'), send('192.0.2.1', 'wrong'), send('192.0.2.1', 'wrong')]).toEqual([
      'found',
      'wrong',
      'refused',
    ]);
    clock.ms += 300_000;
    expect(guess('192.0.2.1', 21).lastIndexOf('wrong')).toBe(19);
  });

  it('counts the addresses that one machine can have over IPv6 as one', () => {
    const { send, guess } = attempts();
    for (let host = 1; host <= 20; host += 1) guess(`2001:db8:0:7::${host.toString(16)}`, 1);
    expect([send('2001:db8:0:7:1:2:3:4', 'right'), send('2001:db8:0:8::1', 'right')]).toEqual(['refused', 'found']);
    expect([send('::1', 'right'), send('fe80::1%eth0', 'wrong'), send(undefined, 'wrong')]).toEqual([
      'found',
      'wrong',
      'wrong',
    ]);
  });

  it('has a total, which refuses only addresses that sent wrong tokens', () => {
    const { send, guess } = attempts();
    for (let host = 1; host <= 200; host += 1) guess(`198.51.100.${host}`, 5);
    expect([send('198.51.100.7', 'wrong'), send('198.51.100.7', 'right')]).toEqual(['refused', 'refused']);
    expect(send('192.0.2.9', 'right')).toBe('found');
    // A new address has one guess, and is then as the others.
    expect([send('192.0.2.9', 'wrong'), send('192.0.2.9', 'wrong')]).toEqual(['wrong', 'refused']);
  });
});

/** Sends a request as one that a proxy forwards for an address. */
async function call(service: RunningService, address: string, token: string, path = '/jobs'): Promise<number> {
  const headers = { 'x-forwarded-for': address, authorization: `Bearer ${token}` };
  return (await rawRequest(service.url + path, { headers })).status;
}

async function logIn(service: RunningService, address: string, token: string): Promise<Response> {
  const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' };
  return await fetch(`${service.url}/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
}

describe('a caller that guesses tokens', () => {
  it('is refused with 429 and Retry-After, also at the login; another address is not, nor is a logged-in user', async () => {
    // Nothing grows back, however slow the machine is.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const settings = { AUDIOBOOK_TOKEN: 'the-right-token', AUDIOBOOK_TRUSTED_PROXIES: 'loopback' };
    await using service = await startService({ settings });
    const cookie = (await logIn(service, '192.0.2.1', 'the-right-token')).headers.get('set-cookie') ?? '';
    const guesses = await Promise.all(
      Array.from({ length: 30 }, async (_, guess) =>
        guess % 2 === 0
          ? await call(service, '192.0.2.1', 'wrong')
          : (await logIn(service, '192.0.2.1', 'wrong')).status,
      ),
    );
    expect(guesses.filter((status) => status === 401)).toHaveLength(20);
    expect(guesses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await logIn(service, '192.0.2.1', 'the-right-token');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '15',
      { detail: 'Too many wrong tokens came from this address. Try again later.', code: 'too-many-attempts' },
    ]);
    expect(await call(service, '192.0.2.1', 'the-right-token')).toBe(429);
    const speech = await post(`${service.url}/v1/audio/speech`, new FormData(), {
      headers: { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer wrong' },
    });
    expect([speech.status, await speech.json()]).toMatchObject([429, { error: { code: 'too-many-attempts' } }]);
    expect(await call(service, '192.0.2.2', 'the-right-token')).toBe(200);
    const loggedIn = { 'x-forwarded-for': '192.0.2.1', cookie: cookie.split(';')[0] ?? '' };
    expect((await rawRequest(`${service.url}/jobs`, { headers: loggedIn })).status).toBe(200);
    // Who sends no token guesses nothing.
    expect((await rawRequest(`${service.url}/jobs`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(401);
  });
});
