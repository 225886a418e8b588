import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { requireListener } from '../../src/speech/kokoro/require-listener.ts';

const { signal } = new AbortController();
const request = { serviceName: 'The service', signal };

describe('requireListener', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
    ['::1', '[::1]'],
  ])('passes where a program listens on %s, asked as %s', async (host, name) => {
    await using listener = await listenOn(host);
    await expect(requireListener(`http://${name}:${listener.port}/v1`, request)).resolves.toBeUndefined();
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])('fails as a request would where nothing listens on %s', async (name) => {
    const { port, ...listener } = await listenOn('127.0.0.1');
    await listener[Symbol.asyncDispose]();
    const url = `http://${name}:${port}/v1`;
    await expect(requireListener(url, request)).rejects.toMatchObject({
      code: 'provider-failed',
      retryable: true,
      message: 'The service cannot be reached or closed the connection: ECONNREFUSED.',
    });
  });

  it('does not try other machines', async () => {
    await expect(requireListener('http://192.0.2.1:1/v1', request)).resolves.toBeUndefined();
  });

  it('ends with the signal', async () => {
    const aborted = AbortSignal.abort();
    await using listener = await listenOn('127.0.0.1');
    const url = `http://127.0.0.1:${listener.port}`;
    await expect(requireListener(url, { ...request, signal: aborted })).rejects.toMatchObject({ code: 'canceled' });
  });
});

async function listenOn(host: string): Promise<{ readonly port: number } & AsyncDisposable> {
  const server: Server = createServer((socket) => socket.destroy());
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port.');
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
