import type { TextToSpeechClient, v1beta1 } from '@google-cloud/text-to-speech';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { isLoopback } from '../../core/http/is-loopback.ts';
import { AudiobookError, invalidValue, systemCode } from '../../core/errors.ts';
import { connectionCodes, messageText } from '../../core/http/failed-response.ts';
import { asConnectionError } from '../call/http-call.ts';
import { lazily } from '../call/lazily.ts';

const defaultHost = 'texttospeech.googleapis.com';

/** Address of the service. */
export interface GoogleEndpoint {
  readonly host: string;
  readonly port: number;
  /** An emulator on this machine, without encryption and credentials. */
  readonly loopback: boolean;
}

/** Returns `host` or `host:port` as an endpoint. Throws `bad-value` for anything else. */
export function googleEndpoint(value: string): GoogleEndpoint {
  const match = /^(?:https:\/\/)?(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/iu.exec(value);
  const host = match?.[1];
  if (host === undefined) {
    const expected = 'host or host:port, for example eu-texttospeech.googleapis.com';
    throw invalidValue('GOOGLE_TTS_ENDPOINT', value, expected);
  }
  return { host, port: Number(match?.[2] ?? 443), loopback: isLoopback(host) };
}

/** The clients of a provider, each opened when it is needed. */
export interface GoogleClients {
  readonly client: () => Promise<TextToSpeechClient>;
  readonly timingClient: () => Promise<TimingClient>;
  /** Closes those that are open. */
  readonly close: () => Promise<void>;
}

/** Returns the clients of a provider. `check` throws when it cannot be used. */
export function googleClients(
  endpoint: GoogleEndpoint | undefined,
  keyFilename: string | undefined,
  check: () => Promise<void>,
): GoogleClients {
  const open: (TextToSpeechClient | TimingClient)[] = [];
  const opening = <Client extends TextToSpeechClient | TimingClient>(make: OpenClient<Client>) =>
    lazily(async () => {
      await check();
      const client = await make(endpoint, keyFilename);
      open.push(client);
      return client;
    });
  return {
    client: opening(openGoogleClient),
    timingClient: opening(openTimingClient),
    async close() {
      for (const client of open) await client.close();
    },
  };
}

type OpenClient<Client> = (endpoint: GoogleEndpoint | undefined, keyFilename: string | undefined) => Promise<Client>;

/** Opens a client. Throws `provider-unavailable` when the credentials are rejected. */
async function openGoogleClient(
  endpoint: GoogleEndpoint | undefined,
  keyFilename: string | undefined,
): Promise<TextToSpeechClient> {
  const { TextToSpeechClient } = await import('@google-cloud/text-to-speech');
  return await ready(new TextToSpeechClient(await clientOptions(endpoint, keyFilename)), endpoint);
}

/** Opens a client whose calls also return time points. Throws as `openGoogleClient` does. */
async function openTimingClient(
  endpoint: GoogleEndpoint | undefined,
  keyFilename: string | undefined,
): Promise<TimingClient> {
  const { v1beta1 } = await import('@google-cloud/text-to-speech');
  return await ready(new v1beta1.TextToSpeechClient(await clientOptions(endpoint, keyFilename)), endpoint);
}

/** A client whose calls also return time points. */
export type TimingClient = v1beta1.TextToSpeechClient;

async function clientOptions(endpoint: GoogleEndpoint | undefined, keyFilename: string | undefined) {
  const { googleAuthLibrary, grpc } = await import('google-gax');
  return {
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    ...(endpoint && { apiEndpoint: endpoint.host, port: endpoint.port }),
    ...(endpoint?.loopback
      ? {
          sslCreds: grpc.credentials.createInsecure(),
          // Without this client the SDK looks for Google's metadata server.
          authClient: new googleAuthLibrary.PassThroughClient(),
          'grpc.enable_http_proxy': 0,
        }
      : { keyFilename: keyFilename ?? '' }),
  };
}

async function ready<Client extends TextToSpeechClient | TimingClient>(
  client: Client,
  endpoint: GoogleEndpoint | undefined,
): Promise<Client> {
  try {
    // Without this call, bad credentials end the process at the first request.
    await client.initialize();
    // An unusable key would otherwise look like a failure of the service that a retry can help.
    if (!endpoint?.loopback) await (await client.auth.getClient()).getRequestHeaders(`https://${defaultHost}/`);
    return client;
  } catch (thrown) {
    if (isNetworkError(thrown)) throw asConnectionError(thrown, 'Google Text-to-Speech', new AbortController().signal);
    const reason = asSentence(messageText(thrown instanceof Error ? thrown.message : String(thrown)));
    const message = `Google Text-to-Speech cannot use the credentials: ${reason} It uses GOOGLE_APPLICATION_CREDENTIALS.`;
    throw new AudiobookError('provider-unavailable', message, { cause: thrown });
  }
}

/** Reports whether the server that gives tokens could not be reached. */
function isNetworkError(thrown: unknown): boolean {
  return connectionCodes.includes(systemCode(thrown) ?? '');
}
