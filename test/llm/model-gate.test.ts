import { once, setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { ModelGate } from '../../src/llm/model-gate.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };
const keys = { OPENAI_API_KEY: 'good-key' };

type Shape = 'ollama' | 'openai';

function partOf(shape: Shape, content: string, isLast = false): string {
  if (shape === 'ollama') return `${JSON.stringify({ message: { content }, done: isLast, done_reason: 'stop' })}\n`;
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: isLast ? 'stop' : null }] })}\n\n`;
}

/** Starts a service that sends the parts of a completion with a delay between them. */
async function startSteadyServer(
  shape: Shape,
  { parts, delayMs }: { readonly parts: number; readonly delayMs: number },
) {
  let inFlight = 0;
  const seen = { most: 0, requests: 0 };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for await (const _part of request);
    if (request.url === '/api/show') return void response.end('{}');
    inFlight += 1;
    seen.requests += 1;
    seen.most = Math.max(seen.most, inFlight);
    response.writeHead(200, { 'content-type': shape === 'ollama' ? 'application/x-ndjson' : 'text/event-stream' });
    for (let part = 1; part <= parts; part += 1) {
      await delay(delayMs);
      response.write(partOf(shape, 'word ', part === parts));
    }
    inFlight -= 1;
    response.end();
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const stop = async () => server.closeAllConnections();
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: stop };
}

const names = { ollama: 'tiny', openai: 'api:gpt-4o' };

describe('a slow model', () => {
  it.each<Shape>(['ollama', 'openai'])('of %s is waited for as long as it keeps sending', async (shape) => {
    await using server = await startSteadyServer(shape, { parts: 30, delayMs: 50 });
    const model = createModel(names[shape], settingsFrom([keys]), { baseUrl: server.url, timeoutMs: 1000, policy });
    expect(await model.generate({ userPrompt: 'Hello?', signal })).toMatchObject({ text: 'word '.repeat(30) });
    expect(server.seen.requests).toBe(1);
  });
});

describe('requests at a time', () => {
  it.each<[string, Shape, Readonly<Record<string, string>>, number]>([
    ['one to a local model', 'ollama', {}, 1],
    ['as many as its server is set to handle', 'ollama', { OLLAMA_NUM_PARALLEL: '3' }, 3],
    ['up to eight to a commercial model', 'openai', {}, 8],
    ['as many as the user allows', 'openai', { LLM_CONCURRENCY: '2' }, 2],
  ])('are %s', async (_name, shape, own, most) => {
    await using server = await startSteadyServer(shape, { parts: 1, delayMs: 30 });
    const model = createModel(names[shape], settingsFrom([keys, own]), { baseUrl: server.url, policy });
    expect(model.concurrency).toBe(most);
    await Promise.all(Array.from({ length: 40 }, () => model.generate({ userPrompt: 'Hello?', signal })));
    expect(server.seen).toEqual({ most, requests: 40 });
  });

  it.each(['0', 'many', '1.5'])('%j is a bad value', (value) => {
    const settings = settingsFrom([keys, { LLM_CONCURRENCY: value }]);
    expect(() => createModel('api:gpt-4o', settings)).toThrow(/Invalid LLM_CONCURRENCY/u);
  });
});

describe('a pause that the service asks for', () => {
  it('is kept by all requests, and none of them fails', async () => {
    const times: number[] = [];
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-4o'],
      reply(_call, count) {
        times.push(performance.now());
        const busy = { status: 429, headers: { 'retry-after-ms': '300' }, body: '{"error":{"message":"Slow down."}}' };
        return count === 1 ? busy : 'Fine.';
      },
    });
    const retries: string[] = [];
    const model = createModel('api:gpt-4o', settingsFrom([keys, { LLM_CONCURRENCY: '2' }]), {
      baseUrl: `${server.url}/v1`,
      policy,
      onRetry: ({ error }) => retries.push(error.message),
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => model.generate({ userPrompt: 'Hi?', signal })));
    expect(answers.map(({ text }) => text)).toEqual(Array(6).fill('Fine.'));
    // Two were on their way; the others came after the pause.
    expect(times.slice(2).every((time) => time - (times[0] ?? 0) >= 290)).toBe(true);
    expect(retries).toEqual([expect.stringContaining('Slow down')]);
  });
});

describe('waiting requests', () => {
  const completion = { text: '', stopReason: 'complete', usage: {} } as const;

  it('are admitted by priority, then in order of arrival', async () => {
    const gate = new ModelGate({ start: 1, max: 1 });
    const order: string[] = [];
    const run = (name: string, priority: number) =>
      gate.run(
        async () => {
          order.push(name);
          await delay(1);
          return completion;
        },
        { signal, priority },
      );
    await Promise.all([run('first', 5), run('b', 2), run('a', 1), run('c', 2)]);
    expect(order).toEqual(['first', 'a', 'b', 'c']);
  });

  it('leave when they are canceled, and the others go on', async () => {
    const gate = new ModelGate({ start: 1, max: 1 });
    const controller = new AbortController();
    const slow = gate.run(async () => delay(20, completion), { signal });
    const waiting = gate.run(async () => completion, { signal: controller.signal });
    const next = gate.run(async () => completion, { signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
    await Promise.all([slow, next]);
  });
});
