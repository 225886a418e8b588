import { describe, expect, it } from 'vitest';
import { castVoices } from '../../src/pipeline/cast/cast-voices.ts';
import type { CastOptions } from '../../src/pipeline/cast/cast-voices.ts';
import type { Capabilities, SpeechProvider } from '../../src/speech/provider.ts';
import { voiceCatalog } from '../../src/speech/voice-catalog.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const { signal } = new AbortController();

const builtIn = [
  { id: 'emma', name: 'Emma', language: 'en-GB' },
  { id: 'ana', name: 'Ana', language: 'es-ES' },
  { id: 'poly', name: 'Poly', language: 'mul' },
];

function provider(capabilities: Partial<Capabilities> = {}): SpeechProvider {
  return {
    ...toneProvider(),
    ...voiceCatalog({ builtIn: builtIn.slice(0, 2) }),
    capabilities: { ssml: false, ...capabilities },
  };
}

function withOther(): SpeechProvider {
  const other = { id: 'other', name: 'Other', language: 'en-US' };
  return { ...provider(), ...voiceCatalog({ builtIn: [...builtIn.slice(0, 2), other] }) };
}

async function cast(options: Partial<CastOptions> = {}, spoken: SpeechProvider = provider()) {
  const warnings: string[] = [];
  const voices = await castVoices(spoken, {
    language: 'en',
    signal,
    warn: (message) => warnings.push(message),
    ...options,
  });
  return { voices, warnings };
}

describe('castVoices', () => {
  it('gives each language a voice of it, and the rest to the main voice with one warning', async () => {
    const { voices, warnings } = await cast();
    await voices.prepare([{ language: 'es' }, { language: 'la' }, {}, { language: 'la' }, { language: 'en-US' }]);
    await voices.prepare([{ language: 'la' }]);
    const languages = ['en', 'es', 'la', 'en-US', undefined];
    expect(languages.map((language) => voices.speakerOf({ language }))).toEqual([
      { voice: 'emma', language: 'en' },
      { voice: 'ana', language: 'es' },
      { voice: 'emma', language: 'en' },
      { voice: 'emma', language: 'en-US' },
      { voice: 'emma', language: 'en' },
    ]);
    expect(warnings).toEqual([
      "Speech provider 'tone' has no voice for Latin (la). The voice 'emma' reads such passages as English (en).",
    ]);
    expect(voices.byLanguage()).toEqual({ en: 'emma', es: 'ana', la: 'emma', 'en-US': 'emma' });
    expect(voices.speakers().map(({ voice }) => voice)).toEqual(['emma', 'ana']);
  });

  it('gives everything to a voice whose languages are unknown, but not languages that the provider lacks', async () => {
    const { voices, warnings } = await cast({ voice: 'cloned' }, provider({ languages: ['en', 'es'] }));
    await voices.prepare([{ language: 'es' }, { language: 'de' }]);
    expect(voices.speakerOf({ language: 'es' })).toEqual({ voice: 'cloned', language: 'es' });
    expect(voices.speakerOf({ language: 'de' })).toEqual({ voice: 'cloned', language: 'en' });
    expect(warnings).toHaveLength(1);
  });

  it('lets a voice of another language read in its own, unless the service is given the language', async () => {
    const text =
      "The voice 'ana' does not speak English (en), the language of the text. It is a voice for European Spanish (es-ES).";
    const own = await cast({ voice: 'ana' });
    expect([own.voices.main, own.warnings]).toEqual([{ voice: 'ana', language: 'es-ES' }, [text]]);
    const given = await cast({ voice: 'ana' }, provider({ languages: ['en', 'es'] }));
    expect([given.voices.main, given.warnings]).toEqual([{ voice: 'ana', language: 'en' }, [text]]);
    await own.voices.prepare([{ language: 'es' }, { language: 'en-GB' }]);
    expect([own.voices.speakerOf({ language: 'es' }), own.voices.speakerOf({ language: 'en-GB' })]).toEqual([
      { voice: 'ana', language: 'es' },
      { voice: 'ana', language: 'es-ES' },
    ]);
  });

  it('takes voices by language, exact regions first', async () => {
    const { voices } = await cast({ voice: 'en_gb=emma, en=other, es=ana' });
    await voices.prepare([{ language: 'en-GB' }, { language: 'en-AU' }]);
    expect([voices.main.voice, voices.speakerOf({ language: 'en-GB' }).voice]).toEqual(['other', 'emma']);
  });

  it('gives a role its voice, and what that voice does not speak to the narrator’s voice of the language', async () => {
    const { voices, warnings } = await cast({ roles: new Map([['Anne', 'other']]) }, withOther());
    await voices.prepare([
      { role: 'Anne' },
      { role: 'Anne', language: 'es' },
      { role: 'Anne', language: 'la' },
      { role: 'Bob' },
    ]);
    const needs = [
      { role: 'Anne' },
      { role: 'Anne', language: 'es' },
      { role: 'Anne', language: 'la' },
      { role: 'Bob' },
      {},
    ];
    expect(needs.map((need) => voices.speakerOf(need).voice)).toEqual(['other', 'ana', 'other', 'emma', 'emma']);
    expect(voices.byLanguage()).toEqual({ en: 'emma', es: 'ana', la: 'emma' });
    expect(warnings).toHaveLength(1);
  });

  it('throws bad-value when there is no voice for the book', async () => {
    await expect(cast({ language: 'de' })).rejects.toMatchObject({ code: 'bad-value' });
  });
});
