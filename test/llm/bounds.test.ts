import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { CompletionBuffer } from '../../src/llm/completion-buffer.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { json } from '../helpers/servers/faulty-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import type { ChatCall } from '../helpers/servers/openai-chat-server.ts';

const { signal } = new AbortController();
const settings = settingsFrom([{ OPENAI_API_KEY: 'good-key', GEMINI_API_KEY: 'good-key' }]);
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };

describe('the end of a completion that repeats itself', () => {
  const passage = 'The quotation is a quotation from the text. ';

  it.each([
    ['a sentence', passage.repeat(30)],
    ['an element of a list', `["14","5","18",${'"46",'.repeat(300)}`],
    ['white space', `{"script": [${'\n'.repeat(1000)}`],
    ['a character', 'A scream: ' + 'a'.repeat(1000)],
  ])('%s is seen, and the rest is not read', (_name, text) => {
    const buffer = new CompletionBuffer('A model');
    const parts = text.match(/.{1,4}/gsu) ?? [];
    const read = parts.findIndex((part) => !buffer.add(part));
    expect(read).toBeGreaterThan(190);
    expect(read).toBeLessThan(300);
  });

  it.each([
    [
      'slots with the same value',
      Array.from({ length: 200 }, (_, n) => `"${n}":{"who":"narrator","how":"neutral"}`).join(),
    ],
    [
      'a refrain that comes five times',
      `${'Row, row, row your boat gently down the stream. '.repeat(5)}And then it was night. `.repeat(8),
    ],
    ['a table', Array.from({ length: 100 }, (_, n) => `| ${n} | ${n * 7} |\n`).join('')],
  ])('is not seen in %s', (_name, text) => {
    const buffer = new CompletionBuffer('A model');
    expect((text.match(/.{1,4}/gsu) ?? []).every((part) => buffer.add(part))).toBe(true);
  });

  it('ends the request, whoever sends it', async () => {
    const text = `Once. ${passage.repeat(2000)}`;
    await using chat = await startChatServer({ vendor: 'openai', models: ['gpt-4o'], reply: () => text });
    await using local = await startOllamaServer({ reply: () => text });
    for (const model of [
      createModel('api:openai/gpt-4o', settings, { baseUrl: `${chat.url}/v1`, policy }),
      createModel('tiny', settings, { baseUrl: local.url, policy }),
    ]) {
      const generation = await model.generate({ userPrompt: 'Hello?', signal });
      expect(generation.stopReason).toBe('repetition');
      expect(generation.text.length).toBeLessThan(2000);
      expect(generation.usage.completionTokens).toBeGreaterThan(0);
    }
    expect([chat.calls.length, local.chats.length]).toEqual([1, 1]);
  });
});

/** A server with a context, which counts a token for three characters. */
function withContext(contextTokens: number, refuse: (context: number, needed: number, limit: number) => unknown) {
  return ({ body }: ChatCall) => {
    const limit = Number(body['max_tokens']);
    const needed = Math.ceil(JSON.stringify(body['messages']).length / 3);
    return needed + limit > contextTokens && (needed > contextTokens || limit > 0)
      ? json(400, refuse(contextTokens, needed, limit))
      : 'Fine.';
  };
}

/** The message of vLLM, which counts the answer as well. */
function sayLength(context: number, needed: number, limit: number) {
  const message = `This model's maximum context length is ${context} tokens. However, you requested ${needed + limit}.`;
  return { error: { message } };
}

async function contextOf(name: string) {
  const { contextTokens } = await createModel(name, settings).limits(signal);
  return contextTokens;
}

describe('a context that is too small', () => {
  it.each<[string, (context: number, needed: number) => unknown]>([
    [
      'llama.cpp',
      (context, needed) => ({
        error: {
          code: 400,
          message: 'the request exceeds the available context size. try increasing the context size',
          type: 'exceed_context_size_error',
          n_prompt_tokens: needed,
          n_ctx: context,
        },
      }),
    ],
    [
      'OpenAI',
      (context, needed) => ({
        error: {
          message: `This model's maximum context length is ${context} tokens. However, your messages resulted in ${needed} tokens.`,
          code: 'context_length_exceeded',
        },
      }),
    ],
    [
      'Anthropic',
      (context, needed) => ({ error: { message: `prompt is too long: ${needed} tokens > ${context} maximum` } }),
    ],
    [
      'Gemini',
      (context, needed) => [
        {
          error: {
            message: `The input token count (${needed}) exceeds the maximum number of tokens allowed (${context}).`,
          },
        },
      ],
    ],
  ])('is said with its size after one request, as %s says it', async (_name, refuse) => {
    await using server = await startChatServer({ vendor: 'openai', models: ['own'], reply: withContext(512, refuse) });
    const model = createModel('api:openai/own', settings, { baseUrl: `${server.url}/v1`, policy });
    const request = { systemPrompt: 'Rules. '.repeat(250), userPrompt: 'A text. '.repeat(200), signal };
    await expect(model.generate(request)).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/^The model's context is 512 tokens; a request needs 1,1\d\d\. /u),
    });
    expect(server.calls).toHaveLength(1);
    expect(await model.limits(signal)).toMatchObject({ contextTokens: 512 });
  });

  it('that takes half of the text is known to the caller, who sends smaller pieces', async () => {
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['own'],
      reply: withContext(1000, sayLength),
    });
    const model = createModel('api:openai/own', settings, { baseUrl: `${server.url}/v1`, policy });
    const request = { systemPrompt: 'Rules.', userPrompt: 'A text. '.repeat(600), numPredict: 100, signal };
    expect(await model.generate(request)).toMatchObject({ stopReason: 'prompt-too-long' });
    expect(await model.limits(signal)).toMatchObject({ contextTokens: 1000 });
  });

  it('for the answer that was asked for gets a shorter answer, now and later', async () => {
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['own'],
      reply: withContext(4096, sayLength),
    });
    const model = createModel('api:openai/own', settings, { baseUrl: `${server.url}/v1`, policy });
    const request = { userPrompt: 'A text. '.repeat(100), signal };
    expect(await model.generate(request)).toMatchObject({ text: 'Fine.' });
    expect(await model.generate(request)).toMatchObject({ text: 'Fine.' });
    expect(server.calls.map(({ body }) => body['max_tokens'])).toEqual([4096, 3701, 3701]);
  });

  it('of Ollama, which cuts prompts in silence, is said after one request', async () => {
    await using server = await startOllamaServer({
      models: { 'tiny:latest': { contextLength: 2048 } },
      reply: () => ({ text: 'Lost.', promptTokens: 2048 }),
    });
    const model = createModel('tiny', settings, { baseUrl: server.url, policy });
    const request = { systemPrompt: 'Rules. '.repeat(2000), userPrompt: 'A text. '.repeat(200), signal };
    await expect(model.generate(request)).rejects.toThrow(/^The model's context is 2,048 tokens; a request needs/u);
    expect(server.chats).toHaveLength(1);
  });

  it('is not taken for a large one where a name is none of the vendor’s', async () => {
    expect(await contextOf('api:openai/smollm2')).toBe(8192);
    expect(await contextOf('api:openai/gpt-oss-20b')).toBe(8192);
    expect(await contextOf('api:openai/gpt-4o')).toBe(128_000);
  });
});
