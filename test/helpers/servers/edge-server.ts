import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Fault, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultStatus } from './fault-kinds.ts';
import { faultySpeech } from './faulty-speech.ts';
import { refusals } from './refusals.ts';
import { mp3Bytes } from './spoken-mp3.ts';
import { readSsml } from './ssml.ts';
import type { ReadSsml } from './ssml.ts';

/** A connection for one text. */
export interface EdgeRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** The first message, as JSON. */
  config?: unknown;
  ssml?: ReadSsml | undefined;
}

/** A fake of Edge's speech service. */
export interface EdgeServer extends SpeechServer {
  readonly requests: readonly EdgeRequest[];
}

/** Options of the fake service. */
export interface EdgeServerOptions extends SpeechServerOptions {
  /** How far the service's clock is ahead of ours, in milliseconds. */
  readonly clockMs?: number;
  /** Status of every connection. */
  readonly status?: number;
  /** Code and reason with which every connection is closed after the text. */
  readonly close?: { readonly code: number; readonly reason: string };
}

const clientToken = '6A5AA1D4EAFF4E9FB37E23D68491D6F4';

const voices = [
  { Name: 'x', ShortName: 'en-US-AvaMultilingualNeural', Gender: 'Female', Locale: 'en-US', Status: 'GA' },
  { Name: 'x', ShortName: 'en-GB-RyanNeural', Gender: 'Male', Locale: 'en-GB', Status: 'GA' },
  { Name: 'x', ShortName: 'de-DE-KatjaNeural', Gender: 'Female', Locale: 'de-DE', Status: 'GA' },
];

const longNames = new Set(
  voices.map(({ ShortName, Locale }) => {
    const name = ShortName.slice(Locale.length + 1);
    return `Microsoft Server Speech Text to Speech Voice (${Locale}, ${name})`;
  }),
);

/** Starts a server that behaves like the service behind Edge's "Read aloud": tokens by the clock, messages, MP3, no audio for unknown voices. */
export async function startEdgeServer(options: EdgeServerOptions = {}): Promise<EdgeServer> {
  const requests: EdgeRequest[] = [];
  const spoken: string[] = [];
  const sockets = new Set<Duplex>();
  const webSockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => sendVoices(request, response, options));
  const refusing = refusals(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  server.on('upgrade', (request, socket, head) => {
    const { searchParams: query, pathname } = new URL(request.url ?? '', 'http://host');
    const entry: EdgeRequest = { headers: request.headers, query };
    requests.push(entry);
    const fault = options.faults?.(requests.length - 1);
    if (fault === 'hang-before-headers') return;
    if (fault === 'refused') return refusing.begin();
    if (fault === 'reset') return void socket.destroy();
    const status = pathname === '/readaloud/edge/v1' ? statusOf(query, options, fault) : 404;
    if (status !== 101) return refuse(socket, status, options);
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      serve(webSocket, { entry, fault, options, onSpoken: (text) => void spoken.push(text) });
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/readaloud`,
    port,
    requests,
    spoken,
    async [Symbol.asyncDispose]() {
      refusing.end();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function statusOf(query: URLSearchParams, options: EdgeServerOptions, fault: Fault | undefined): number {
  if (options.status !== undefined) return options.status;
  if (!isSigned(query, options)) return 403;
  if (fault === 'throttle') return 503;
  return faultStatus(fault) ?? (fault === 'html' || fault === 'json' ? 200 : 101);
}

/** The token must be that of the present five minutes by the service's clock. */
function isSigned(query: URLSearchParams, { clockMs = 0 }: EdgeServerOptions): boolean {
  const seconds = Math.floor((Date.now() + clockMs) / 1000) + 11_644_473_600;
  const tokens = [seconds, seconds - 300].map((time) => {
    const ticks = `${time - (time % 300)}0000000`;
    return createHash('sha256')
      .update(ticks + clientToken)
      .digest('hex')
      .toUpperCase();
  });
  return tokens.includes(query.get('Sec-MS-GEC') ?? '') && /^1-\d+\./u.test(query.get('Sec-MS-GEC-Version') ?? '');
}

function refuse(socket: Duplex, status: number, { clockMs = 0 }: EdgeServerOptions): void {
  const page = status === 200 ? '<!DOCTYPE html><html><body>Please sign in to the network.</body></html>' : '';
  const headers = [
    `HTTP/1.1 ${status} Refused`,
    `Date: ${new Date(Date.now() + clockMs).toUTCString()}`,
    'Retry-After: 0.02',
    `Content-Length: ${page.length}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${page}`);
}

function sendVoices(request: IncomingMessage, response: ServerResponse, options: EdgeServerOptions): void {
  const { searchParams, pathname } = new URL(request.url ?? '', 'http://host');
  const date = new Date(Date.now() + (options.clockMs ?? 0)).toUTCString();
  const status = pathname === '/readaloud/voices/list' && isSigned(searchParams, options) ? 200 : 403;
  response.writeHead(status, { 'content-type': 'application/json', date });
  response.end(status === 200 ? JSON.stringify(voices) : '');
}

interface Turn {
  readonly entry: EdgeRequest;
  readonly fault: Fault | undefined;
  readonly options: EdgeServerOptions;
  readonly onSpoken: (text: string) => void;
}

function serve(webSocket: WebSocket, { entry, fault, options, onSpoken }: Turn): void {
  webSocket.on('error', () => undefined);
  webSocket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : '';
    const [headers = '', ...body] = text.split('\r\n\r\n');
    if (headers.includes('Path:speech.config')) {
      entry.config = JSON.parse(body.join('\r\n\r\n'));
      return;
    }
    entry.ssml = readSsml(body.join('\r\n\r\n'));
    if (!entry.ssml) return webSocket.close(1007, 'The request is malformed.');
    if (options.close) return webSocket.close(options.close.code, options.close.reason);
    answer(webSocket, entry.ssml, options, fault);
    if (fault === undefined || fault === 'wrong-rate') onSpoken(entry.ssml.text);
  });
}

function answer(webSocket: WebSocket, ssml: ReadSsml, options: EdgeServerOptions, fault: Fault | undefined): void {
  webSocket.send('X-RequestId:1\r\nContent-Type:application/json; charset=utf-8\r\nPath:turn.start\r\n\r\n{}');
  webSocket.send('X-RequestId:1\r\nContent-Type:application/json; charset=utf-8\r\nPath:response\r\n\r\n{}');
  if (fault === 'error') return webSocket.close(1011, 'Internal server error');
  if (fault === 'empty' || !longNames.has(ssml.voice)) return end(webSocket);
  let seconds = 0;
  const encode = (samples: Int16Array, sampleRate: number): Buffer => {
    seconds = samples.length / sampleRate;
    return mp3Bytes(samples, sampleRate);
  };
  const audio = faultySpeech(ssml.text, { options, fault, sampleRate: 24_000, encode });
  if (fault === 'slow-drip') return drip(webSocket, audio);
  const sent = isHalved(fault) ? audio.subarray(0, audio.length / 2) : audio;
  for (let start = 0; start < sent.length; start += 720) sendAudio(webSocket, sent.subarray(start, start + 720));
  if (fault === 'huge') for (let count = 0; count < 160; count += 1) sendAudio(webSocket, zeros);
  sendMetadata(webSocket, seconds);
  if (fault === 'hang-mid-body') return;
  if (fault === 'reset-mid-body') return webSocket.terminate();
  end(webSocket);
}

const zeros = Buffer.alloc(1024 * 1024);

function isHalved(fault: Fault | undefined): boolean {
  return fault === 'truncated' || fault === 'hang-mid-body' || fault === 'reset-mid-body';
}

function sendAudio(webSocket: WebSocket, frames: Buffer): void {
  const headers = Buffer.from('X-RequestId:1\r\nContent-Type:audio/mpeg\r\nX-StreamId:1\r\nPath:audio\r\n');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(headers.length);
  webSocket.send(Buffer.concat([length, headers, frames]));
}

function sendMetadata(webSocket: WebSocket, seconds: number): void {
  const data = { Offset: 500_000, Duration: Math.round(seconds * 0.97 * 1e7), text: { Text: 'x', Length: 1 } };
  const body = JSON.stringify({ Metadata: [{ Type: 'SentenceBoundary', Data: data }] });
  webSocket.send(`X-RequestId:1\r\nContent-Type:application/json; charset=utf-8\r\nPath:audio.metadata\r\n\r\n${body}`);
}

/** The service ends its audio with an empty message of audio. */
function end(webSocket: WebSocket): void {
  sendAudio(webSocket, Buffer.alloc(0));
  webSocket.send('X-RequestId:1\r\nContent-Type:application/json; charset=utf-8\r\nPath:turn.end\r\n\r\n{}');
}

/** Sends two bytes at a time and never ends. */
function drip(webSocket: WebSocket, audio: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    sendAudio(webSocket, audio.subarray(sent, sent + 2));
    sent = Math.min(sent + 2, audio.length - 4);
  }, 10);
  webSocket.on('close', () => clearInterval(timer));
}
