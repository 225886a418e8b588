import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/core/delivery.ts';
import { manners } from '../../src/core/delivery.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { azure } from '../../src/speech/azure/azure.ts';
import { mannerSounds } from '../../src/speech/delivery/manner-sounds.ts';
import { deliveryRequest, voicedDelivery } from '../../src/speech/delivery/voiced-delivery.ts';
import { elevenlabs } from '../../src/speech/elevenlabs/elevenlabs.ts';
import { google } from '../../src/speech/google/google.ts';
import { kokoro } from '../../src/speech/kokoro/kokoro.ts';
import { openai } from '../../src/speech/openai/openai.ts';
import { polly } from '../../src/speech/polly/polly.ts';
import type { ProviderDescription, SpeechProvider } from '../../src/speech/provider.ts';
import { qwen } from '../../src/speech/qwen/qwen.ts';
import { withSpeed } from '../../src/speech/with-speed.ts';
import { azureKey, startAzureServer } from '../helpers/servers/azure-server.ts';
import { elevenlabsKey, startElevenlabsServer } from '../helpers/servers/elevenlabs-server.ts';
import { startGoogleServer } from '../helpers/servers/google-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { startQwenServer } from '../helpers/servers/qwen-server.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April.';
const whispered: Delivery = { manner: 'whispered' };

async function open(description: ProviderDescription, source: Readonly<Record<string, string>>) {
  return await description.create(settingsFrom([source]));
}

async function speak(provider: SpeechProvider, voice: string, delivery: Delivery): Promise<void> {
  const told = deliveryRequest(voicedDelivery(provider, voice, delivery));
  await provider.synthesize({ text, voice, language: 'en', ...told, signal });
}

describe('a delivery in words', () => {
  it('is an instruction of OpenAI, behind those of the user', async () => {
    await using server = await startOpenaiServer({ sampleRate: 8000 });
    const source = { OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: `${server.url}/v1` };
    const provider = await open(openai, { ...source, OPENAI_TTS_INSTRUCTIONS: 'Calmly.' });
    await speak(provider, 'fable', { manner: 'whispered', words: 'whispering, afraid' });
    await speak(provider, 'fable', whispered);
    expect(server.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ instructions: 'Calmly. Say it like this: whispering, afraid.', input: text }),
      expect.objectContaining({ instructions: 'Calmly. Say it like this: whispering.', input: text }),
    ]);
  });

  it('is for the newer models of OpenAI itself, and not for a server that may ignore it', async () => {
    const key = { OPENAI_API_KEY: 'sk-test-0123456789' };
    const kindWith = async (source: Readonly<Record<string, string>>) =>
      voicedDelivery(await open(openai, { ...key, ...source }), 'fable', whispered)?.kind;
    expect(await kindWith({})).toBe('words');
    expect(await kindWith({ OPENAI_TTS_MODEL: 'tts-1-hd' })).toBe('pace');
    expect(await kindWith({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })).toBe('pace');
  });

  it('is an instruction of Qwen, but not of a cloned voice', async () => {
    await using server = await startQwenServer({ sampleRate: 8000 });
    const provider = await open(qwen, { QWEN_API_URL: server.url });
    await speak(provider, 'Vivian', { manner: 'tired', words: 'tired, after a long day' });
    expect(server.requests[0]).toMatchObject({ text, instruct: 'Say it like this: tired, after a long day.' });
  });
});

it('is an instruction of a Gemini model, which speaks with the voices of the newest family of Google', async () => {
  await using server = await startGoogleServer({ sampleRate: 8000 });
  const source = { GOOGLE_TTS_ENDPOINT: server.url, GOOGLE_TTS_MODEL: 'gemini-2.5-flash-tts' };
  await using provider = await open(google, source);
  expect(await provider.defaultVoice('en-US', signal)).toBe('Kore');
  await speak(provider, 'Kore', whispered);
  await speak(provider, 'en-AU-Chirp3-HD-Kore', { manner: 'neutral' });
  expect(server.requests).toEqual([
    expect.objectContaining({
      text,
      name: 'Kore',
      languageCode: 'en-US',
      modelName: 'gemini-2.5-flash-tts',
      prompt: 'Say it like this: whispering.',
    }),
    expect.not.objectContaining({ prompt: expect.anything() }),
  ]);
  expect(server.requests[1]).toMatchObject({ name: 'Kore', languageCode: 'en-AU' });
  expect(voicedDelivery(provider, 'en-US-Neural2-C', whispered)).toMatchObject({ kind: 'pace', spoken: 0.94 });
});

it('is a style of Azure, where the voice lists one, and otherwise another rate', async () => {
  await using server = await startAzureServer();
  const provider = await open(azure, { AZURE_SPEECH_KEY: azureKey, AZURE_SPEECH_ENDPOINT: `${server.url}/tts/` });
  const [ava, ryan] = ['en-US-AvaMultilingualNeural', 'en-GB-RyanNeural'];
  await provider.languagesOf(ava, signal);
  await speak(provider, ava, whispered);
  expect(server.requests[0]?.ssml).toMatchObject({ style: 'whispering', text });
  expect(voicedDelivery(provider, ava, { manner: 'angry' })).toEqual({ kind: 'pace', spoken: 1.05, stretched: 1 });
  expect(voicedDelivery(provider, ryan, whispered)).toEqual({ kind: 'pace', spoken: 0.94, stretched: 1 });
});

it('is a tag of Eleven v3, and another pace of the other models', async () => {
  await using server = await startElevenlabsServer();
  const source = { ELEVENLABS_API_KEY: elevenlabsKey, ELEVENLABS_BASE_URL: server.url };
  const voice = 'JBFqnCBsd6RMkjVDRZzb';
  await speak(await open(elevenlabs, { ...source, ELEVENLABS_MODEL: 'eleven_v3' }), voice, whispered);
  await speak(await open(elevenlabs, source), voice, whispered);
  expect(server.requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ text: `[whispers] ${text}` }),
    expect.objectContaining({ text, voice_settings: { speed: 0.94 } }),
  ]);
});

describe('a delivery by pace', () => {
  it('asks a voice with a speed for it, on top of the speed of the run', async () => {
    await using server = await startKokoroServer();
    const provider = await open(kokoro, { KOKORO_API_URL: `${server.url}/v1` });
    await speak(provider, 'af_heart', { manner: 'urgent' });
    await speak(withSpeed(provider, 1.2), 'af_heart', { manner: 'urgent' });
    expect(server.requests.map(({ speed }) => speed)).toEqual([1.1, expect.closeTo(1.32, 6)]);
  });

  it('stretches the audio of a voice without one, and of one whose speed would be out of its range', async () => {
    const provider = await open(polly, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' });
    expect(voicedDelivery(provider, 'Joanna', { manner: 'tired' })).toEqual({
      kind: 'pace',
      spoken: 1,
      stretched: 0.9,
    });
    const own = await open(elevenlabs, { ELEVENLABS_API_KEY: elevenlabsKey });
    const fast = withSpeed(own, 1.15);
    expect(voicedDelivery(fast, 'x', { manner: 'urgent' })).toEqual({ kind: 'pace', spoken: 1, stretched: 1.1 });
  });

  it('stays within what no voice becomes unclear by', () => {
    for (const manner of manners) {
      const { pace, volumeDb } = mannerSounds[manner];
      expect(Math.abs(pace - 1), manner).toBeLessThanOrEqual(0.1 + 1e-9);
      expect(Math.abs(volumeDb), manner).toBeLessThanOrEqual(3);
    }
  });
});

it('is nothing where it is neutral', async () => {
  const provider = await open(openai, { OPENAI_API_KEY: 'sk-test-0123456789' });
  expect(voicedDelivery(provider, 'fable', { manner: 'neutral', words: 'as usual' })).toBeUndefined();
  expect(deliveryRequest(undefined)).toEqual({});
});
