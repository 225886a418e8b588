import type { PollyClient, SynthesizeSpeechCommandInput } from '@aws-sdk/client-polly';
import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { refuseNonAudio } from '../call/audio-answer.ts';
import { untilAborted } from '../../core/deadline.ts';
import { lazily } from '../call/lazily.ts';
import { notConfigured } from '../call/not-configured.ts';
import { decodeOggVorbis } from './decode-ogg-vorbis.ts';
import { describeVoices } from './describe-voices.ts';
import { pollyEngineSetting } from './polly-engine.ts';
import type { PollyEngine } from './polly-engine.ts';
import { pollyFailure } from './polly-failure.ts';
import { pollyVoices } from './polly-voices.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { SpoiledAudioError } from '../call/spoiled-audio-error.ts';
import { baseLanguage } from '../../core/language.ts';
import { voicesFor } from '../voices-for.ts';

const keyIdSetting: Setting = { name: 'AWS_ACCESS_KEY_ID', description: 'key id', secret: true };
const keySetting: Setting = { name: 'AWS_SECRET_ACCESS_KEY', description: 'secret key', secret: true };
const tokenSetting: Setting = {
  name: 'AWS_SESSION_TOKEN',
  description: 'token of temporary credentials',
  secret: true,
};
const regionSetting: Setting = {
  name: 'AWS_REGION',
  description: 'region',
  default: 'us-east-1',
  aliases: ['AWS_DEFAULT_REGION'],
};
const endpointSetting: Setting = {
  name: 'AWS_ENDPOINT_URL',
  description: 'another address for the service',
  aliases: ['AWS_ENDPOINT_URL_POLLY'],
};
const voiceSetting: Setting = { name: 'AWS_POLLY_VOICE', description: 'voice' };

/** Amazon Polly. */
export const polly: ProviderDescription = {
  id: 'polly',
  aliases: ['hosted_b', 'aws'],
  kind: 'hosted',
  description: 'Amazon Polly',
  limit: { max: 3000, unit: 'bytes' },
  settings: [keyIdSetting, keySetting, tokenSetting, regionSetting, endpointSetting, voiceSetting, pollyEngineSetting],
  create: async (settings) => pollyProvider(settings),
};

function pollyProvider(settings: Settings): SpeechProvider {
  const engine = settings.read(pollyEngineSetting);
  const preferred = settings.get(voiceSetting);
  const missing = [keyIdSetting, keySetting]
    .map(({ name }) => name)
    .filter((name) => !settings.get({ name, description: '' }));
  const client = lazily(() => makeClient(settings));
  const listed = lazily(async () => describeVoices(await client(), engine, AbortSignal.timeout(10_000)));
  return {
    id: polly.id,
    limit: polly.limit,
    target: 1000,
    concurrency: { start: 4, max: 16 },
    identity: () => `${engine} ogg`,
    defaultVoice: (language) => defaultVoice(language, preferred),
    synthesize: async (request) => {
      if (missing.length > 0)
        throw new AudiobookError('provider-unavailable', `Polly: ${missing.join(' and ')} not set.`);
      return await speak(await client(), engine, request);
    },
    async voices(language, signal) {
      // Without an answer the built-in list serves: what voices there are must be known offline, too.
      const all = missing.length > 0 ? pollyVoices : await untilAborted(listed(), signal).catch(() => pollyVoices);
      return voicesFor(all, language);
    },
    availability: async () => (missing.length > 0 ? notConfigured(...missing) : { available: true }),
    async [Symbol.asyncDispose]() {
      if (missing.length === 0) (await client()).destroy();
    },
  };
}

function defaultVoice(language: string, preferred: string | undefined): string | undefined {
  const known = pollyVoices.filter(({ id }) => id === preferred);
  const fits = known.length === 0 || voicesFor(known, baseLanguage(language)).length > 0;
  return preferred !== undefined && fits ? preferred : voicesFor(pollyVoices, language)[0]?.id;
}

async function speak(
  client: PollyClient,
  engine: PollyEngine,
  { text, voice, language, signal }: SpeechRequest,
): Promise<Pcm> {
  const who = 'Amazon Polly';
  const { SynthesizeSpeechCommand } = await import('@aws-sdk/client-polly');
  const locale = bilingual[voice]?.[baseLanguage(language)];
  const input: SynthesizeSpeechCommandInput = {
    Engine: engine,
    // Raw PCM ends at 16 kHz; Ogg has the voice's own rate, and shows when it is cut.
    OutputFormat: 'ogg_vorbis',
    SampleRate: engine === 'standard' ? '22050' : '24000',
    Text: text,
    TextType: 'text',
    VoiceId: voiceId(voice),
    ...(locale && { LanguageCode: locale }),
  };
  let bytes: Uint8Array;
  try {
    const { AudioStream } = await untilAborted(
      client.send(new SynthesizeSpeechCommand(input), { abortSignal: signal }),
      signal,
    );
    if (!AudioStream) throw new SpoiledAudioError(`${who} answered with nothing.`);
    bytes = await untilAborted(AudioStream.transformToByteArray(), signal);
  } catch (thrown) {
    throw pollyFailure(thrown, who, signal);
  }
  refuseNonAudio(bytes, who);
  return await decodeOggVorbis(bytes, who);
}

type VoiceId = NonNullable<SynthesizeSpeechCommandInput['VoiceId']>;

function voiceId(voice: string): VoiceId {
  if (isVoiceId(voice)) return voice;
  throw new AudiobookError('bad-value', `'${voice}' is no name of a Polly voice; wanted one like Joanna.`);
}

/** By form only: the SDK's own list is older than the service's. */
function isVoiceId(voice: string): voice is VoiceId {
  return /^[A-Z][A-Za-z]+$/u.test(voice);
}

/** Voices with two languages must be told which. */
const bilingual: Readonly<Record<string, Readonly<Record<string, 'hi-IN' | 'en-IN'>>>> = {
  Kajal: { hi: 'hi-IN', en: 'en-IN' },
  Aditi: { hi: 'hi-IN', en: 'en-IN' },
};

async function makeClient(settings: Settings): Promise<PollyClient> {
  const sdk = await import('@aws-sdk/client-polly');
  const { NodeHttpHandler } = await import('@smithy/node-http-handler');
  const sessionToken = settings.get(tokenSetting);
  const endpoint = settings.get(endpointSetting);
  return new sdk.PollyClient({
    region: settings.get(regionSetting) ?? '',
    credentials: {
      accessKeyId: settings.get(keyIdSetting) ?? '',
      secretAccessKey: settings.get(keySetting) ?? '',
      ...(sessionToken !== undefined && { sessionToken }),
    },
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 1,
    // HTTP/1.1: over HTTP/2, the SDK's default, a connection that breaks in mid-body looks like the end of the audio.
    requestHandler: new NodeHttpHandler({ connectionTimeout: 10_000 }),
  });
}
