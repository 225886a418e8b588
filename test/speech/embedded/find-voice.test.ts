import { describe, expect, it } from 'vitest';
import { findVoice } from '../../../src/speech/embedded/find-voice.ts';
import { EnginePool } from '../../../src/speech/embedded/engine-pool.ts';
import { openPlainVoices } from '../../../src/speech/embedded/plain-voices.ts';
import { mixedVoice } from '../../../src/speech/natural/voices/voice-mix.ts';
import { voicesOf } from '../../../src/speech/natural/voices/natural-voice.ts';
import { catalog } from '../../../src/voice-models/catalog.ts';

const voices = catalog.flatMap((model) => voicesOf({ model, folder: '', installed: '' }));
const listed = voices.map(({ id, name }) => ({ id, name, language: 'en' }));
const nameOf = (id: string) => voices.find((voice) => voice.id === id)?.name;

describe('the names of voices', () => {
  it.each([
    ['kokoro:af_heart', 'Heart, American woman'],
    ['kokoro:bm_george', 'George, British man'],
    ['kokoro:pm_alex', 'Alex, Brazilian man'],
    ['piper:en_US-joe-medium', 'Joe, American man'],
    ['piper:fr_FR-upmc-medium', 'Upmc, French voice'],
    ['supertonic:F1', 'F1, woman'],
    ['kitten:Jasper', 'Jasper, American man'],
  ])('are those of people: %s', (id, name) => {
    expect(nameOf(id)).toBe(name);
  });

  it('stand in a credit with their family', () => {
    expect(voices.find(({ id }) => id === 'kokoro:af_heart')?.credit).toBe('Heart (Kokoro)');
    const byId = new Map(voices.map((voice) => [voice.id, voice]));
    expect(mixedVoice('kokoro:af_heart(2)+bf_emma', byId)?.credit).toBe('Heart and Emma (Kokoro)');
  });

  it('stand in a credit with their engine', async () => {
    await using plain = await openPlainVoices({ espeak: ['system', 'js'], pool: new EnginePool(1) });
    expect(plain.credit('flite:slt')).toBe('SLT (Flite)');
    expect(plain.credit('espeak:de')).toBe('German (eSpeak NG)');
    expect(plain.credit('kokoro:af_heart')).toBeUndefined();
  });

  it.each([
    ['kokoro:af_heart', 'kokoro:af_heart'],
    ['AF_Heart', 'kokoro:af_heart'],
    ['heart', 'kokoro:af_heart'],
    ['Heart, American woman', 'kokoro:af_heart'],
    ['joe', 'piper:en_US-joe-medium'],
    ['thorsten', 'piper:de_DE-thorsten-high'],
    ['ljs', 'piper:en_US-ljspeech-high'],
  ])('are enough to choose one: %s', (name, id) => {
    expect(findVoice(name, listed)).toBe(id);
  });

  it('are refused when they fit several, with those that they fit', () => {
    expect(() => findVoice('alex', listed)).toThrow(
      "The voice 'alex' fits several: kokoro:em_alex (Alex, Spanish man), kokoro:pm_alex (Alex, Brazilian man). Name one of them by its id.",
    );
    expect(() => findVoice('british', listed)).toThrow(/ and \d+ more\. Name one/u);
  });

  it('that mean no voice stay as they are, and so do mixes and slips', () => {
    for (const name of ['kokoro:af_heart(2)+bf_emma', 'nobody', 'ar']) expect(findVoice(name, listed)).toBe(name);
  });

  it('are in the order of their quality, the weak ones last', () => {
    const kokoro = voices.filter(({ installed }) => installed.model.kind === 'kokoro');
    expect(kokoro.slice(0, 2).map(({ id }) => id)).toEqual(['kokoro:af_heart', 'kokoro:af_bella']);
    const weak = kokoro.findIndex(({ isWeak }) => isWeak);
    expect(kokoro.slice(weak).every(({ isWeak }) => isWeak)).toBe(true);
    expect(kokoro.slice(weak).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['kokoro:am_adam', 'kokoro:af_nicole']),
    );
  });
});
