import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { catalog, downloadHosts } from '../../src/voice-models/catalog.ts';
import { bestModel, findModel } from '../../src/voice-models/find-models.ts';
import { readCatalog } from '../../src/voice-models/read-catalog.ts';
import { offeredSpeakers, voiceModelSchema, voiceName } from '../../src/voice-models/voice-model.ts';
import { smallModel } from '../helpers/small-models.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the catalogue', () => {
  it('has whole entries with a day, a source, a licence and files at a fixed revision of a known host', () => {
    for (const model of catalog) {
      expect(voiceModelSchema.safeParse(model).error, model.id).toBeUndefined();
      expect(model.dated).toMatch(/^20\d\d-\d\d-\d\d$/u);
      for (const address of [model.source, model.licence.url]) expect(address).toMatch(/^https:\/\//u);
      for (const { url, sha256, bytes } of [...model.files, ...(model.archive ? [model.archive] : [])]) {
        const { hostname, protocol, pathname } = new URL(url);
        expect([protocol, downloadHosts]).toEqual(['https:', expect.arrayContaining([hostname])]);
        expect(hostname === 'github.com' || /\/resolve\/[\da-f]{40}\//u.test(pathname), url).toBe(true);
        expect(sha256).toMatch(/^[\da-f]{64}$/u);
        expect(bytes).toBeGreaterThan(0);
      }
    }
    expect(new Set(catalog.map(({ id }) => id)).size).toBe(catalog.length);
    const voices = catalog.flatMap((model) => model.speakers.map((speaker) => voiceName(model, speaker)));
    expect(new Set(voices).size).toBe(voices.length);
  });

  it('has the speakers of Kokoro and Supertonic at the numbers that the engine knows them by', () => {
    expect(number('kokoro-v1_0', 'af_heart')).toBe(3);
    expect(number('kokoro-v1_0', 'ff_siwis')).toBe(30);
    expect(number('kokoro-v1_0', 'zm_yunyang')).toBe(52);
    expect(number('supertonic-3', 'M1')).toBe(5);
    const kokoro = catalog.find(({ kind }) => kind === 'kokoro');
    const offered = kokoro ? offeredSpeakers(kokoro).map(({ name }) => name) : [];
    expect(offered).toContain('bf_emma');
    expect(offered).toEqual(expect.arrayContaining(['jf_alpha', 'zf_xiaobei']));
    expect(offered).toHaveLength(54);
  });

  it('leaves out voices whose training data forbid the use', () => {
    const ids = catalog.map(({ id }) => id).join(' ');
    expect(ids).not.toMatch(/lessac|ryan|hfc_|l2arctic|amy|danny|miro|dii|kareem|natia|kss|saspeech|vivos|25hours/u);
  });

  it('can have models of the user’s own', async () => {
    const file = path.join(await temporaryFolder(), 'own.json');
    const { model } = smallModel('https://example.org');
    await writeFile(file, JSON.stringify({ models: [model] }));
    const settings = settingsFrom([{ AUDIOBOOK_VOICE_CATALOG: file }]);
    expect(await readCatalog(settings)).toEqual([model, ...catalog]);
    await writeFile(file, JSON.stringify({ models: [{ ...model, files: [{ ...model.files[0], path: '../out' }] }] }));
    await expect(readCatalog(settings)).rejects.toThrow(/cannot be used at models\.0\.files\.0\.path: /u);
    const absent = settingsFrom([{ AUDIOBOOK_VOICE_CATALOG: `${file}.absent` }]);
    await expect(readCatalog(absent)).rejects.toMatchObject({ code: 'file-not-found' });
  });
});

function number(id: string, name: string): number | undefined {
  return catalog.find((model) => model.id === id)?.speakers.findIndex((speaker) => speaker.name === name);
}

describe('the name of a model', () => {
  it.each([
    ['kokoro', 'kokoro-v1_0', undefined],
    ['Kokoro-v1_0', 'kokoro-v1_0', undefined],
    ['kokoro:bf_emma', 'kokoro-v1_0', 'kokoro:bf_emma'],
    ['af_heart', 'kokoro-v1_0', 'kokoro:af_heart'],
    ['supertonic:F1', 'supertonic-3', 'supertonic:F1'],
    ['piper:en_GB-cori-high', 'piper-en_GB-cori-high', 'piper:en_GB-cori-high'],
    ['en_GB-cori-high', 'piper-en_GB-cori-high', 'piper:en_GB-cori-high'],
    ['kitten', 'kitten-nano-v0_8', undefined],
    ['en', 'kokoro-v1_0', undefined],
    ['fr-CA', 'supertonic-3', undefined],
    ['Icelandic', 'piper-is_IS-ugla-medium', undefined],
  ])('can be %s', (name, id, voice) => {
    const found = findModel(name, catalog);
    expect([found.model.id, found.voice]).toEqual([id, voice]);
  });

  it('that means nothing brings similar ones', () => {
    expect(() => findModel('kokoro:af_hart', catalog)).toThrow(
      /^Invalid voice 'kokoro:af_hart'\. Expected a model, a voice or a language .*\. Did you mean 'kokoro:af_heart', /u,
    );
    expect(() => findModel('piper', catalog)).toThrow(
      /Did you mean 'piper:en_US-ljspeech-high', 'piper:en_US-kristin-medium', or 'piper:/u,
    );
    expect(() => findModel('zz', catalog)).toThrow(/that 'audiobook voices list' shows\.$/u);
    expect(() => findModel('kokoro:xf_alpha', catalog)).toThrow('Invalid voice');
  });

  it('of a language without a model means none', () => {
    expect(bestModel('sw', catalog)).toBeUndefined();
    expect(bestModel('pt-BR', catalog)?.id).toBe('supertonic-3');
  });
});
