import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { PendingHandlers } from '../../src/server/http/pending-handlers.ts';

const ignoreErrors: ErrorRequestHandler = (_error, _request, _response, _next) => undefined;

describe('pending handlers', () => {
  it('are waited for after their responses, for a limited time, also when they fail', async () => {
    const pending = new PendingHandlers();
    const files = new EventEmitter();
    const handler = pending.watch('plan', async (_request, response) => {
      response.end('the response is over');
      await once(files, 'removed');
      throw new Error('The files cannot be removed.');
    });
    const server = createServer(express().get('/', handler).use(ignoreErrors)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await pending.settled(1000)).toEqual([]);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the response is over');
    expect(await pending.settled(50)).toEqual(['plan']);
    const settled = pending.settled(10_000);
    files.emit('removed');
    expect(await settled).toEqual([]);
    server.closeAllConnections();
    server.close();
  });
});
