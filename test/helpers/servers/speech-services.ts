import { settingsFrom } from '../../../src/core/settings.ts';
import type { SettingSource } from '../../../src/core/settings.ts';
import type { SpeechProvider } from '../../../src/speech/provider.ts';
import { createProvider } from '../../../src/speech/registry.ts';
import { azureKey, startAzureServer } from './azure-server.ts';
import { startEdgeServer } from './edge-server.ts';
import { elevenlabsKey, startElevenlabsServer } from './elevenlabs-server.ts';
import type { SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { startGoogleServer } from './google-server.ts';
import { startKokoroServer } from './kokoro-server.ts';
import { startOpenaiServer } from './openai-server.ts';
import { pollyKeys, startPollyServer } from './polly-server.ts';
import { startQwenServer } from './qwen-server.ts';

/** A provider and a fake of its service. */
export interface SpeechService {
  readonly id: string;
  readonly voice: string;
  readonly start: (options?: SpeechServerOptions) => Promise<SpeechServer>;
  readonly settings: (server: SpeechServer) => SettingSource;
}

/** All providers with a service. */
export const speechServices: readonly SpeechService[] = [
  { id: 'kokoro', voice: 'af_heart', start: startKokoroServer, settings: ({ url }) => ({ KOKORO_API_URL: url }) },
  {
    id: 'openai',
    voice: 'alloy',
    start: startOpenaiServer,
    settings: ({ url }) => ({ OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: `${url}/v1` }),
  },
  {
    id: 'polly',
    voice: 'Joanna',
    start: startPollyServer,
    settings: ({ url }) => ({
      AWS_ACCESS_KEY_ID: pollyKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: pollyKeys.secretAccessKey,
      AWS_ENDPOINT_URL: url,
    }),
  },
  {
    id: 'google',
    voice: 'en-US-Neural2-C',
    start: startGoogleServer,
    settings: ({ url }) => ({ GOOGLE_TTS_ENDPOINT: url }),
  },
  { id: 'qwen', voice: 'Vivian', start: startQwenServer, settings: ({ url }) => ({ QWEN_API_URL: url }) },
  {
    id: 'elevenlabs',
    voice: 'JBFqnCBsd6RMkjVDRZzb',
    start: startElevenlabsServer,
    settings: ({ url }) => ({ ELEVENLABS_API_KEY: elevenlabsKey, ELEVENLABS_BASE_URL: url }),
  },
  {
    id: 'azure',
    voice: 'en-US-AvaMultilingualNeural',
    start: startAzureServer,
    settings: ({ url }) => ({ AZURE_SPEECH_KEY: azureKey, AZURE_SPEECH_ENDPOINT: `${url}/tts` }),
  },
  {
    id: 'edge',
    voice: 'en-US-AvaMultilingualNeural',
    start: startEdgeServer,
    settings: ({ url }) => ({ EDGE_TTS_URL: url }),
  },
];

/** Creates the provider of a service for its fake server. */
export async function providerFor(service: SpeechService, server: SpeechServer): Promise<SpeechProvider> {
  return await createProvider(service.id, settingsFrom([service.settings(server)]));
}
