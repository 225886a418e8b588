import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import { AudiobookError } from '../../core/errors.ts';

export interface GoogleEndpoint {
  readonly host: string;
  readonly port: number;
  /** Plain text without credentials: an emulator on this machine. */
  readonly loopback: boolean;
}

/** `host` or `host:port` as an endpoint. Throws `bad-value` when it is neither. */
export function googleEndpoint(value: string): GoogleEndpoint {
  const match = /^(?:https:\/\/)?(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/iu.exec(value);
  const host = match?.[1];
  if (host === undefined) {
    const message = `GOOGLE_TTS_ENDPOINT is '${value}'; wanted host or host:port, like eu-texttospeech.googleapis.com.`;
    throw new AudiobookError('bad-value', message);
  }
  return { host, port: Number(match?.[2] ?? 443), loopback: /^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(host) };
}

/** A client that is ready. Throws `provider-unavailable` when the credentials are not accepted; the SDK alone would end the process. */
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
          // Without a client of its own the SDK looks for Google's metadata server.
          authClient: new googleAuthLibrary.PassThroughClient(),
          'grpc.enable_http_proxy': 0,
        }
      : { keyFilename: keyFilename ?? '' }),
  });
  try {
    await client.initialize();
    return client;
  } catch (cause) {
    const message = 'Google Text-to-Speech does not accept the credentials. Check GOOGLE_APPLICATION_CREDENTIALS.';
    throw new AudiobookError('provider-unavailable', message, { cause });
  }
}
