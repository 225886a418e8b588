import { textIn } from './ollama-server.ts';
import { startServer } from './faulty-server.ts';
import type { FakeResponse, FaultPlan, RunningServer } from './faulty-server.ts';

/** Vendors with an OpenAI-compatible API, each with its own errors and rejected parameters. */
export type Vendor = 'openai' | 'anthropic' | 'gemini' | 'deepseek';

export interface ChatCall {
  readonly authorization: string | undefined;
  readonly organization: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ChatServer extends RunningServer {
  readonly calls: readonly ChatCall[];
}

export interface ChatReply {
  readonly text: string;
  readonly finishReason?: string | null;
  readonly refusal?: string;
  /** Error in the middle of the stream. */
  readonly errorEvent?: unknown;
}

export interface ChatOptions {
  readonly vendor: Vendor;
  readonly models: readonly string[];
  /** Returns the output of the model. Default: the text of the book in the prompt. */
  readonly reply?: (call: ChatCall, count: number) => string | ChatReply | FakeResponse;
  readonly faults?: FaultPlan;
}

/** Starts a server that behaves like the chat API of a vendor: streamed, and as strict about parameters. */
export async function startChatServer(options: ChatOptions): Promise<ChatServer> {
  const calls: ChatCall[] = [];
  const server = await startServer((request, text) => {
    const fault = options.faults?.(calls.length);
    const { authorization, 'openai-organization': organization } = request.headers;
    const call = { authorization, organization, body: JSON.parse(text || '{}') };
    calls.push(call);
    if (request.url !== '/v1/chat/completions') return { status: 404, body: 'no such page' };
    if (fault === 'throttle')
      return { ...failure(options.vendor, 429, 'Rate limit reached'), headers: { 'retry-after-ms': '5' } };
    if (fault === 'error') return failure(options.vendor, 529, 'Overloaded');
    const refused = refusalOf(call, options);
    if (refused) return refused;
    const chat: { readonly messages: readonly { readonly content: string }[] } = call.body;
    const reply = options.reply?.(call, calls.length) ?? textIn(chat.messages.at(-1)?.content ?? '');
    if (typeof reply !== 'string' && 'body' in reply) return reply;
    return { response: streamed(typeof reply === 'string' ? { text: reply } : reply), fault };
  });
  return { ...server, calls, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

function refusalOf({ authorization, body }: ChatCall, { vendor, models }: ChatOptions): FakeResponse | undefined {
  if (authorization !== 'Bearer good-key') return badKey(vendor);
  const model = String(body['model']);
  if (!models.includes(model)) return failure(vendor, 404, `The model '${model}' does not exist`);
  const rejected = rejections[vendor](model, Object.keys(body));
  return rejected === undefined ? undefined : failure(vendor, vendor === 'deepseek' ? 422 : 400, rejected);
}

/** Errors of the vendors for parameters that they do not support, as observed. */
const rejections: Readonly<Record<Vendor, (model: string, fields: readonly string[]) => string | undefined>> = {
  openai(model, fields) {
    const unknown = fields.filter((field) =>
      ['top_k', 'num_ctx', 'repeat_penalty', 'num_predict', 'thinking'].includes(field),
    );
    if (unknown.length > 0) return `Unrecognized request argument supplied: ${unknown.join(', ')}`;
    if (!/^gpt-[56]/u.test(model)) return undefined;
    if (fields.includes('max_tokens'))
      return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const sampling = fields.find((field) => field === 'temperature' || field === 'top_p');
    return (
      sampling &&
      `Unsupported value: '${sampling}' does not support 0.8 with this model. Only the default (1) value is supported.`
    );
  },
  anthropic(model, fields) {
    if (!fields.includes('max_tokens')) return 'max_tokens: Field required';
    const sampling = fields.filter((field) => ['temperature', 'top_p', 'top_k'].includes(field));
    if (/4-[56]/u.test(model)) {
      return sampling.length > 1
        ? '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
        : undefined;
    }
    return sampling[0] && `\`${sampling[0]}\` is deprecated for this model.`;
  },
  gemini(_model, fields) {
    const unknown = fields.find((field) =>
      ['top_k', 'num_ctx', 'repeat_penalty', 'num_predict', 'thinking'].includes(field),
    );
    return unknown && `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
  },
  deepseek: () => undefined,
};

function badKey(vendor: Vendor): FakeResponse {
  if (vendor === 'gemini') return failure(vendor, 400, 'API key not valid. Please pass a valid API key.');
  return failure(vendor, 401, 'Incorrect API key provided: sk-abcdef123456.');
}

function failure(vendor: Vendor, status: number, message: string): FakeResponse {
  const error = { message, type: 'invalid_request_error', code: status };
  // Gemini sends its errors in a list.
  return json(status, vendor === 'gemini' ? [{ error }] : { error });
}

function chunk(choices: unknown, usage?: unknown): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'x', choices, usage })}\n\n`;
}

function streamed({ text, finishReason = 'stop', refusal, errorEvent }: ChatReply): FakeResponse {
  const parts = (text.match(/.{1,40}/gsu) ?? []).map((content) =>
    chunk([{ index: 0, delta: { content }, finish_reason: null }]),
  );
  const refused = refusal === undefined ? [] : [chunk([{ index: 0, delta: { refusal }, finish_reason: null }])];
  const end =
    errorEvent === undefined
      ? [
          ...(finishReason === null ? [] : [chunk([{ index: 0, delta: {}, finish_reason: finishReason }])]),
          chunk([], { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }),
          'data: [DONE]\n\n',
        ]
      : [`data: ${JSON.stringify({ error: errorEvent })}\n\n`];
  const body = [': keep-alive\n\n', ...parts, ...refused, ...end].join('');
  return { headers: { 'content-type': 'text/event-stream' }, body };
}

function json(status: number, value: unknown): FakeResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
