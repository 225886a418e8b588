import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createProvider } from '../../src/speech/registry.ts';

describe('the voice of a service in a credit', () => {
  it.each([
    ['openai', 'alloy', 'Alloy (OpenAI)'],
    ['polly', 'Joanna', 'Joanna (Amazon Polly)'],
    ['azure', 'en-US-AriaNeural', 'Aria (Microsoft)'],
    ['edge', 'en-US-AvaMultilingualNeural', 'Ava (Microsoft)'],
    ['google', 'en-US-Chirp3-HD-Kore', 'Kore (Google)'],
    ['google', 'en-US-Neural2-C', 'en-US-Neural2-C (Google)'],
    ['elevenlabs', 'JBFqnCBsd6RMkjVDRZzb', 'George (ElevenLabs)'],
    ['elevenlabs', 'of an account', undefined],
    ['qwen', 'Uncle_Fu', 'Uncle Fu (Qwen)'],
    ['kokoro', 'af_heart', 'Heart (Kokoro)'],
  ])('%s: %s', async (id, voice, credit) => {
    await using provider = await createProvider(id, settingsFrom([{}]));
    expect(provider.facts?.(voice).credit).toBe(credit);
  });

  it('of a server with the interface of OpenAI is not one of OpenAI', async () => {
    const settings = settingsFrom([{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }]);
    await using provider = await createProvider('openai', settings);
    expect(provider.facts?.('alloy').credit).toBeUndefined();
  });
});
