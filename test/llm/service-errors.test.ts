import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { readChatCompletion } from '../../src/llm/chat/read-chat-completion.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { json } from '../helpers/servers/faulty-server.ts';
import type { FakeResponse } from '../helpers/servers/faulty-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import type { ChatReply } from '../helpers/servers/openai-chat-server.ts';

const { signal } = new AbortController();
const settings = settingsFrom([{ OPENAI_API_KEY: 'good-key' }]);
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };

/** Returns what a chat service's answer becomes, and how many requests it took. */
async function askChat(reply: string | ChatReply | FakeResponse, address = '/v1') {
  await using server = await startChatServer({ vendor: 'openai', models: ['gpt-4o'], reply: () => reply });
  const model = createModel('api:openai/gpt-4o', settings, { baseUrl: `${server.url}${address}`, policy });
  const outcome = await model.generate({ userPrompt: 'Hello?', signal }).catch((error: unknown) => error);
  return { outcome, requests: server.calls.length };
}

async function askOllama(reply: FakeResponse) {
  await using server = await startOllamaServer({ reply: () => reply });
  const model = createModel('tiny', settings, { baseUrl: server.url, policy });
  const outcome = await model.generate({ userPrompt: 'Hello?', signal }).catch((error: unknown) => error);
  return { outcome, requests: server.chats.length };
}

/** The error of a service behind the one that was asked. */
function upstream(code: number) {
  return json(200, { error: { message: 'Upstream said no.', code } });
}

describe('an error of a chat service', () => {
  it('with status 200 ends at once with its sentence', async () => {
    const said = 'The model gpt-4o is being retired. Move to another one.';
    for (const body of [{ error: { message: said } }, { error: said }, { detail: said }]) {
      expect(await askChat(json(200, body))).toEqual({
        outcome: expect.objectContaining({ code: 'model-failed', message: expect.stringContaining(said) }),
        requests: 1,
      });
    }
    const pretty = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error: said }, null, 2) };
    expect(await askChat(pretty)).toMatchObject({ outcome: { message: expect.stringContaining(said) }, requests: 1 });
  });

  it('with status 200 that carries another status is that one', async () => {
    expect(await askChat(upstream(429))).toMatchObject({ outcome: { retryable: true }, requests: 3 });
    expect(await askChat(upstream(401))).toMatchObject({ outcome: { code: 'model-unavailable' }, requests: 1 });
  });

  it('is named with what was sent, where that is no completion at all', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<html><p>Please sign in to the Wi-Fi</p></html>' };
    expect(await askChat(page)).toMatchObject({
      outcome: { message: expect.stringContaining('Please sign in to the Wi-Fi') },
      requests: 3,
    });
  });
});

describe('an answer of a chat service', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 3 };

  it('that is one JSON object instead of a stream is read', async () => {
    const whole = { choices: [{ message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }], usage };
    expect(await askChat(json(200, whole))).toEqual({
      outcome: { text: 'Fine.', stopReason: 'complete', usage: { promptTokens: 5, completionTokens: 3 } },
      requests: 1,
    });
  });

  it('in parts has the text of its parts, without thoughts', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Fine' },
      { type: 'text', text: ', thanks.' },
    ];
    const whole = { choices: [{ message: { content: parts }, finish_reason: 'stop' }], usage };
    expect(await askChat(json(200, whole))).toMatchObject({ outcome: { text: 'Fine, thanks.' } });
    const chunk = { choices: [{ delta: { content: parts }, finish_reason: 'stop' }] };
    const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    expect(await askChat({ body })).toMatchObject({ outcome: { text: 'Fine, thanks.', stopReason: 'complete' } });
  });

  it.each(['/v1/chat/completions', '/v1/chat/completions/'])(
    'is found at an address ending with %s',
    async (address) => {
      expect(await askChat('Fine.', address)).toMatchObject({ outcome: { text: 'Fine.' }, requests: 1 });
    },
  );

  it('shows signs of life by comments, whatever the parts of its body', async () => {
    const chunk = { choices: [{ delta: { content: 'Fïne.' }, finish_reason: 'stop' }] };
    const bytes = Buffer.from(`: one\n\n: two\r\n\r\ndata: ${JSON.stringify(chunk)}\r\n\r\ndata:[DONE]`);
    for (const size of [1, 7, bytes.length]) {
      let signs = 0;
      const parts = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
          controller.close();
        },
      });
      const completion = await readChatCompletion(parts, 'A model', () => void (signs += 1));
      expect([completion.text, completion.stopReason, signs]).toEqual(['Fïne.', 'complete', 4]);
    }
  });
});

describe('an error of Ollama', () => {
  it('about memory is not retried and says what the server said', async () => {
    const said = 'model requires more system memory (8.4 GiB) than is available (4.2 GiB)';
    expect(await askOllama(json(500, { error: said }))).toEqual({
      outcome: expect.objectContaining({ code: 'model-unavailable', message: expect.stringContaining(said) }),
      requests: 1,
    });
  });

  it('with status 403 is about its allowed origins', async () => {
    const { outcome, requests } = await askOllama({ status: 403, body: '' });
    expect(outcome).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('OLLAMA_ORIGINS') });
    expect(String(outcome)).not.toContain('Check the key');
    expect(requests).toBe(1);
  });

  it('instead of an answer ends at once with its sentence', async () => {
    expect(await askOllama(json(200, { error: 'this model is not supported by your version of Ollama' }))).toEqual({
      outcome: expect.objectContaining({ message: expect.stringContaining('not supported by your version') }),
      requests: 1,
    });
  });
});
