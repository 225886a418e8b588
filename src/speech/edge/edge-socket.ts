import type { IncomingMessage } from 'node:http';
import type { RawData } from 'ws';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { networkAgent } from '../../core/http/network.ts';
import { messageText, retryAfter } from '../../core/http/failed-response.ts';
import { asConnectionError } from '../call/http-call.ts';
import { overloadedStatuses } from '../call/http-failure.ts';
import { OverloadedError, SpoiledAudioError } from '../call/provider-errors.ts';
import type { SpeechRequest } from '../provider.ts';
import { edgeHeaders, edgeSocketUrl } from './edge-address.ts';
import type { EdgeService } from './edge-address.ts';
import { edgeRequest, lastSentenceEnd, parseEdgeMessage } from './edge-messages.ts';

/** The name of the service in messages. */
export const edgeName = 'Edge speech';

/** A complete answer: MP3 frames, and when the last sentence in them ends, where the service said so. */
export interface EdgeAudio {
  readonly mp3: Buffer;
  readonly endSeconds: number | undefined;
}

/** The service refused the connection with status 403, as it does when our clock is wrong. */
export class EdgeRefusedError extends AudiobookError {
  /** Time of the service's clock, in milliseconds since 1970, when it named it. */
  readonly serviceTimeMs: number | undefined;

  constructor(serviceTimeMs: number | undefined) {
    super(
      'provider-unavailable',
      `${edgeName} refused the connection (403). Microsoft may have changed the service, or blocks this address. ` +
        'A newer version of this program or of EDGE_TTS_VERSION may help.',
    );
    this.serviceTimeMs = serviceTimeMs;
  }
}

/** Far above the audio of any one segment. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Requests one text over a WebSocket of its own. Throws `EdgeRefusedError` for status 403, `provider-failed`, retryable for
 * broken connections and by status, and `SpoiledAudioError` for a page instead of a WebSocket.
 */
export async function requestEdgeAudio(service: EdgeService, request: SpeechRequest): Promise<EdgeAudio> {
  const { signal } = request;
  if (signal.aborted) throw canceled(signal);
  const { WebSocket } = await import('ws');
  const url = edgeSocketUrl(service);
  const agent = url.startsWith('wss:') ? networkAgent() : undefined;
  const socket = new WebSocket(url, { headers: edgeHeaders(service), maxPayload: maxBytes, ...(agent && { agent }) });
  const answer = new EdgeAnswer();
  return await new Promise<EdgeAudio>((resolve, reject) => {
    const fail = (thrown: unknown): void => {
      signal.removeEventListener('abort', stop);
      socket.terminate();
      reject(asConnectionError(thrown, edgeName, signal));
    };
    const stop = (): void => fail(canceled(signal));
    signal.addEventListener('abort', stop, { once: true });
    socket.on('unexpected-response', (_request, response) => void refusal(response).then(fail, fail));
    socket.on('error', fail);
    socket.on('close', (code, reason) => fail(closed(code, reason.toString())));
    socket.on('open', () => {
      for (const message of edgeRequest(request)) socket.send(message);
    });
    socket.on('message', (data, isBinary) => {
      try {
        if (!answer.add(data, isBinary)) return;
        signal.removeEventListener('abort', stop);
        socket.terminate();
        resolve(answer.complete());
      } catch (thrown) {
        fail(thrown);
      }
    });
  });
}

/** Collects the messages of one answer. */
class EdgeAnswer {
  readonly #parts: Buffer[] = [];
  #length = 0;
  #endSeconds: number | undefined;

  /** Returns whether the message was the last. */
  add(data: RawData, isBinary: boolean): boolean {
    const message = parseEdgeMessage(toBuffer(data), isBinary);
    if (!message) throw new SpoiledAudioError(`${edgeName} sent a message of an unknown form.`);
    if (message.path === 'audio') {
      this.#parts.push(message.body);
      this.#length += message.body.length;
      if (this.#length > maxBytes) throw new SpoiledAudioError(`${edgeName} sent more than ${maxBytes} bytes.`);
    }
    if (message.path === 'audio.metadata') this.#endSeconds = lastSentenceEnd(message.body) ?? this.#endSeconds;
    return message.path === 'turn.end';
  }

  complete(): EdgeAudio {
    return { mp3: Buffer.concat(this.#parts, this.#length), endSeconds: this.#endSeconds };
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

/** Returns the error for an HTTP response instead of a WebSocket. */
async function refusal(response: IncomingMessage): Promise<AudiobookError> {
  const status = response.statusCode ?? 0;
  const text = await startOfBody(response);
  if (status === 403) {
    const time = Date.parse(response.headers.date ?? '');
    return new EdgeRefusedError(Number.isNaN(time) ? undefined : time);
  }
  if (status < 300) return new SpoiledAudioError(`${edgeName} answered with text instead of audio: ${text}`);
  const message = `${edgeName} answered ${status}${text ? `: ${text}` : '.'}`;
  const delay = response.headers['retry-after'];
  const retryAfterMs = delay === undefined ? undefined : retryAfter(new Headers({ 'retry-after': delay }));
  if (overloadedStatuses.has(status)) return new OverloadedError(message, { retryAfterMs });
  return new AudiobookError('provider-failed', message, { retryable: status >= 500, retryAfterMs });
}

async function startOfBody(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response) {
    text += String(part);
    if (text.length > 2000) break;
  }
  return messageText(text);
}

/** Close codes that a retry does not change: the service cannot read the request (RFC 6455, 7.4.1). */
const permanentCodes = new Set([1002, 1003, 1007, 1008, 1009]);

const invalidCode = 1007;
/** Private codes are statuses of HTTP above 4000. */
const throttledCode = 4429;

/** Returns the error for a connection that was closed before the end of the audio. */
function closed(code: number, reason: string): AudiobookError {
  const details = reason ? `: ${messageText(reason)}` : '';
  const message = asSentence(`${edgeName} closed the connection before the end of the audio (code ${code})${details}`);
  if (code === throttledCode) return new OverloadedError(message);
  // The code is the same for everything that is wrong with a request.
  if (code === invalidCode && /^unsupported voice/iu.test(reason)) return new AudiobookError('bad-value', message);
  return new AudiobookError('provider-failed', message, { retryable: !permanentCodes.has(code) });
}
