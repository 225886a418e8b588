import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { azure } from '../../src/speech/azure/azure.ts';
import { azureKey, startAzureServer } from '../helpers/servers/azure-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const ava = 'en-US-AvaMultilingualNeural';

async function startService(more: Readonly<Record<string, string>> = {}) {
  const server = await startAzureServer();
  const source = { AZURE_SPEECH_KEY: azureKey, AZURE_SPEECH_ENDPOINT: `${server.url}/tts/`, ...more };
  const provider = await azure.create(settingsFrom([source]));
  return {
    server,
    provider,
    speak: (spoken = text, voice = ava, language = 'en') =>
      provider.synthesize({ text: spoken, voice, language, signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

async function availabilityOf(source: Readonly<Record<string, string>>) {
  const provider = await azure.create(settingsFrom([source]));
  return await provider.availability(signal);
}

describe('speech', () => {
  it('requests WAV at 24 kHz with SSML', async () => {
    await using run = await startService();
    const pcm = await run.speak();
    expect(pcm.sampleRate).toBe(24_000);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests[0]).toMatchObject({
      headers: { 'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm', 'content-type': 'application/ssml+xml' },
      ssml: { language: 'en-US', voice: ava, foreign: undefined, text },
    });
  });

  it.each([
    `Tom & "Jerry" <said> it's 5 > 4 &amp; </voice><break time="9s"/>`,
    'Bell \u0007 and half of a pair \uD83D, a whole one 😀, and \uFFFE.',
  ])('speaks the characters of XML as text: %j', async (odd) => {
    await using run = await startService();
    await run.speak(odd);
    const spoken = odd.replaceAll(/\p{Cc}|\p{Cs}|\uFFFE/gu, ' ');
    expect(run.server.requests[0]?.ssml?.text).toBe(spoken);
  });

  it('sends the pronunciations of a lexicon, and names them when the service refuses them', async () => {
    await using run = await startService();
    const parts = [{ text: 'To ' }, { text: 'Zaphod & "Co"', ipa: 'ˈzeɪfɒd' }, { text: ' <now>.' }];
    const request = { text: parts.map((part) => part.text).join(''), voice: ava, language: 'en', signal };
    expect(run.provider.facts?.(ava).readsIpa).toBe(true);
    await run.provider.synthesize({ ...request, parts });
    expect(run.server.requests[0]?.ssml).toMatchObject({ text: request.text, phonemes: ['ˈzeɪfɒd'] });
    const refused = run.provider.synthesize({ ...request, parts: [{ text: 'Ada', ipa: 'ʘʘ' }] });
    await expect(refused).rejects.toMatchObject({
      code: 'provider-failed',
      message: expect.stringContaining('Check them in the lexicon: “Ada” /ʘʘ/.'),
    });
  });

  it('sends a multilingual voice the language of the text when it is not its own', async () => {
    await using run = await startService();
    await run.speak('Guten Morgen.', ava, 'de');
    await run.speak('Guten Morgen.', 'de-DE-KatjaNeural', 'de-AT');
    await run.speak('Good morning.', 'de-DE-KatjaNeural', 'en');
    expect(run.server.requests.map(({ ssml }) => [ssml?.language, ssml?.foreign])).toEqual([
      ['en-US', 'de-DE'],
      ['de-DE', undefined],
      ['de-DE', undefined],
    ]);
  });
});

describe('errors', () => {
  it('say that a wrong key is not accepted, and never show it', async () => {
    await using run = await startService({ AZURE_SPEECH_KEY: 'wrongwrongwrong' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-unavailable',
      message: expect.stringMatching(/401.*AZURE_SPEECH_KEY and AZURE_SPEECH_REGION/u),
    });
    expect(String(error)).not.toContain('wrongwrong');
  });

  it.each(['en-US-NobodyNeural', '"/><voice name="x'])('throws bad-value for the voice %s', async (voice) => {
    await using run = await startService();
    await expect(run.speak(text, voice)).rejects.toMatchObject({ code: 'bad-value', retryable: false });
  });

  it.each(['west europe', 'x.example.com/'])('throws bad-value for the region %s', async (region) => {
    await expect(
      azure.create(settingsFrom([{ AZURE_SPEECH_KEY: 'x', AZURE_SPEECH_REGION: region }])),
    ).rejects.toMatchObject({ code: 'bad-value', message: expect.stringContaining('AZURE_SPEECH_REGION') });
  });
});

describe('voices', () => {
  it('come from the service: native ones first, then those with the language as a second one, no retired ones', async () => {
    await using run = await startService();
    const ids = async (language: string) => (await run.provider.voices(language, signal)).map(({ id }) => id);
    expect(await ids('en')).toEqual([ava, 'en-GB-RyanNeural']);
    expect(await ids('de')).toEqual(['de-DE-KatjaNeural', ava]);
    expect(await run.provider.voices('fr', signal)).toEqual([
      { id: ava, name: 'Ava Multilingual', language: 'fr-FR', gender: 'female' },
    ]);
  });

  it('are built in for many languages when the service cannot be reached', async () => {
    const provider = await azure.create(settingsFrom([{}]));
    for (const language of ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'no', 'pl', 'pt', 'sv', 'zh']) {
      const voices = await provider.voices(language, signal);
      expect(voices.map(({ id }) => id)).toContain(await provider.defaultVoice(language, signal));
    }
    expect(await provider.defaultVoice('la', signal)).toBeUndefined();
  });

  it('include the voice of the setting where it fits the language', async () => {
    await using run = await startService({ AZURE_SPEECH_VOICE: 'en-GB-RyanNeural' });
    expect(await run.provider.defaultVoice('en', signal)).toBe('en-GB-RyanNeural');
    expect(await run.provider.defaultVoice('de', signal)).toMatch(/^de-DE-/u);
  });
});

describe('azure', () => {
  it('is available when a key and a region or an address are set, without a request', async () => {
    expect(await availabilityOf({})).toEqual({
      available: false,
      reason: 'AZURE_SPEECH_KEY and AZURE_SPEECH_REGION are not set',
    });
    expect(await availabilityOf({ SPEECH_KEY: 'x', SPEECH_REGION: 'westeurope' })).toEqual({ available: true });
    expect(await availabilityOf({ AZURE_SPEECH_KEY: 'x', AZURE_SPEECH_ENDPOINT: 'http://127.0.0.1:9' })).toEqual({
      available: true,
    });
  });
});
