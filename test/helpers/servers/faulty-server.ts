import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import * as consumers from 'node:stream/consumers';
import { faultStatus } from './fault-kinds.ts';
import type { Fault } from './fault-kinds.ts';
import { refusals } from './refusals.ts';
import type { SpokenWord } from './spoken-audio.ts';
import { headersOf, pages, transportFaults } from './transport-faults.ts';

export type { Fault };

/** Faults that every provider is tested with. */
export const faults = [
  'throttle',
  'error',
  'hang-before-headers',
  'hang-mid-body',
  'reset-mid-body',
  'truncated',
  'empty',
  'html',
  'missing-sentence',
  'wrong-rate',
  'slow-drip',
] as const satisfies readonly Fault[];

/** Returns the fault of a speech request, counted from 0, or undefined. */
export type FaultPlan = (request: number) => Fault | undefined;

/** Options of a fake speech service. */
export interface SpeechServerOptions {
  readonly faults?: FaultPlan;
  /** Pace of the speech, in `speechUnits` per second. */
  readonly unitsPerSecond?: number;
  readonly sampleRate?: number | undefined;
  /** Speaks a text. Default: one tone as long as the text takes. */
  readonly speak?: (text: string, sampleRate: number) => Int16Array;
  /** Returns when the words of a text are spoken. Default: by their place in it. */
  readonly tellWords?: (text: string, sampleRate: number) => readonly SpokenWord[];
  /** Returns the words as the service tells them. */
  readonly spoilWords?: (words: readonly SpokenWord[]) => readonly SpokenWord[];
  readonly port?: number;
  /** Response to every speech request. */
  readonly refusal?: FakeResponse | undefined;
}

/** A running fake speech service. */
export interface SpeechServer extends RunningServer {
  /** Bodies of the speech requests, in order of arrival. */
  readonly requests: readonly unknown[];
  /** Texts for which complete audio was sent. */
  readonly spoken: readonly string[];
}

/** Responses of a speech service. */
export interface SpeechBehavior<Body> {
  readonly textOf: (body: Body) => string;
  readonly throttle: FakeResponse;
  readonly error: FakeResponse;
  /** Returns the response with a status. Default: JSON with a message. */
  readonly failure?: (status: number) => FakeResponse;
  /** Returns the response without an error; faults of the connection are applied to it. */
  readonly speak: (body: Body, fault: Fault | undefined) => FakeResponse;
}

/** Returns a handler for speech requests that follows the plan of faults and records requests and completed texts. */
export function speechEndpoint<Body>(options: SpeechServerOptions, behavior: SpeechBehavior<Body>) {
  const requests: Body[] = [];
  const spoken: string[] = [];
  const onSpeech = (body: Body) => {
    requests.push(body);
    if (options.refusal) return { response: options.refusal, fault: undefined };
    const fault = options.faults?.(requests.length - 1);
    if (fault === 'throttle') return { response: behavior.throttle, fault: undefined };
    if (fault === 'error') return { response: behavior.error, fault: undefined };
    const status = faultStatus(fault);
    if (status !== undefined) return { response: (behavior.failure ?? failure)(status), fault: undefined };
    const response = behavior.speak(body, fault);
    const refused = (response.status ?? 200) !== 200;
    if (!refused && isComplete(fault)) spoken.push(behavior.textOf(body));
    return { response, fault: refused ? undefined : fault };
  };
  return { requests, spoken, onSpeech };
}

/** A JSON body as an object. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** Parses a JSON body. */
export function jsonBody(text: string): JsonBody {
  return JSON.parse(text);
}

/** Returns whether the response holds the whole text in spite of the fault. */
function isComplete(fault: Fault | undefined): boolean {
  return fault === undefined;
}

function failure(status: number): FakeResponse {
  if (status === 502) return { status, headers: { 'content-type': 'text/html' }, body: badGateway };
  return json(status, { error: { message: `The request failed with status ${status}.` } });
}

const badGateway = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Returns a JSON response. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): FakeResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Returns a response with status 429 and a short `retry-after`. */
export function throttled(value: unknown): FakeResponse {
  return json(429, value, { 'retry-after': '0.02' });
}

/** A response as the real service sends it, before faults of the connection. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** A running loopback server. */
export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly port: number;
}

/** Handles a request; a returned fault is applied to the response. */
export type Handler = (request: IncomingMessage, body: string) => Handled | Promise<Handled>;

type Handled = FakeResponse | { readonly response: FakeResponse; readonly fault: Fault | undefined };

/** Starts a loopback server for one handler. Disposing of it closes all connections. */
export async function startServer(handle: Handler, port = 0): Promise<RunningServer> {
  const server = createServer((request, response) => void serve(request, response, handle, refusing.begin));
  const refusing = refusals(server, () => server.closeAllConnections());
  server.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  const stop = async (): Promise<void> => {
    refusing.end();
    await close(server);
  };
  return { url: `http://127.0.0.1:${chosen}`, port: chosen, [Symbol.asyncDispose]: stop };
}

/** Connections that are closed at the next request. */
const closing = new WeakSet<Socket>();

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handler,
  refuse: () => void,
): Promise<void> {
  response.on('error', () => undefined);
  const sent = await consumers.text(request).catch(() => undefined);
  // The caller has gone.
  if (sent === undefined) return;
  if (closing.has(request.socket)) return void request.socket.resetAndDestroy();
  const handled = await handle(request, sent);
  const { response: planned, fault } = 'response' in handled ? handled : { response: handled, fault: undefined };
  const body = typeof planned.body === 'string' ? Buffer.from(planned.body) : planned.body;
  if (fault === 'hang-before-headers') return;
  if (fault === 'refused') return refuse();
  if (fault === 'reset') return void request.socket.resetAndDestroy();
  const page = fault && pages[fault];
  if (page) {
    response.writeHead(200, { 'content-type': page.type });
    response.end(page.body);
    return;
  }
  if (fault === 'redirect') return void response.writeHead(307, { location: request.url ?? '/' }).end();
  if (fault === 'closed-keep-alive') closing.add(request.socket);
  response.writeHead(planned.status ?? 200, { ...planned.headers, ...headersOf(fault, body) });
  const sendFaulty = fault && transportFaults[fault];
  if (sendFaulty) sendFaulty(response, body);
  else response.end(body);
}
