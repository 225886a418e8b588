import { once, setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RetryNotice } from '../../src/core/retry.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { readChatCompletion } from '../../src/llm/chat/read-chat-completion.ts';
import { createModel } from '../../src/llm/create-model.ts';
import type { LanguageModel } from '../../src/llm/language-model.ts';
import { readOllamaCompletion } from '../../src/llm/ollama/read-ollama-completion.ts';
import { resilientModel } from '../../src/llm/resilient-model.ts';
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

/** Starts a service that holds each request until as many are in flight. */
async function startHoldingServer(shape: Shape, { together = 1 } = {}) {
  let inFlight = 0;
  const seen = { most: 0, requests: 0 };
  const held = new Set<() => void>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for await (const _part of request);
    if (request.url === '/api/show') return void response.end('{}');
    inFlight += 1;
    seen.requests += 1;
    seen.most = Math.max(seen.most, inFlight);
    if (seen.most < together) await new Promise<void>((go) => held.add(go));
    for (const go of held) go();
    response.writeHead(200, { 'content-type': shape === 'ollama' ? 'application/x-ndjson' : 'text/event-stream' });
    inFlight -= 1;
    response.end(partOf(shape, 'word ', true));
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

const readers = { ollama: readOllamaCompletion, openai: readChatCompletion };

function linesOf(shape: Shape): readonly string[] {
  return Array.from({ length: 30 }, (_, part) => partOf(shape, 'word ', part === 29));
}

describe('a slow model', () => {
  afterEach(() => vi.useRealTimers());

  it('is waited for as long as it keeps sending', async () => {
    vi.useFakeTimers();
    const model = createModel('tiny', settingsFrom([]));
    const slow: LanguageModel = {
      ...model,
      async generate({ signal: limited, onPart }) {
        for (let part = 0; part < 30; part += 1) {
          await vi.advanceTimersByTimeAsync(900);
          onPart?.();
        }
        limited.throwIfAborted();
        return { text: 'word', stopReason: 'complete', usage: {} };
      },
    };
    const resilient = resilientModel(slow, { timeoutMs: 1000, policy });
    expect(await resilient.generate({ userPrompt: 'Hello?', signal })).toMatchObject({ text: 'word' });
  });

  it.each<Shape>(['ollama', 'openai'])('of %s shows each part as it comes', async (shape) => {
    const onPart = vi.fn<() => void>();
    const body = Readable.from(linesOf(shape).map((line) => Buffer.from(line)));
    expect(await readers[shape](body, 'It', onPart)).toMatchObject({ text: 'word '.repeat(30) });
    expect(onPart).toHaveBeenCalledTimes(30);
  });
});

describe('requests at a time', () => {
  it.each<[string, Shape, Readonly<Record<string, string>>, { readonly first: number; readonly most: number }]>([
    ['one to a local model', 'ollama', {}, { first: 1, most: 1 }],
    ['as many as its server is set to handle', 'ollama', { OLLAMA_NUM_PARALLEL: '3' }, { first: 3, most: 3 }],
    ['four to a commercial model at first, and up to eight', 'openai', {}, { first: 4, most: 8 }],
    ['as many as the user allows', 'openai', { LLM_CONCURRENCY: '2' }, { first: 2, most: 2 }],
  ])('are %s', async (_name, shape, own, { first, most }) => {
    await using server = await startHoldingServer(shape, { together: first });
    const model = createModel(names[shape], settingsFrom([keys, own]), { baseUrl: server.url, policy });
    expect(model.concurrency).toBe(most);
    await Promise.all(Array.from({ length: 40 }, () => model.generate({ userPrompt: 'Hello?', signal })));
    expect(server.seen.requests).toBe(40);
    expect(server.seen.most).toBeGreaterThanOrEqual(first);
    expect(server.seen.most).toBeLessThanOrEqual(most);
  });

  it.each(['0', 'many', '1.5'])('%j is a bad value', (value) => {
    const settings = settingsFrom([keys, { LLM_CONCURRENCY: value }]);
    expect(() => createModel('api:gpt-4o', settings)).toThrow(/Invalid LLM_CONCURRENCY/u);
  });
});

/** Replies to the first request with a pause in milliseconds. */
const busyAtFirst = (ms: string) => (_call: unknown, count: number) =>
  count === 1
    ? { status: 429, headers: { 'retry-after-ms': ms }, body: '{"error":{"message":"Slow down."}}' }
    : 'Fine.';

async function startBusyServer(ms: string) {
  return await startChatServer({ vendor: 'openai', models: ['gpt-4o'], reply: busyAtFirst(ms) });
}

function modelAt(url: string, onRetry?: (notice: RetryNotice) => void): LanguageModel {
  const settings = settingsFrom([keys, { LLM_CONCURRENCY: '1' }]);
  return createModel('api:gpt-4o', settings, { baseUrl: `${url}/v1`, policy, onRetry });
}

describe('a pause that the service asks for', () => {
  it('is kept, and no request fails', async () => {
    await using server = await startBusyServer('20');
    const retries: string[] = [];
    const model = modelAt(server.url, ({ error }) => retries.push(error.message));
    const answers = await Promise.all(Array.from({ length: 6 }, () => model.generate({ userPrompt: 'Hi?', signal })));
    expect(answers.map(({ text }) => text)).toEqual(Array(6).fill('Fine.'));
    expect(retries).toEqual([expect.stringContaining('Slow down')]);
  });

  it('of more than ten minutes fails the request, and does not hold the next one', async () => {
    await using server = await startBusyServer('3600000');
    const model = modelAt(server.url);
    const [first, second] = [1, 2].map(() => model.generate({ userPrompt: 'Hi?', signal }));
    await expect(first).rejects.toThrow('longer than the');
    expect(await second).toMatchObject({ text: 'Fine.' });
  });
});
