import { z } from 'zod';
import { AudiobookError } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ParsedSetting, Setting, Settings } from '../../core/settings.ts';
import { httpJson } from '../call/http-call.ts';
import { httpUrl } from '../../core/http/http-url.ts';
import { providerOf } from '../call/provider-of.ts';
import { lazily } from '../call/lazily.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { explainUnknownVoice } from '../microsoft/explain-unknown-voice.ts';
import { microsoftVoices, readMicrosoftVoices } from '../microsoft/microsoft-voices.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { decodeMp3 } from './decode-mp3.ts';
import { edgeHeaders, edgeVoicesUrl } from './edge-address.ts';
import type { EdgeService } from './edge-address.ts';
import { EdgeRefusedError, edgeName, requestEdgeAudio } from './edge-socket.ts';

const vendorUrl = 'https://speech.platform.bing.com/consumer/speech/synthesize/readaloud';

const urlSetting: Setting = {
  name: 'EDGE_TTS_URL',
  description: 'another address for the service',
  default: vendorUrl,
};
const voiceSetting: Setting = { name: 'EDGE_TTS_VOICE', description: 'voice, such as en-US-AvaMultilingualNeural' };
const versionSetting: ParsedSetting<string> = {
  name: 'EDGE_TTS_VERSION',
  description: 'version of Edge to name to the service, which refuses old ones',
  default: '143.0.3650.75',
  schema: z.string().regex(/^\d+(?:\.\d+){3}$/u),
  expected: 'a version, for example 143.0.3650.75',
};

/** The voices of Microsoft Edge's "Read aloud": a consumer service without a key, which is not offered to other programs. */
export const edge: ProviderDescription = {
  id: 'edge',
  aliases: [],
  kind: 'hosted',
  description: 'Microsoft Edge’s online voices',
  terms:
    'The provider edge uses the voices of the Microsoft Edge browser. Microsoft does not offer them to other programs and ' +
    'may change or block them at any time; whether your use is allowed is for you to check.',
  // Edge itself sends short passages. Longer ones are answered with connections that break more often.
  limit: { max: 3000, unit: 'bytes' },
  capabilities: { ssml: false, speed: { min: 0.5, max: 2 }, sampleRate: 24_000 },
  settings: [urlSetting, voiceSetting, versionSetting],
  create: async (settings) => edgeProvider(settings),
};

function edgeProvider(settings: Settings): SpeechProvider {
  const address = httpUrl(settings.get(urlSetting) ?? vendorUrl, urlSetting.name, vendorUrl).href.replace(/\/+$/u, '');
  const service: EdgeService = { address, version: settings.read(versionSetting), skewMs: 0 };
  const listed = lazily(async () => listVoices(service, AbortSignal.timeout(10_000)));
  const { voices, defaultVoice, languagesOf } = voiceCatalog({
    list: listed,
    builtIn: microsoftVoices,
    preferred: settings.get(voiceSetting),
  });
  return providerOf(edge, settings, {
    target: 800,
    // More than a few connections at once are refused.
    concurrency: { start: 1, max: 2 },
    identity: () => JSON.stringify([address === vendorUrl ? '' : address, 'mp3-24khz-48k']),
    facts: (voice) => ({ credit: hostedCredit(voice, 'Microsoft') }),
    voices,
    defaultVoice,
    languagesOf,
    async synthesize(request) {
      try {
        return await withServiceTime(service, () => synthesize(service, request));
      } catch (thrown) {
        throw await explainUnknownVoice(thrown, request, listed);
      }
    },
  });
}

/** Runs a request again with the service's time when it was refused and the clocks differ. */
async function withServiceTime<T>(service: EdgeService, request: () => Promise<T>): Promise<T> {
  const { skewMs } = service;
  try {
    return await request();
  } catch (thrown) {
    if (!(thrown instanceof EdgeRefusedError) || thrown.serviceTimeMs === undefined) throw thrown;
    const found = thrown.serviceTimeMs - Date.now();
    if (Math.abs(found - skewMs) < 60_000) throw thrown;
    service.skewMs = found;
    return await request();
  }
}

/** Seconds by which the audio may be shorter than the service says. */
const toleranceSeconds = 0.25;

async function synthesize(service: EdgeService, request: SpeechRequest): Promise<Pcm> {
  const { mp3, endSeconds = 0 } = await requestEdgeAudio(service, request);
  if (mp3.length === 0) {
    // An unknown voice is answered like this, too.
    throw new SpoiledAudioError(`${edgeName} answered with nothing.`);
  }
  const pcm = await decodeMp3(mp3, edgeName);
  if (pcmSeconds(pcm) >= endSeconds - toleranceSeconds) return pcm;
  throw new SpoiledAudioError(`${edgeName} answered with audio that is cut off.`);
}

async function listVoices(service: EdgeService, signal: AbortSignal): Promise<readonly Voice[]> {
  return await withServiceTime(service, async () => {
    const list = await httpJson(edgeVoicesUrl(service), {
      serviceName: edgeName,
      signal,
      headers: edgeHeaders(service),
      failure: ({ status, headers }) => {
        if (status === 403) return new EdgeRefusedError(Date.parse(headers.get('date') ?? '') || undefined);
        return new AudiobookError('provider-failed', `${edgeName} answered ${status}.`);
      },
    });
    return readMicrosoftVoices(list, edgeName);
  });
}
