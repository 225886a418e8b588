import { describe, expect, it, onTestFinished } from 'vitest';
import { hopEnergies, LoudnessMeter } from '../../src/audio/loudness/loudness-meter.ts';
import { countProcessors } from '../../src/core/process/count-processors.ts';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { castVoices } from '../../src/pipeline/cast/cast-voices.ts';
import { engineMayRun } from '../../src/speech/natural/engine/engine-state.ts';
import { engineVersion } from '../../src/speech/natural/engine/engine-version.ts';
import { kinds } from '../../src/speech/natural/kinds/kinds.ts';
import { machineName, writeSpeed } from '../../src/speech/natural/speed/model-speed.ts';
import { voiceFacts } from '../../src/speech/provider.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { createProvider } from '../../src/speech/registry.ts';
import { includedModels } from '../../src/voice-models/included-models.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';

const { signal } = new AbortController();
const canSpeak = engineMayRun() && (await includedModels('')).length > 0;

/** Opens the voices of a machine where nothing was installed. */
async function open(settings: Readonly<Record<string, string>> = {}): Promise<SpeechProvider> {
  const folder = settings['AUDIOBOOK_DATA_DIR'] ?? (await temporaryFolder());
  const provider = await createProvider('embedded', settingsFrom([{ AUDIOBOOK_DATA_DIR: folder, ...settings }]));
  onTestFinished(async () => await provider[Symbol.asyncDispose]());
  return provider;
}

describe.skipIf(!canSpeak)('the voice that comes along (skipped where npm left out optional packages)', () => {
  it('is the default for its languages', async () => {
    const provider = await open();
    const voices = {
      en: 'kokoro:af_heart',
      'en-GB': 'kokoro:bf_emma',
      es: 'kokoro:ef_dora',
      fr: 'kokoro:ff_siwis',
      hi: 'kokoro:hf_alpha',
      it: 'kokoro:if_sara',
      'pt-BR': 'kokoro:pf_dora',
    };
    for (const [language, voice] of Object.entries(voices))
      expect(await provider.defaultVoice(language, signal)).toBe(voice);
  });

  // As the model makes them, these are 9 LU apart.
  it('speaks, at the same level with its quietest and its loudest English speaker', async () => {
    const folder = await temporaryFolder();
    const [included] = await includedModels(folder);
    if (!included) throw new Error('no model is included');
    // A measurement at its first use takes longer than the speech.
    const machine = machineName(await engineVersion());
    const speed = { calls: 1, threads: 1, memoryBytes: 1, audioSecondsPerSecond: 2, machine, isPlain: false };
    await writeSpeed(included, speed);
    const provider = await open({ AUDIOBOOK_DATA_DIR: folder });
    const text = 'The baker put a card in the window, and everyone came home.';
    for (const voice of ['kokoro:af_nova', 'kokoro:bf_isabella']) {
      const pcm = await provider.synthesize({ text, voice, language: 'en-US', signal });
      const seconds = pcmSeconds(pcm);
      const meter = new LoudnessMeter(pcm.sampleRate);
      meter.addMeasured(hopEnergies(pcm), pcm.samples.length);
      expect([seconds > 2, seconds < 6, Math.abs(meter.integrated() + 23) < 1], voice).toEqual([true, true, true]);
    }
  });

  it('gives way to an installed voice of the same name', async () => {
    const folder = await temporaryFolder();
    const before = (await open({ AUDIOBOOK_DATA_DIR: folder })).identity('kokoro:af_heart');
    await installTinyVoice(folder, { kind: 'kokoro' });
    const after = (await open({ AUDIOBOOK_DATA_DIR: folder })).identity('kokoro:af_heart');
    expect(before).toMatch(/^kokoro-v1_0-int8 /u);
    expect(after).toMatch(/^kokoro-v1_0 /u);
  });

  it('has more time and fewer requests than a plain voice beside it', async () => {
    const provider = await open();
    const [natural, plain] = [voiceFacts(provider, 'kokoro:af_heart'), voiceFacts(provider, 'flite:slt')];
    expect([plain.timeoutMs, natural.timeoutMs]).toEqual([60_000, 600_000]);
    expect(plain.concurrency.max).toBeGreaterThan(natural.concurrency.max);
  });
});

describe.skipIf(!canSpeak)('a word instead of a voice', () => {
  it('means the most natural voice, or the plain one', async () => {
    const provider = await open();
    const chosen = (word: string, language = 'en') => provider.voiceNamed?.(word, language);
    expect([await chosen('best'), await chosen('plain'), await chosen('Plain')]).toEqual([
      'kokoro:af_heart',
      'flite:slt',
      'flite:slt',
    ]);
    expect([await chosen('best', 'de'), await chosen('fast', 'de')]).toEqual(['espeak:de', 'espeak:de']);
    expect(await chosen('heart')).toBe('kokoro:af_heart');
  });

  it('means a natural voice that is fast only where there is one', async () => {
    const isFastHere = kinds.kokoro.usualSpeed * countProcessors() >= 10;
    expect(await (await open()).voiceNamed?.('fast', 'en')).toBe(isFastHere ? 'kokoro:af_heart' : 'flite:slt');
    const folder = await temporaryFolder();
    const piper = await installTinyVoice(folder, { kind: 'piper' });
    const machine = machineName(await engineVersion());
    const speed = { calls: 1, threads: 1, memoryBytes: 1 };
    await writeSpeed(piper, { ...speed, audioSecondsPerSecond: 11, machine });
    const withPiper = await open({ AUDIOBOOK_DATA_DIR: folder });
    expect(await withPiper.voiceNamed?.('fast', 'en-GB')).toMatch(isFastHere ? /^kokoro:/u : /^piper:/u);
    await writeSpeed(piper, { ...speed, audioSecondsPerSecond: 9, machine });
    expect(await withPiper.voiceNamed?.('fast', 'en-GB')).toMatch(isFastHere ? /^kokoro:/u : /^flite:/u);
  });

  it('can be given for each language of a book', async () => {
    const provider = await open();
    const options = { voice: 'plain,de=best,fr=best', language: 'en', signal, warn: () => undefined };
    const cast = await castVoices(provider, options);
    await cast.prepare([{ language: 'fr' }, { language: 'de' }]);
    expect(cast.byLanguage()).toEqual({ en: 'flite:slt', fr: 'kokoro:ff_siwis', de: 'espeak:de' });
  });

  it('is the default of the settings, as a voice is for the languages that it speaks', async () => {
    const plain = await open({ EMBEDDED_VOICE: 'plain' });
    expect(await plain.defaultVoice('en', signal)).toBe('flite:slt');
    const emma = await open({ EMBEDDED_VOICE: 'kokoro:bf_emma' });
    expect(await emma.defaultVoice('en-US', signal)).toBe('kokoro:bf_emma');
    expect(await emma.defaultVoice('fr', signal)).toBe('kokoro:ff_siwis');
  });
});
