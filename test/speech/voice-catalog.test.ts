import { describe, expect, it } from 'vitest';
import type { Voice } from '../../src/speech/provider.ts';
import { embeddedProvider } from '../../src/speech/embedded/embedded.ts';
import { voiceCatalog } from '../../src/speech/voice-catalog.ts';
import { voicesFor } from '../../src/speech/voices-for.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';

const { signal } = new AbortController();

const voice = (id: string, language: string): Voice => ({ id, name: id, language });
const builtIn = [voice('best', 'en-US'), voice('second', 'en-US'), voice('british', 'en-GB'), voice('dutch', 'nl-NL')];

describe('voiceCatalog', () => {
  it('prefers the built-in order among the voices that the service lists', async () => {
    const listed = [
      voice('new', 'en-US'),
      voice('british', 'en-GB'),
      voice('second', 'en-US'),
      voice('korean', 'ko-KR'),
    ];
    const catalog = voiceCatalog({ builtIn, list: async () => listed });
    const languages = ['en', 'en-US', 'en-GB', 'en-AU', 'ko', 'nl'];
    const defaults = await Promise.all(languages.map((language) => catalog.defaultVoice(language, signal)));
    expect(defaults).toEqual(['second', 'second', 'british', 'second', 'korean', undefined]);
  });

  it('stands in for a service that does not answer, and does not ask it again at once', async () => {
    let questions = 0;
    const list = async (): Promise<never> => {
      questions += 1;
      throw new Error('down');
    };
    const catalog = voiceCatalog({ builtIn, list });
    expect(await catalog.defaultVoice('nl', signal)).toBe('dutch');
    expect(await catalog.voices('en-GB', signal)).toEqual([builtIn[2]]);
    expect(questions).toBe(1);
  });

  it('uses the built-in list when the caller does not wait, and the service for the next', async () => {
    const catalog = voiceCatalog({ builtIn, list: async () => [voice('korean', 'ko-KR')] });
    expect(await catalog.defaultVoice('en', AbortSignal.abort())).toBe('best');
    expect(await catalog.defaultVoice('ko', signal)).toBe('korean');
  });

  it('returns the voice of the settings where it speaks the language or is unknown', async () => {
    const known = voiceCatalog({ builtIn, preferred: 'british' });
    expect([await known.defaultVoice('en-US', signal), await known.defaultVoice('nl', signal)]).toEqual([
      'british',
      'dutch',
    ]);
    expect(await voiceCatalog({ builtIn, preferred: 'cloned' }).defaultVoice('nl', signal)).toBe('cloned');
  });
});

describe('default voices', () => {
  it.each(speechServices)('of $id exist for every language that it lists, and are listed', async (service) => {
    await using server = await service.start();
    await using provider = await providerFor(service, server);
    const all = await provider.voices('', signal);
    expect(all.length).toBeGreaterThan(0);
    for (const { language } of all.filter((listed) => listed.language !== 'mul')) {
      const ids = (await provider.voices(language, signal)).map(({ id }) => id);
      expect(ids, language).toContain(await provider.defaultVoice(language, signal));
    }
  });

  it('of the embedded voices exist for every language that they list', async () => {
    await using provider = await embeddedProvider();
    const languages = new Set((await provider.voices('', signal)).map(({ language }) => language));
    expect(languages.size).toBeGreaterThan(50);
    for (const language of languages) {
      const best = (await provider.defaultVoice(language, signal)) ?? '';
      expect((await provider.languagesOf(best, signal)).length, language).toBeGreaterThan(0);
    }
  });
});

describe('voicesFor', () => {
  it.each([
    ['zh-TW', ['taiwan']],
    ['zh-Hant', ['taiwan']],
    ['cmn-CN', ['mainland']],
    ['zh', ['mainland', 'taiwan']],
    ['yue', ['cantonese']],
    ['zh-SG', ['mainland', 'taiwan']],
  ])('returns for %s %j', (language, ids) => {
    const all = [voice('mainland', 'cmn-CN'), voice('taiwan', 'cmn-TW'), voice('cantonese', 'yue-HK')];
    expect(voicesFor(all, language).map(({ id }) => id)).toEqual(ids);
  });
});
