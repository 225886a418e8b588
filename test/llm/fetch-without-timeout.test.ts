import { describe, expect, it } from 'vitest';
import { fetchWithoutTimeout } from '../../src/llm/fetch-without-timeout.ts';
import { startServer } from '../helpers/servers/faulty-server.ts';

describe('fetchWithoutTimeout', () => {
  it('sends method, headers and body, and returns the response', async () => {
    await using server = await startServer(({ method, headers }, body) => ({
      status: 201,
      body: JSON.stringify([method, headers.authorization, body]),
    }));
    const headers = { authorization: 'Bearer key' };
    const response = await fetchWithoutTimeout(server.url, { method: 'POST', headers, body: 'Grüße' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(['POST', 'Bearer key', 'Grüße']);
  });

  it('does not follow a redirect, which would take the key elsewhere', async () => {
    const asked: unknown[] = [];
    await using server = await startServer(({ url }) => {
      asked.push(url);
      return { status: 307, headers: { location: '/elsewhere' }, body: '' };
    });
    const response = await fetchWithoutTimeout(`${server.url}/here`, { headers: { authorization: 'Bearer key' } });
    expect(response.status).toBe(307);
    expect(asked).toEqual(['/here']);
  });
});
