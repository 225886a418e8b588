import { constants, createServer } from 'node:http2';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { protos } from '@google-cloud/text-to-speech';
import { speechEndpoint } from './faulty-server.ts';
import { pages } from './transport-faults.ts';
import type { FakeResponse, Fault, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { refusals } from './refusals.ts';
import { wavBytes } from './spoken-audio.ts';
import { spokenWords } from './spoken-words.ts';

const { ListVoicesResponse } = protos.google.cloud.texttospeech.v1;
const { v1beta1 } = protos.google.cloud.texttospeech;
const { Any, Duration } = protos.google.protobuf;

/** A speech request, decoded. */
export interface GoogleRequest {
  /** Without tags. */
  readonly text: string;
  readonly ssml?: string;
  readonly languageCode: string;
  readonly name: string;
  /** A Gemini model. Absent without one. */
  readonly modelName?: string;
  /** An instruction, which only such a model takes. */
  readonly prompt?: string;
  readonly audioEncoding: string;
  readonly sampleRateHertz: number;
}

/** A fake Google service. */
export interface GoogleServer extends SpeechServer {
  readonly requests: readonly GoogleRequest[];
}

/** Options of `startGoogleServer`. */
export interface GoogleOptions extends SpeechServerOptions {
  /** Longest accepted sentence, limited as for the newer voices. */
  readonly maxSentence?: number;
}

const voices = [
  { name: 'en-US-Neural2-C', languageCodes: ['en-US'], ssmlGender: 2 },
  { name: 'en-GB-Neural2-B', languageCodes: ['en-GB'], ssmlGender: 1 },
  { name: 'cmn-CN-Wavenet-A', languageCodes: ['cmn-CN'], ssmlGender: 2 },
  { name: 'cmn-TW-Wavenet-A', languageCodes: ['cmn-TW'], ssmlGender: 2 },
  { name: 'yue-HK-Standard-A', languageCodes: ['yue-HK'], ssmlGender: 2 },
  { name: 'de-DE-Studio-B', languageCodes: ['de-DE'], ssmlGender: 1 },
  { name: 'de-DE-Wavenet-H', languageCodes: ['de-DE'], ssmlGender: 1 },
  { name: 'fr-FR-Neural2-A', languageCodes: ['fr-FR'], ssmlGender: 2 },
  { name: 'en-AU-Chirp3-HD-Kore', languageCodes: ['en-AU'], ssmlGender: 2 },
  { name: 'en-US-Chirp3-HD-Kore', languageCodes: ['en-US'], ssmlGender: 2 },
  { name: 'sv-SE-Chirp3-HD-Kore', languageCodes: ['sv-SE'], ssmlGender: 2 },
  { name: 'Achernar', languageCodes: ['en-US'], ssmlGender: 2 },
];

/** Starts a server that behaves like Google Cloud Text-to-Speech over gRPC without TLS: limits, codes, voices that need a model name. */
export async function startGoogleServer(options: GoogleOptions = {}): Promise<GoogleServer> {
  const endpoint = speechEndpoint<GoogleRequest>(options, {
    textOf: ({ text }) => text,
    throttle: failure(8, 'Quota exceeded for quota metric requests per minute.'),
    error: failure(13, 'Internal error encountered.'),
    failure: (status) => failure(codes[status] ?? 14, `The request failed with status ${status}.`),
    speak: (request, fault) => refusal(request, options) ?? speech(request, options, fault),
  });
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  const refusing = refusals(server, () => {
    for (const session of sessions) session.destroy();
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined).on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      if (headers[':path']?.endsWith('/ListVoices')) return send(stream, listVoices(), undefined);
      const message = Buffer.concat(parts).subarray(5);
      const { response, fault } = endpoint.onSpeech(readRequest(message, headers[':path']));
      if (fault === 'refused') return refusing.begin();
      // Not within a callback of the session, where Node 20 has crashed.
      if (fault === 'reset') return setImmediate(() => stream.session?.destroy());
      return send(stream, response, fault);
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    refusing.end();
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `127.0.0.1:${port}`, port, ...endpoint, [Symbol.asyncDispose]: close };
}

function readRequest(message: Buffer, path: string | undefined): GoogleRequest {
  const { SynthesizeSpeechRequest } = v1beta1;
  const request = SynthesizeSpeechRequest.toObject(SynthesizeSpeechRequest.decode(message), { enums: String });
  const ssml: unknown = request['input']?.ssml;
  // Time points are only sent where they are asked for, in the version that has them.
  const isTimed = path?.includes('.v1beta1.') === true && request['enableTimePointing']?.[0] === 'SSML_MARK';
  return {
    text: typeof ssml === 'string' ? plainText(ssml) : String(request['input']?.text),
    ...(typeof ssml === 'string' && isTimed && { ssml }),
    languageCode: String(request['voice']?.languageCode),
    name: String(request['voice']?.name),
    ...(request['voice']?.modelName && { modelName: String(request['voice'].modelName) }),
    ...(request['input']?.prompt && { prompt: String(request['input'].prompt) }),
    audioEncoding: String(request['audioConfig']?.audioEncoding),
    sampleRateHertz: Number(request['audioConfig']?.sampleRateHertz),
  };
}

function plainText(ssml: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return ssml.replaceAll(/<[^>]*>/gu, '').replaceAll(/&(\w+);/gu, (_, name: string) => entities[name] ?? '');
}

/** The time of each mark is that of the word after it. */
function timepointsOf({ text, ssml = '', sampleRateHertz }: GoogleRequest, options: SpeechServerOptions) {
  const words = spokenWords(text, options.sampleRate ?? sampleRateHertz, options);
  return Array.from(ssml.matchAll(/<mark name="([^"]*)"\/>/gu), ({ 1: markName = '', index }) => {
    const at = plainText(ssml.slice(0, index)).length;
    const word = words.find((one) => one.index >= at);
    return word ? { markName, timeSeconds: word.seconds } : undefined;
  }).filter((point) => point !== undefined);
}

function refusal(request: GoogleRequest, options: GoogleOptions): FakeResponse | undefined {
  const { text, ssml, name, modelName, prompt, languageCode } = request;
  if (prompt !== undefined && modelName === undefined)
    return failure(3, 'Prompts are only supported by Gemini models.');
  if (modelName !== undefined && name.includes('-')) return failure(3, `The model has no voice '${name}'.`);
  if (ssml !== undefined && /Studio|Chirp/u.test(name)) {
    return failure(3, '`<mark>` tags are not currently supported by Studio voices.');
  }
  if (Buffer.byteLength(ssml ?? text) > 5000) {
    return failure(3, 'Either `input.text` or `input.ssml` is longer than the limit of 5000 bytes.');
  }
  if (text.split(/[.!?।]/u).some((sentence) => sentence.length > (options.maxSentence ?? Infinity))) {
    return failure(3, 'This request contains sentences that are too long. Consider splitting up long sentences.');
  }
  if (modelName !== undefined) return undefined;
  if (!name.includes('-')) return failure(3, 'This voice requires a model name to be specified.');
  if (!name.startsWith(languageCode))
    return failure(3, `Requested language code '${languageCode}' doesn't match the voice '${name}'.`);
  return name.includes('Missing') ? failure(3, `Voice '${name}' does not exist. Is it misspelled?`) : undefined;
}

function speech(request: GoogleRequest, options: SpeechServerOptions, fault: Fault | undefined): FakeResponse {
  const { text, sampleRateHertz } = request;
  const { sampleRate = sampleRateHertz } = options;
  const audio = faultySpeech(text, { options, fault, sampleRate, encode: wavBytes });
  const whole = [audio, fault === 'huge' ? Buffer.alloc(70 * 1024 * 1024) : Buffer.alloc(0)];
  const audioContent =
    fault === 'empty'
      ? Buffer.alloc(0)
      : fault === 'truncated'
        ? audio.subarray(0, audio.length / 2)
        : Buffer.concat(whole);
  const timepoints = timepointsOf(request, options);
  return { body: framed(v1beta1.SynthesizeSpeechResponse.encode({ audioContent, timepoints }).finish()) };
}

/** gRPC codes of the statuses. */
const codes: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 11, 429: 8, 529: 8 };

function listVoices(): FakeResponse {
  return { body: framed(ListVoicesResponse.encode({ voices }).finish()) };
}

/** Returns the failure of a quota that says when to try again, in the details of the status. */
export function quotaFailure(retrySeconds: number): FakeResponse {
  const seconds = Math.floor(retrySeconds);
  const delay = Duration.encode({ seconds, nanos: Math.round((retrySeconds - seconds) * 1e9) }).finish();
  // A google.rpc.RetryInfo, whose only field is the duration.
  const value = Buffer.concat([Buffer.from([0x0a, delay.length]), delay]);
  const info = Any.create({ type_url: 'type.googleapis.com/google.rpc.RetryInfo', value });
  const status = protos.google.rpc.Status.encode({ code: 8, message: 'Quota exceeded.', details: [info] }).finish();
  const { headers, ...response } = failure(8, 'Quota exceeded.');
  return { ...response, headers: { ...headers, 'grpc-status-details-bin': Buffer.from(status).toString('base64') } };
}

/** Returns a failure: no message, and the code in the trailers. */
function failure(code: number, message: string): FakeResponse {
  return { status: 400, headers: { 'grpc-status': String(code), 'grpc-message': message }, body: '' };
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function send(stream: ServerHttp2Stream, { headers, body }: FakeResponse, fault: Fault | undefined): void {
  const bytes = Buffer.from(body);
  if (fault === 'hang-before-headers' || stream.destroyed) return;
  const page = fault && pages[fault];
  if (page) {
    stream.respond({ ':status': 200, 'content-type': page.type });
    stream.end(page.body);
    return;
  }
  const type = fault === 'wrong-type' ? 'text/html' : 'application/grpc';
  stream.respond({ ':status': 200, 'content-type': type }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', ...headers }));
  if (fault === 'hang-mid-body') stream.write(bytes.subarray(0, bytes.length / 2));
  else if (fault === 'reset-mid-body')
    stream.write(bytes.subarray(0, bytes.length / 2), () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  else if (fault === 'slow-drip') drip(stream, bytes);
  else if (fault === 'cut-chunk') stream.end(bytes.subarray(0, bytes.length / 2));
  else if (fault === 'closed-keep-alive') stream.end(bytes, () => stream.session?.goaway());
  else stream.end(bytes);
}

function drip(stream: ServerHttp2Stream, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    stream.write(bytes.subarray(sent, sent + 2));
    sent = Math.min(sent + 2, bytes.length - 4);
  }, 10);
  stream.on('close', () => clearInterval(timer));
}
