import type { IncomingHttpHeaders } from 'node:http';
import { json, speechEndpoint, startServer } from './faulty-server.ts';
import type { FakeResponse, Fault, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { wavBytes } from './spoken-audio.ts';
import { readSsml } from './ssml.ts';
import type { ReadSsml } from './ssml.ts';

/** A speech request as it arrived. */
export interface AzureRequest {
  readonly headers: IncomingHttpHeaders;
  readonly ssml: ReadSsml | undefined;
}

/** A fake Azure Speech resource. */
export interface AzureServer extends SpeechServer {
  readonly requests: readonly AzureRequest[];
}

/** The key that the server accepts. */
export const azureKey = '0123456789abcdef0123456789abcdef';

const voices = [
  { ShortName: 'de-DE-KatjaNeural', DisplayName: 'Katja', Locale: 'de-DE', Gender: 'Female', Status: 'GA' },
  {
    ShortName: 'en-US-AvaMultilingualNeural',
    DisplayName: 'Ava Multilingual',
    Locale: 'en-US',
    Gender: 'Female',
    SecondaryLocaleList: ['de-DE', 'fr-FR'],
    StyleList: ['whispering', 'sad', 'chat'],
    Status: 'GA',
  },
  { ShortName: 'en-US-OldNeural', DisplayName: 'Old', Locale: 'en-US', Gender: 'Male', Status: 'Deprecated' },
  { ShortName: 'en-GB-RyanNeural', DisplayName: 'Ryan', Locale: 'en-GB', Gender: 'Male', Status: 'GA' },
];

/** Starts a server that behaves like Azure's REST API: keys, SSML only, formats by header, an empty 400 for an unknown voice. */
export async function startAzureServer(options: SpeechServerOptions = {}): Promise<AzureServer> {
  const endpoint = speechEndpoint<AzureRequest>(options, {
    textOf: ({ ssml }) => ssml?.text ?? '',
    throttle: { ...empty(429), headers: { 'retry-after': '0.02' } },
    error: empty(503),
    speak: (request, fault) => speech(request, options, fault),
  });
  const server = await startServer(({ url, headers }, body) => {
    if (headers['ocp-apim-subscription-key'] !== azureKey) {
      return json(401, { error: { code: '401', message: 'Access denied due to invalid subscription key.' } });
    }
    if (url === '/tts/cognitiveservices/voices/list') return json(200, voices);
    if (url !== '/tts/cognitiveservices/v1')
      return json(404, { error: { code: '404', message: 'Resource not found' } });
    return endpoint.onSpeech({ headers, ssml: readSsml(body) });
  }, options.port);
  return { ...server, ...endpoint };
}

function speech({ headers, ssml }: AzureRequest, options: SpeechServerOptions, fault: Fault | undefined): FakeResponse {
  if (headers['content-type'] !== 'application/ssml+xml') return empty(415);
  const isComplete = headers['x-microsoft-outputformat'] === 'riff-24khz-16bit-mono-pcm' && headers['user-agent'];
  if (!isComplete || !voices.some(({ ShortName }) => ShortName === ssml?.voice)) return empty(400);
  // One sound that the language of the voice does not have, and nothing is spoken.
  if (ssml?.phonemes.some((ipa) => /[ʘǀǃǂǁ]/u.test(ipa))) return empty(400);
  const text = ssml?.text ?? '';
  const audio = faultySpeech(text, { options, fault, sampleRate: 24_000, encode: wavBytes });
  return { headers: { 'content-type': 'audio/x-wav' }, body: audio };
}

function empty(status: number): FakeResponse {
  return { status, body: '' };
}
