import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** What a service does on a bad day. */
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
] as const;
export type Fault = (typeof faults)[number];

/** The fault of the n-th speech request (from 0), if any. */
export type FaultPlan = (request: number) => Fault | undefined;

export interface SpeechServerOptions {
  readonly faults?: FaultPlan;
  /** Pace of the speech, in units of `speechUnits`. */
  readonly unitsPerSecond?: number;
  readonly sampleRate?: number;
  readonly port?: number;
}

export interface SpeechServer extends RunningServer {
  /** Bodies of the speech requests, in the order in which they came. */
  readonly requests: readonly unknown[];
  /** Texts that were answered with whole audio. */
  readonly spoken: readonly string[];
}

export interface SpeechPlay<Body> {
  readonly textOf: (body: Body) => string;
  readonly throttle: Answer;
  readonly error: Answer;
  /** What the service answers otherwise; the faults of the wire are played on it. */
  readonly speak: (body: Body, fault: Fault | undefined) => Answer;
}

/** Answers speech requests by the plan of faults, and keeps what was asked and what was spoken whole. */
export function speechDesk<Body>(options: SpeechServerOptions, play: SpeechPlay<Body>) {
  const requests: Body[] = [];
  const spoken: string[] = [];
  const onSpeech = (body: Body) => {
    requests.push(body);
    const fault = options.faults?.(requests.length - 1);
    if (fault === 'throttle') return { answer: play.throttle, fault: undefined };
    if (fault === 'error') return { answer: play.error, fault: undefined };
    const answer = play.speak(body, fault);
    const refused = (answer.status ?? 200) !== 200;
    if (!refused && isWhole(fault)) spoken.push(play.textOf(body));
    return { answer, fault: refused ? undefined : fault };
  };
  return { requests, spoken, onSpeech };
}

/** A JSON body as an object. */
export type JsonBody = Readonly<Record<string, unknown>>;

export function jsonBody(text: string): JsonBody {
  return JSON.parse(text);
}

/** Whether the answer holds all of the text in spite of the fault. */
function isWhole(fault: Fault | undefined): boolean {
  return fault === undefined || fault === 'wrong-rate';
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Too many requests, with a short wait asked for. */
export function throttled(value: unknown): Answer {
  return json(429, value, { 'retry-after': '0.02' });
}

/** An answer as the real service gives it; the server under it plays the faults of the wire. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly port: number;
}

export type Handler = (
  request: IncomingMessage,
  body: string,
) => Answer | { readonly answer: Answer; readonly fault: Fault | undefined };

/** A loopback server for one handler; closing it breaks off whatever hangs. */
export async function startServer(handle: Handler, port = 0): Promise<RunningServer> {
  const server = createServer((request, response) => void serve(request, response, handle));
  server.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://127.0.0.1:${chosen}`, port: chosen, [Symbol.asyncDispose]: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: Handler): Promise<void> {
  response.on('error', () => undefined);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const handled = handle(request, Buffer.concat(parts).toString());
  const { answer, fault } = 'answer' in handled ? handled : { answer: handled, fault: undefined };
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const play = fault && wireFaults[fault];
  if (fault === 'hang-before-headers') return;
  if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      '<!DOCTYPE html><html><head><title>x</title></head><body>Please sign in to the network.</body></html>',
    );
    return;
  }
  response.writeHead(answer.status ?? 200, { ...answer.headers });
  if (play) play(response, body);
  else response.end(body);
}

/** What happens to the body after the headers of a good answer. */
const wireFaults: Partial<Record<Fault, (response: ServerResponse, body: Buffer) => void>> = {
  'hang-mid-body': (response, body) => void response.write(body.subarray(0, body.length / 2)),
  'reset-mid-body': (response, body) => {
    response.write(body.subarray(0, body.length / 2), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
  },
  'slow-drip': (response, body) => drip(response, body),
  truncated: (response, body) => void response.end(body.subarray(0, body.length / 2)),
  empty: (response) => void response.end(),
};

/** A byte or two at a time, for ever: never still, never done. */
function drip(response: ServerResponse, body: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + 2));
    sent = Math.min(sent + 2, body.length - 4);
  }, 10);
  response.on('close', () => clearInterval(timer));
}
