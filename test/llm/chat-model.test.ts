import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { aliases, checkedOn, vendors } from '../../src/llm/models.ts';
import { resolveModel } from '../../src/llm/resolve-model.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import type { ChatReply, Vendor } from '../helpers/servers/openai-chat-server.ts';

const { signal } = new AbortController();
const keys = {
  OPENAI_API_KEY: 'good-key',
  ANTHROPIC_API_KEY: 'good-key',
  GEMINI_API_KEY: 'good-key',
  DEEPSEEK_API_KEY: 'good-key',
};
const settings = settingsFrom([keys]);
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };
const everything = { systemPrompt: 'Be kind.', userPrompt: 'Hello?', temperature: 0.8, topP: 0.9, seed: 7, signal };
const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hello?' },
];
const streamed = { messages, stream: true, stream_options: { include_usage: true } };

describe('a request', () => {
  it.each<[string, Vendor, string, Readonly<Record<string, unknown>>]>([
    ['gpt-4o', 'openai', 'gpt-4o', { max_tokens: 4096, temperature: 0.8, top_p: 0.9, seed: 7 }],
    ['gpt-4', 'openai', 'gpt-5.6-sol', { max_completion_tokens: 16_384, seed: 7 }],
    ['gpt-4-turbo', 'openai', 'gpt-5.6-sol', { max_completion_tokens: 16_384, seed: 7 }],
    ['claude', 'anthropic', 'claude-sonnet-5-5', { max_tokens: 16_384 }],
    ['claude-sonnet', 'anthropic', 'claude-sonnet-5-5', { max_tokens: 16_384 }],
    ['claude-opus', 'anthropic', 'claude-opus-5-5', { max_tokens: 16_384 }],
    ['anthropic/claude-opus-4-6', 'anthropic', 'claude-opus-4-6', { max_tokens: 4096, temperature: 0.8 }],
    ['gemini', 'gemini', 'gemini-3.8-flash', { max_tokens: 16_384, seed: 7 }],
    ['gemini-flash', 'gemini', 'gemini-3.8-flash', { max_tokens: 16_384, seed: 7 }],
    ['gemini-pro', 'gemini', 'gemini-4-argon', { max_tokens: 16_384, seed: 7 }],
    [
      'deepseek-chat',
      'deepseek',
      'deepseek-v4-flash',
      { max_tokens: 16_384, temperature: 0.8, top_p: 0.9, thinking: { type: 'disabled' } },
    ],
    [
      'deepseek-reasoner',
      'deepseek',
      'deepseek-v4-flash',
      { max_tokens: 16_384, temperature: 0.8, top_p: 0.9, thinking: { type: 'enabled' } },
    ],
    [
      'deepseekr1',
      'deepseek',
      'deepseek-v4-flash',
      { max_tokens: 16_384, temperature: 0.8, top_p: 0.9, thinking: { type: 'enabled' } },
    ],
  ])(
    'api:%s goes to %s as %s, with exactly the parameters that the model accepts',
    async (alias, vendor, model, fields) => {
      await using server = await startChatServer({ vendor, models: [model], reply: () => 'Fine.' });
      const answer = await createModel(`api:${alias}`, settings, { baseUrl: `${server.url}/v1` }).generate(everything);
      expect(answer).toEqual({
        text: 'Fine.',
        stopReason: 'complete',
        usage: { promptTokens: 11, completionTokens: 7 },
      });
      expect(server.calls).toEqual([{ authorization: 'Bearer good-key', body: { ...streamed, model, ...fields } }]);
    },
  );

  it.each(['', '/', '/v1', '/v1/'])('reaches Anthropic at an address that ends with %j', async (ending) => {
    await using server = await startChatServer({
      vendor: 'anthropic',
      models: ['claude-sonnet-5-5'],
      reply: () => 'Fine.',
    });
    const own = settingsFrom([keys, { ANTHROPIC_BASE_URL: `${server.url}${ending}` }]);
    expect(await createModel('api:claude', own, { policy }).generate(everything)).toMatchObject({ text: 'Fine.' });
  });

  it('knows every alias of the specification', () => {
    expect(Object.keys(aliases).toSorted()).toEqual([
      'claude',
      'claude-opus',
      'claude-sonnet',
      'deepseek-chat',
      'deepseek-reasoner',
      'deepseekr1',
      'gemini',
      'gemini-flash',
      'gemini-pro',
      'gpt-4',
      'gpt-4-turbo',
      'gpt-4o',
    ]);
    expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/u);
    for (const { key } of Object.values(vendors)) expect(key.secret).toBe(true);
  });

  it('replaces a model on the day when the vendor switches it off', () => {
    expect(resolveModel('gpt-4o', settings, new Date('2027-01-13T12:00:00Z')).model).toBe('gpt-4o');
    expect(resolveModel('gpt-4o', settings, new Date('2027-01-14T00:00:00Z')).model).toBe('gpt-6-luna');
  });

  it('prefers the user’s aliases to the built-in ones', () => {
    const own = settingsFrom([{ AUDIOBOOK_LLM_ALIASES: 'claude = anthropic/claude-opus-9, fast=api:deepseek/v9' }]);
    expect(resolveModel('claude', own)).toMatchObject({ vendorId: 'anthropic', model: 'claude-opus-9' });
    expect(resolveModel('fast', own)).toMatchObject({ vendorId: 'deepseek', model: 'v9', extra: {} });
    const broken = settingsFrom([{ AUDIOBOOK_LLM_ALIASES: 'claude' }]);
    expect(() => resolveModel('claude', broken)).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });

  it.each(['unknown', 'unknown/model', 'openai/', '', 'constructor', '__proto__/x'])(
    'api:%s is a bad value that lists the names',
    (name) => {
      expect(() => createModel(`api:${name}`, settings)).toThrow(
        /Expected an alias \(claude, .*openai, anthropic, gemini, deepseek/u,
      );
    },
  );

  it('leaves out a parameter that was refused, now and in later requests', async () => {
    await using server = await startChatServer({ vendor: 'openai', models: ['gpt-5-nano-next'], reply: () => 'Fine.' });
    const own = settingsFrom([keys, { AUDIOBOOK_LLM_ALIASES: 'next=deepseek/gpt-5-nano-next' }]);
    const model = createModel('api:next', own, { baseUrl: `${server.url}/v1` });
    await model.generate(everything);
    // max_tokens goes by its other name, then temperature and top_p go.
    expect(server.calls).toHaveLength(4);
    expect(server.calls.at(-1)?.body).toEqual({ ...streamed, model: 'gpt-5-nano-next', max_completion_tokens: 16_384 });
    await model.generate(everything);
    expect(server.calls).toHaveLength(5);
  });

  it.each<[string, Vendor, boolean]>([
    ['openai/gpt-5-x', 'openai', true],
    ['gemini/gemini-x', 'gemini', true],
    ['deepseek/v9', 'deepseek', false],
    ['anthropic/claude-x', 'anthropic', false],
  ])('carries a JSON schema where the service has one: %s', async (name, vendor, structured) => {
    await using server = await startChatServer({ vendor, models: [name.split('/')[1] ?? ''], reply: () => '{}' });
    const model = createModel(`api:${name}`, settings, { baseUrl: `${server.url}/v1` });
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
    await model.generate({ userPrompt: 'Hello?', schema, signal });
    expect(model.structured ?? false).toBe(structured);
    const format = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
    expect(server.calls[0]?.body['response_format']).toEqual(structured ? format : undefined);
  });

  it('leaves out a schema that a compatible server refuses', async () => {
    const refusal = { status: 400, body: JSON.stringify({ error: { message: 'json_schema is not supported' } }) };
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-5-x'],
      reply: ({ body }) => ('response_format' in body ? refusal : 'Fine.'),
    });
    const model = createModel('api:openai/gpt-5-x', settings, { baseUrl: `${server.url}/v1` });
    expect(await model.generate({ userPrompt: 'Hello?', schema: {}, signal })).toMatchObject({ text: 'Fine.' });
    expect(server.calls).toHaveLength(2);
  });

  it('keeps the first of two parameters that exclude each other', async () => {
    await using server = await startChatServer({ vendor: 'anthropic', models: ['v4-5'], reply: () => 'Fine.' });
    await createModel('api:deepseek/v4-5', settings, { baseUrl: `${server.url}/v1` }).generate(everything);
    expect(server.calls.at(-1)?.body).toMatchObject({ temperature: 0.8 });
    expect(server.calls.at(-1)?.body).not.toHaveProperty('top_p');
  });
});

describe('a completion', () => {
  it.each<[string, ChatReply, string]>([
    ['cut at the limit', { text: 'Cut', finishReason: 'length' }, 'length'],
    ['held back by a filter', { text: '', finishReason: 'content_filter' }, 'filtered'],
    ['with an unknown end', { text: 'Odd', finishReason: 'SAFETY' }, 'filtered'],
    ['that is a refusal', { text: '', refusal: 'I cannot do that.' }, 'refusal'],
    ['that ended with a refusal', { text: '', finishReason: 'refusal' }, 'refusal'],
  ])('%s has that stop reason', async (_name, reply, stopReason) => {
    await using server = await startChatServer({ vendor: 'openai', models: ['gpt-4o'], reply: () => reply });
    const model = createModel('api:openai/gpt-4o', settings, { baseUrl: `${server.url}/v1` });
    expect(await model.generate(everything)).toMatchObject({ text: reply.text, stopReason });
  });

  it('of a prompt beyond the context is reported as prompt-too-long', async () => {
    const body = JSON.stringify({
      error: {
        message: "This model's maximum context length is 8192 tokens. Your messages resulted in 9000 tokens.",
        code: 'context_length_exceeded',
      },
    });
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-4o'],
      reply: () => ({ status: 400, body }),
    });
    const model = createModel('api:openai/gpt-4o', settings, { baseUrl: `${server.url}/v1`, policy });
    const long = { ...everything, userPrompt: 'A text. '.repeat(4500) };
    expect(await model.generate(long)).toMatchObject({ stopReason: 'prompt-too-long' });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a failing service', () => {
  it.each(['throttle', 'error', 'reset-mid-body', 'truncated', 'empty', 'html'] as const)(
    '%s is retried, and the completion is whole',
    async (fault) => {
      await using server = await startChatServer({
        vendor: 'anthropic',
        models: ['claude-sonnet-5-5'],
        reply: () => 'A whole answer of more than one part, '.repeat(20),
        faults: (request) => (request === 0 ? fault : undefined),
      });
      const model = createModel('api:claude', settings, { baseUrl: `${server.url}/v1`, policy });
      expect(await model.generate(everything)).toMatchObject({
        text: 'A whole answer of more than one part, '.repeat(20),
        stopReason: 'complete',
      });
      expect(server.calls).toHaveLength(2);
    },
  );

  it.each(['hang-before-headers', 'hang-mid-body', 'slow-drip'] as const)('%s ends at the deadline', async (fault) => {
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-4o'],
      reply: () => 'x'.repeat(500),
      faults: () => fault,
    });
    const model = createModel('api:gpt-4o', settings, {
      baseUrl: `${server.url}/v1`,
      timeoutMs: 150,
      policy: { ...policy, attempts: 2 },
    });
    await expect(model.generate(everything)).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('0.15 s'),
    });
  });

  it('an error in the middle of a stream is retried and never a completion', async () => {
    await using server = await startChatServer({
      vendor: 'anthropic',
      models: ['claude-sonnet-5-5'],
      reply: () => ({ text: 'Half of', errorEvent: { type: 'overloaded_error', message: 'Overloaded' } }),
    });
    const model = createModel('api:claude', settings, { baseUrl: `${server.url}/v1`, policy });
    await expect(model.generate(everything)).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('Overloaded'),
    });
    expect(server.calls).toHaveLength(3);
  });

  it('a used-up quota is not retried', async () => {
    const body = JSON.stringify({ error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } });
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-4o'],
      reply: () => ({ status: 429, body }),
    });
    const model = createModel('api:gpt-4o', settings, { baseUrl: `${server.url}/v1`, policy });
    await expect(model.generate(everything)).rejects.toMatchObject({ code: 'model-failed', retryable: false });
    expect(server.calls).toHaveLength(1);
  });

  it.each<[Vendor, string, string]>([
    ['openai', 'api:gpt-4o', 'does not exist'],
    ['anthropic', 'api:claude', 'does not exist'],
    ['gemini', 'api:gemini', 'does not exist'],
    ['deepseek', 'api:deepseek-chat', 'does not exist'],
  ])('an unknown model of %s is reported with the vendor’s message', async (vendor, name, said) => {
    await using server = await startChatServer({ vendor, models: [] });
    const model = createModel(name, settings, { baseUrl: `${server.url}/v1`, policy });
    await expect(model.generate(everything)).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining(said),
    });
    expect(server.calls).toHaveLength(1);
  });

  it.each<[Vendor, string]>([
    ['openai', 'Incorrect API key'],
    ['gemini', 'API key not valid'],
  ])('a wrong key at %s is reported without showing the key', async (vendor, said) => {
    await using server = await startChatServer({ vendor, models: ['gpt-4o'] });
    const wrong = settingsFrom([{ OPENAI_API_KEY: 'bad-key-1234567890' }]);
    const failure = await createModel('api:gpt-4o', wrong, { baseUrl: `${server.url}/v1`, policy })
      .generate(everything)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining(said) });
    expect(String(failure)).not.toMatch(/bad-key|sk-abcdef/u);
    expect(server.calls).toHaveLength(1);
  });

  it('a missing key is reported before any request', async () => {
    const model = createModel('api:claude', settingsFrom([{}]), { policy });
    expect(await model.availability(signal)).toEqual({ available: false, reason: 'ANTHROPIC_API_KEY is not set' });
    await expect(model.generate(everything)).rejects.toMatchObject({ code: 'model-unavailable' });
  });

  it('the client does not read the environment of the process', async () => {
    await using server = await startChatServer({ vendor: 'openai', models: ['gpt-4o'], reply: () => 'Fine.' });
    process.env['OPENAI_ORG_ID'] = 'org-from-environment';
    try {
      await createModel('api:gpt-4o', settings, { baseUrl: `${server.url}/v1` }).generate(everything);
    } finally {
      delete process.env['OPENAI_ORG_ID'];
    }
    expect(server.calls).toMatchObject([{ organization: undefined }]);
  });

  it('a hanging call ends at once when it is canceled', async () => {
    await using server = await startChatServer({
      vendor: 'openai',
      models: ['gpt-4o'],
      faults: () => 'hang-before-headers',
    });
    const controller = new AbortController();
    const answer = createModel('api:gpt-4o', settings, { baseUrl: `${server.url}/v1` }).generate({
      ...everything,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 50);
    await expect(answer).rejects.toMatchObject({ code: 'canceled' });
  });
});
