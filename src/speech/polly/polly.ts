import type { PollyClient, SynthesizeSpeechCommandInput } from '@aws-sdk/client-polly';
import { invalidValue } from '../../core/errors.ts';
import { networkAgent } from '../../core/http/network.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { lazily } from '../call/lazily.ts';
import { rejectNonAudio } from '../call/reject-non-audio.ts';
import { requireSettings } from '../call/require-settings.ts';
import { decodeOggVorbis } from './decode-ogg-vorbis.ts';
import { listPollyVoices } from './list-polly-voices.ts';
import { pollyEngineSetting } from './polly-engine.ts';
import type { PollyEngine } from './polly-engine.ts';
import { speechMarks, wordsOfMarks } from './speech-marks.ts';
import { pollyName, sendToPolly } from './send-to-polly.ts';
import { pollyVoices } from './polly-voices.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { baseLanguage } from '../../core/language.ts';
import { providerOf } from '../call/provider-of.ts';
import { withWords } from '../words/with-words.ts';
import { voiceCatalog } from '../voice-catalog.ts';

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
  capabilities: { ssml: true, sampleRate: 24_000, priceUnit: 'chars' },
  settings: [keyIdSetting, keySetting, tokenSetting, regionSetting, endpointSetting, voiceSetting, pollyEngineSetting],
  create: async (settings) => pollyProvider(settings),
};

function pollyProvider(settings: Settings): SpeechProvider {
  const engine = settings.read(pollyEngineSetting);
  const availability = requireSettings(settings, [keyIdSetting, keySetting]);
  const client = lazily(() => createClient(settings));
  const { voices, defaultVoice, languagesOf } = voiceCatalog({
    list: availability.available
      ? async () => await listPollyVoices(await client(), engine, AbortSignal.timeout(10_000))
      : undefined,
    builtIn: pollyVoices,
    preferred: settings.get(voiceSetting),
  });
  return providerOf(
    polly,
    settings,
    {
      capabilities: { ...polly.capabilities, sampleRate: sampleRate(engine) },
      target: 1000,
      concurrency: { start: 4, max: 16 },
      identity: () => `${engine} ogg`,
      facts: (voice) => ({
        credit: hostedCredit(voice, pollyName),
        tariff: { name: `polly/${engine}`, isVendor: settings.get(endpointSetting) === undefined },
        // Marks are another request, billed like the first.
        wordTimes: { extraCharacters: (characters) => characters },
      }),
      voices,
      defaultVoice,
      languagesOf,
      synthesize: async (request) => await synthesize(await client(), engine, request),
      async [Symbol.asyncDispose]() {
        if (availability.available) (await client()).destroy();
      },
    },
    availability,
  );
}

function sampleRate(engine: PollyEngine): number {
  return engine === 'standard' ? 22_050 : 24_000;
}

async function synthesize(
  client: PollyClient,
  engine: PollyEngine,
  { text, voice, language, wantsWords = false, signal }: SpeechRequest,
): Promise<Pcm> {
  const locale = bilingual[voice]?.[baseLanguage(language)];
  const input: SynthesizeSpeechCommandInput = {
    Engine: engine,
    // Raw PCM is limited to 16 kHz; Ogg has the voice's own rate, and shows when it is cut off.
    OutputFormat: 'ogg_vorbis',
    SampleRate: String(sampleRate(engine)),
    Text: text,
    TextType: 'text',
    VoiceId: voiceId(voice),
    ...(locale && { LanguageCode: locale }),
  };
  const bytes = await sendToPolly(client, input, signal);
  rejectNonAudio(bytes, pollyName);
  const pcm = await decodeOggVorbis(bytes, pollyName);
  if (!wantsWords) return pcm;
  const marks = await speechMarks(client, { ...input, SampleRate: undefined }, signal);
  return marks === undefined ? pcm : withWords(pcm, text, wordsOfMarks(marks, text, pcm.sampleRate));
}

type VoiceId = NonNullable<SynthesizeSpeechCommandInput['VoiceId']>;

function voiceId(voice: string): VoiceId {
  if (isVoiceId(voice)) return voice;
  throw invalidValue('Polly voice', voice, 'a name, for example Joanna');
}

/** Checks the form only: the SDK's list is older than the service's. */
function isVoiceId(voice: string): voice is VoiceId {
  return /^[A-Z][A-Za-z]+$/u.test(voice);
}

/** Voices of two languages, for which the request must name the language. */
const bilingual: Readonly<Record<string, Readonly<Record<string, 'hi-IN' | 'en-IN'>>>> = {
  Kajal: { hi: 'hi-IN', en: 'en-IN' },
  Aditi: { hi: 'hi-IN', en: 'en-IN' },
};

async function createClient(settings: Settings): Promise<PollyClient> {
  const sdk = await import('@aws-sdk/client-polly');
  const { NodeHttpHandler } = await import('@smithy/node-http-handler');
  const sessionToken = settings.get(tokenSetting);
  const endpoint = settings.get(endpointSetting);
  const agent = networkAgent();
  return new sdk.PollyClient({
    region: settings.get(regionSetting) ?? '',
    credentials: {
      accessKeyId: settings.get(keyIdSetting) ?? '',
      secretAccessKey: settings.get(keySetting) ?? '',
      ...(sessionToken !== undefined && { sessionToken }),
    },
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 1,
    // HTTP/1.1: over HTTP/2, the SDK's default, a connection that breaks in the middle looks like the end of the audio.
    requestHandler: new NodeHttpHandler({ connectionTimeout: 10_000, ...(agent && { httpsAgent: agent }) }),
  });
}
