import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchUpload } from '../../src/server/http/uploads/watch-upload.ts';
import { waitUntil } from '../helpers/start-service.ts';

/** Calls `handle` with each request to a server of the current test, whose port it returns. */
async function startServer(handle: (request: IncomingMessage) => void): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the watch over an upload', () => {
  const patient = { maxBytes: 1000, uploadIdleMs: 600_000, uploadMs: 600_000 };

  it('ends at once when the caller left before all that it had sent was read', async () => {
    const requests: IncomingMessage[] = [];
    const port = await startServer((request) => void requests.push(request.on('error', () => undefined)));
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbook');
    await waitUntil(() => requests[0]?.complete === true);
    socket.destroy();
    await waitUntil(() => requests[0]?.closed === true);
    const watch = watchUpload(requests[0] as IncomingMessage, patient);
    await expect(watch.broken).rejects.toMatchObject({ code: 'malformed', message: 'The upload was cut off.' });
    watch.stop();
  });

  it('does not end when the caller leaves after all was read', async () => {
    const outcomes: Promise<string>[] = [];
    const port = await startServer((request) => {
      const watch = watchUpload(request, patient);
      const closed = once(request, 'close').then(() => 'closed');
      outcomes.push(Promise.race([watch.broken.catch(() => 'broken'), closed]).finally(() => watch.stop()));
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbook');
    await waitUntil(() => outcomes.length === 1);
    socket.destroy();
    expect(await Promise.all(outcomes)).toEqual(['closed']);
  });

  it('ends at once when the caller left before it began', async () => {
    const request = new IncomingMessage(new Socket());
    request.on('error', () => undefined).destroy();
    await once(request, 'close');
    const watch = watchUpload(request, patient);
    await expect(watch.broken).rejects.toMatchObject({ code: 'malformed', message: 'The upload was cut off.' });
    watch.stop();
  });
});
