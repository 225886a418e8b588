import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel, localServer } from '../../src/llm/create-model.ts';
import { listLocalModels } from '../../src/llm/ollama/list-local-models.ts';
import { ollamaAddress } from '../../src/llm/ollama/ollama-server.ts';
import { translate } from '../../src/llm/translate.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaReply } from '../helpers/servers/ollama-server.ts';

const { signal } = new AbortController();
const settings = settingsFrom([{}]);
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:9999', 'http://127.0.0.1:9999'],
    ['[::1]', 'http://[::1]:11434'],
    ['box:80', 'http://box'],
    ['http://host:11434/', 'http://host:11434'],
    ['http://host:11434/api', 'http://host:11434'],
    ['http://host:11434/v1/', 'http://host:11434'],
    ['https://ollama.example.org', 'https://ollama.example.org'],
    ['https://host/models/ollama', 'https://host/models/ollama'],
  ])('%s becomes %s', (value, address) => {
    expect(ollamaAddress(value)).toBe(address);
  });

  it('rejects other values', () => {
    expect(() => ollamaAddress('ftp://host')).toThrow(expect.objectContaining({ code: 'bad-value' }));
    expect(() => createModel('a model', settings)).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });

  it('reads OLLAMA_HOST when OLLAMA_API_URL is not set', () => {
    expect(localServer(settingsFrom([{ OLLAMA_HOST: 'box:1' }])).baseUrl).toBe('http://box:1');
    expect(localServer(settings).baseUrl).toBe('http://127.0.0.1:11434');
  });
});

describe('a request', () => {
  it('carries every parameter in the options of the native API, defaults included', async () => {
    await using server = await startOllamaServer({ models: { 'tiny:latest': { contextLength: 131_072 } } });
    const model = createModel('tiny', settings, { baseUrl: server.url });
    await model.generate({ systemPrompt: 'Be kind.', userPrompt: 'Hello?', signal });
    await model.generate({
      prompt: 'Old.',
      temperature: 0.1,
      topP: 0.2,
      topK: 3,
      seed: 4,
      numCtx: 5000,
      numPredict: 60,
      repeatPenalty: 1.7,
      signal,
    });
    expect(server.chats).toEqual([
      {
        model: 'tiny',
        stream: true,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hello?' },
        ],
        options: { temperature: 0.8, top_p: 0.9, top_k: 60, repeat_penalty: 1.05, num_ctx: 8192, num_predict: 4096 },
      },
      {
        model: 'tiny',
        stream: true,
        messages: [{ role: 'user', content: 'Old.' }],
        options: {
          temperature: 0.1,
          top_p: 0.2,
          top_k: 3,
          repeat_penalty: 1.7,
          num_ctx: 5000,
          num_predict: 60,
          seed: 4,
        },
      },
    ]);
  });

  it('never asks for more context than the model has, and disables thinking', async () => {
    await using server = await startOllamaServer({ models: { 'deep:8b': { contextLength: 8192, thinking: true } } });
    const model = createModel('deep:8b', settings, { baseUrl: server.url });
    await model.generate({ userPrompt: 'Hello?', signal });
    expect(server.chats[0]).toMatchObject({ think: false, options: { num_ctx: 8192 } });
    expect(await model.limits(signal)).toEqual({ contextTokens: 8192 });
  });

  it('has the schema of the completion as its format', async () => {
    await using server = await startOllamaServer();
    const model = createModel('tiny', settings, { baseUrl: server.url });
    const schema = { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] };
    await model.generate({ userPrompt: 'Hello?', schema, signal });
    expect(model.structured).toBe(true);
    expect(server.chats[0]?.format).toEqual(schema);
  });

  it('asks for a context that grows with the prompts, never shrinks and ends at the default', async () => {
    await using server = await startOllamaServer({ models: { 'tiny:latest': { contextLength: 131_072 } } });
    const model = createModel('tiny', settings, { baseUrl: server.url });
    for (const words of [1, 4000, 1, 40_000]) await model.generate({ userPrompt: 'word '.repeat(words), signal });
    expect(server.chats.map((chat) => chat.options['num_ctx'])).toEqual([8192, 12_288, 12_288, 32_768]);
  });

  it('without a prompt is a bad value', async () => {
    await using server = await startOllamaServer();
    const model = createModel('tiny', settings, { baseUrl: server.url, policy });
    await expect(model.generate({ signal })).rejects.toMatchObject({ code: 'bad-value' });
  });
});

describe('a completion', () => {
  it.each<[string, OllamaReply, string]>([
    ['that ended by itself is complete', { text: 'Fine.' }, 'complete'],
    ['that reached the limit is cut off', { text: 'Cut', doneReason: 'length' }, 'length'],
    ['of a prompt that filled the context is discarded', { text: 'Lost.', promptTokens: 32_768 }, 'prompt-too-long'],
    ['of a prompt that lost its beginning is discarded', { text: 'Lost.', promptTokens: 20 }, 'prompt-too-long'],
  ])('%s', async (_name, reply, stopReason) => {
    await using server = await startOllamaServer({ reply: () => reply });
    const model = createModel('tiny', settings, { baseUrl: server.url });
    const answer = await model.generate({ userPrompt: 'Tell me more about it. '.repeat(20), signal });
    expect(answer).toMatchObject({ text: reply.text, stopReason });
  });

  it('of translate is plain text, or an error when it is incomplete', async () => {
    await using server = await startOllamaServer({
      reply: (_chat, call) => (call === 1 ? 'Bonjour.' : { text: 'Bon', doneReason: 'length' }),
    });
    const model = createModel('tiny', settings, { baseUrl: server.url });
    expect(await translate(model, 'Translate: Hello.', signal)).toBe('Bonjour.');
    await expect(translate(model, 'Translate: Hello.', signal)).rejects.toMatchObject({ code: 'model-failed' });
  });
});

describe('a failing server', () => {
  it.each(['throttle', 'error', 'reset-mid-body', 'truncated', 'empty', 'html'] as const)(
    '%s is retried, and the completion is whole',
    async (fault) => {
      await using server = await startOllamaServer({
        reply: () => 'A whole answer of more than one line, '.repeat(20),
        faults: (request) => (request === 0 ? fault : undefined),
      });
      const retries: string[] = [];
      const onRetry = ({ error }: { readonly error: Error }) => retries.push(error.message);
      const model = createModel('tiny', settings, { baseUrl: server.url, policy, onRetry });
      const { text, stopReason } = await model.generate({ userPrompt: 'Hello?', signal });
      expect({ text, stopReason }).toEqual({
        text: 'A whole answer of more than one line, '.repeat(20),
        stopReason: 'complete',
      });
      expect(retries).toHaveLength(1);
    },
  );

  it.each(['hang-before-headers', 'hang-mid-body', 'slow-drip'] as const)('%s ends at the deadline', async (fault) => {
    await using server = await startOllamaServer({ reply: () => 'x'.repeat(500), faults: () => fault });
    const model = createModel('tiny', settings, {
      baseUrl: server.url,
      timeoutMs: 150,
      policy: { ...policy, attempts: 2 },
    });
    await expect(model.generate({ userPrompt: 'Hello?', signal })).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('0.15 s'),
    });
    expect(server.chats).toHaveLength(2);
  });

  it.each<[string, OllamaReply]>([
    [
      'an error line in the stream',
      { text: 'Half of it', errorLine: 'an error was encountered while running the model' },
    ],
    ['a stream without an end', { text: 'Half of it', unfinished: true }],
    ['a model that was only loaded', { text: '', doneReason: 'load' }],
  ])('%s is never a completion', async (_name, reply) => {
    await using server = await startOllamaServer({ reply: () => reply });
    const model = createModel('tiny', settings, { baseUrl: server.url, policy });
    await expect(model.generate({ userPrompt: 'Hello?', signal })).rejects.toMatchObject({ code: 'model-failed' });
    expect(server.chats).toHaveLength(3);
  });

  it('a model that is not installed is not retried, and the error explains how to install it', async () => {
    await using server = await startOllamaServer();
    const model = createModel('gemma3:12b', settings, { baseUrl: server.url, policy });
    await expect(model.generate({ userPrompt: 'Hello?', signal })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('ollama pull gemma3:12b'),
    });
    expect(await model.availability(signal)).toMatchObject({
      reason: expect.stringContaining('ollama pull gemma3:12b'),
    });
  });

  it('a hanging call ends at once when it is canceled', async () => {
    await using server = await startOllamaServer({ faults: () => 'hang-mid-body' });
    const controller = new AbortController();
    const answer = createModel('tiny', settings, { baseUrl: server.url }).generate({
      userPrompt: 'Hello?',
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 50);
    await expect(answer).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('the list of local models', () => {
  it('has the installed models with their size', async () => {
    await using server = await startOllamaServer({
      models: { 'tiny:latest': {}, 'gemma3:12b': { size: 8_149_190_253 }, 'far:1t': { remoteHost: 'https://far' } },
    });
    expect(await listLocalModels({ baseUrl: server.url }, signal)).toEqual({
      available: true,
      models: [
        { name: 'tiny:latest', bytes: 0, isRemote: false },
        { name: 'gemma3:12b', bytes: 8_149_190_253, isRemote: false },
        { name: 'far:1t', bytes: 0, isRemote: true },
      ],
    });
    expect(await createModel('tiny', settings, { baseUrl: server.url }).availability(signal)).toEqual({
      available: true,
    });
  });

  it('has the reason when there is none', async () => {
    const server = await startOllamaServer();
    await server[Symbol.asyncDispose]();
    expect(await listLocalModels({ baseUrl: server.url }, signal)).toMatchObject({
      available: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
