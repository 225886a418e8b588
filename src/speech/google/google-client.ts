import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, invalidValue, systemCode } from '../../core/errors.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { asConnectionError } from '../call/http-call.ts';

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
  return { host, port: Number(match?.[2] ?? 443), loopback: /^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(host) };
}

/** Opens a client. Throws `provider-unavailable` when the credentials are rejected. */
export async function openGoogleClient(
  endpoint: GoogleEndpoint | undefined,
  keyFilename: string | undefined,
): Promise<TextToSpeechClient> {
  const { TextToSpeechClient } = await import('@google-cloud/text-to-speech');
  const { googleAuthLibrary, grpc } = await import('google-gax');
  const address = endpoint && { apiEndpoint: endpoint.host, port: endpoint.port };
  const client = new TextToSpeechClient({
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    ...address,
    ...(endpoint?.loopback
      ? {
          sslCreds: grpc.credentials.createInsecure(),
          // Without this client the SDK looks for Google's metadata server.
          authClient: new googleAuthLibrary.PassThroughClient(),
          'grpc.enable_http_proxy': 0,
        }
      : { keyFilename: keyFilename ?? '' }),
  });
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
  return networkCodes.has(systemCode(thrown) ?? '');
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);
