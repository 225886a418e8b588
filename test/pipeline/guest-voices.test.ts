import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { withGuestVoices } from '../../src/pipeline/cast/guest-voices.ts';
import { voiceFacts } from '../../src/speech/provider.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const { signal } = new AbortController();

describe('the voice of another provider', () => {
  it('is known by its own provider, and not by the facts about the voices of the run', async () => {
    const main = { ...toneProvider(), facts: () => ({ nature: 'same', credit: 'Sine', timeoutMs: 5 }) as const };
    const settings = settingsFrom([{ OPENAI_API_KEY: 'key', TTS_TIMEOUT: '90' }]);
    const cast = { quotations: undefined, narrator: 'openai:alloy', characters: [] };
    await using provider = await withGuestVoices(main, cast, { settings, signal, warn: () => undefined });
    const guest = voiceFacts(provider, 'openai:alloy');
    expect(guest).toMatchObject({ timeoutMs: 90_000, tariff: { name: 'openai/gpt-4o-mini-tts', isVendor: true } });
    expect([guest.nature, guest.credit]).toEqual([undefined, 'Alloy (OpenAI)']);
    expect(voiceFacts(provider, 'sine')).toMatchObject({ nature: 'same', credit: 'Sine', timeoutMs: 5 });
  });
});
