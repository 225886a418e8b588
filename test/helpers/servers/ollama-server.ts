import { startServer } from './faulty-server.ts';
import type { FakeResponse, FaultPlan, RunningServer } from './faulty-server.ts';

/** A chat request to Ollama. */
export interface OllamaChat {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly think?: boolean;
  /** JSON schema of the completion. */
  readonly format?: unknown;
  readonly options: Readonly<Record<string, number>>;
}

export interface OllamaServer extends RunningServer {
  /** Bodies of the chat requests, in order of arrival. */
  readonly chats: readonly OllamaChat[];
}

export interface OllamaReply {
  readonly text: string;
  readonly doneReason?: string;
  /** Default: one token per four characters of the prompt. */
  readonly promptTokens?: number;
  /** Error line in the middle of the stream. */
  readonly errorLine?: string;
  /** Whether the stream ends without its last line. */
  readonly unfinished?: boolean;
}

/** An installed model. */
export interface OllamaModel {
  readonly contextLength?: number;
  readonly thinking?: boolean;
  /** Bytes of the model, in the list of models. */
  readonly size?: number;
  /** Default: it completes prompts. */
  readonly capabilities?: readonly string[];
  /** Address of the service that runs it, for a model that is only a name here. */
  readonly remoteHost?: string;
}

type AnyReply = string | OllamaReply | FakeResponse;

export interface OllamaOptions {
  readonly models?: Readonly<Record<string, OllamaModel>>;
  /** Returns the output of the model. Default: the text of the book in the prompt. */
  readonly reply?: (chat: OllamaChat, call: number) => AnyReply | Promise<AnyReply>;
  readonly faults?: FaultPlan;
}

/** Starts a server that behaves like Ollama 0.12: streamed lines, `done_reason`, counts, errors. */
export async function startOllamaServer(options: OllamaOptions = {}): Promise<OllamaServer> {
  const models = options.models ?? { 'tiny:latest': {} };
  const chats: OllamaChat[] = [];
  const server = await startServer(async (request, body) => {
    if (request.url === '/api/tags') {
      const entries = Object.entries(models);
      return json(200, {
        models: entries.map(([name, { size, remoteHost }]) => ({ name, model: name, size, remote_host: remoteHost })),
      });
    }
    if (request.url !== '/api/show' && request.url !== '/api/chat') return { status: 404, body: '404 page not found' };
    const chat: OllamaChat = JSON.parse(body);
    const model = models[chat.model] ?? models[`${chat.model}:latest`];
    if (!model) return json(404, { error: `model '${chat.model}' not found` });
    if (request.url === '/api/show') return json(200, description(model));
    const fault = options.faults?.(chats.length);
    chats.push(chat);
    if (fault === 'throttle')
      return json(503, { error: 'server busy, please try again. maximum pending requests exceeded' });
    if (fault === 'error') return json(500, { error: 'llama runner process has terminated: exit status 2' });
    const reply = (await options.reply?.(chat, chats.length)) ?? givenText(chat);
    if (typeof reply !== 'string' && 'body' in reply) return reply;
    return { response: chatResponse(chat, typeof reply === 'string' ? { text: reply } : reply), fault };
  });
  return { ...server, chats, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

/** Returns the text of the book in a prompt: everything between the tags, or the two lines with the same hash. */
export function givenText({ messages }: Pick<OllamaChat, 'messages'>): string {
  return textIn(messages.at(-1)?.content ?? '');
}

/** Returns the text of the book in one message. */
export function textIn(prompt: string): string {
  const tagged = /^<text>\n(.*)\n<\/text>$/msu.exec(prompt)?.[1];
  return tagged ?? /^(=== \w+ ===)\n(.*)\n\1$/msu.exec(prompt)?.[2] ?? '';
}

function description({ contextLength, thinking, capabilities = ['completion'] }: OllamaModel): unknown {
  return {
    model_info: { 'general.architecture': 'tiny', ...(contextLength && { 'tiny.context_length': contextLength }) },
    capabilities: [...capabilities, ...(thinking ? ['thinking'] : [])],
  };
}

function chatResponse({ messages }: OllamaChat, reply: OllamaReply): FakeResponse {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const parts = reply.text.match(/.{1,40}/gsu) ?? [''];
  const lines: unknown[] = parts.map((content) => ({ message: { role: 'assistant', content }, done: false }));
  if (reply.errorLine !== undefined) lines.push({ error: reply.errorLine });
  else if (!reply.unfinished) {
    lines.push({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: reply.doneReason ?? 'stop',
      prompt_eval_count: reply.promptTokens ?? Math.ceil(characters / 4),
      eval_count: parts.length * 10,
    });
  }
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { headers: { 'content-type': 'application/x-ndjson' }, body };
}

function json(status: number, value: unknown): FakeResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
