import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callerSignal } from '../../src/server/http/caller-signal.ts';

async function responseToCaller(): Promise<{ readonly response: ServerResponse; readonly leave: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const caller = request({ port }).on('error', () => undefined);
  caller.end();
  const [, response] = await once(server, 'request');
  return { response, leave: () => void caller.destroy() };
}

describe('the signal of a caller', () => {
  it('is aborted when the caller leaves, also before there is a signal', async () => {
    const { response, leave } = await responseToCaller();
    const early = callerSignal(response, 60_000);
    expect(early.aborted).toBe(false);
    leave();
    await once(response, 'close');
    const late = callerSignal(response, 60_000);
    expect([early, late].map(({ aborted, reason }) => [aborted, reason.code])).toEqual([
      [true, 'canceled'],
      [true, 'canceled'],
    ]);
  });
});
