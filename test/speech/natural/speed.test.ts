import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countProcessors } from '../../../src/core/process/count-processors.ts';
import { settingsFrom } from '../../../src/core/settings.ts';
import { planConversion } from '../../../src/pipeline/plan/plan-conversion.ts';
import type { ConversionPlan } from '../../../src/pipeline/plan/plan-conversion.ts';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import { settingsToMeasure, settingWithin } from '../../../src/speech/natural/speed/engine-setting.ts';
import { kinds } from '../../../src/speech/natural/kinds/kinds.ts';
import { measureSpeed } from '../../../src/speech/natural/speed/measure-speed.ts';
import { modelMemory } from '../../../src/speech/natural/speed/model-memory.ts';
import { readSpeed } from '../../../src/speech/natural/speed/model-speed.ts';
import type { ModelSpeed } from '../../../src/speech/natural/speed/model-speed.ts';
import { writeBook } from '../../helpers/small-book.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';

const { signal } = new AbortController();

describe('the speed of a model', () => {
  it('is that of the fastest setting, and is kept beside the model', async () => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro', work: 100 });
    const tried: ModelSpeed[] = [];
    const settings = [
      { calls: 2, threads: 1 },
      { calls: 1, threads: 1 },
    ];
    const best = await measureSpeed(installed, { signal, settings, onMeasured: (speed) => tried.push(speed) });
    expect(tried.map(({ calls, threads }) => ({ calls, threads }))).toEqual(settings);
    const fastest = Math.max(...tried.map((speed) => speed.audioSecondsPerSecond));
    expect(best.audioSecondsPerSecond * 1.03).toBeGreaterThanOrEqual(fastest);
    expect(best.memoryBytes).toBeGreaterThan(20e6);
    expect(await readSpeed(installed)).toEqual(best);
  });

  it('is part of the plan of a book', async () => {
    const folder = await temporaryFolder();
    const installed = await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
    const settings = settingsFrom([{ TTS_PROVIDER: 'embedded', AUDIOBOOK_DATA_DIR: path.join(folder, 'data') }]);
    const plan = async (): Promise<ConversionPlan> =>
      await planConversion({ bookFile: await writeBook(folder) }, { settings, signal });
    const before = await plan();
    expect(before.synthesisSeconds).toBe(
      Math.round(before.estimatedSeconds / (kinds.kokoro.usualSpeed * countProcessors())),
    );
    const { audioSecondsPerSecond } = await measureSpeed(installed, { signal, settings: [{ calls: 1, threads: 1 }] });
    const { estimatedSeconds, synthesisSeconds, voices } = await plan();
    expect(voices).toEqual({ en: 'kokoro:af_heart' });
    expect(synthesisSeconds).toBe(Math.round(estimatedSeconds / audioSecondsPerSecond));
  });

  it('that was measured on another machine is measured again', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro' });
    const file = path.join(installed.folder, 'speed.json');
    const elsewhere = { calls: 9, threads: 9, audioSecondsPerSecond: 1, memoryBytes: 1, machine: 'another' };
    await writeFile(file, JSON.stringify(elsewhere));
    await using natural = await openNaturalSpeech({ dataFolder });
    await natural.speak({ text: 'One.', voice: 'kokoro:af_heart', language: 'en', signal });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ machine: expect.not.stringMatching('another') });
  });
});

describe('the setting of an engine', () => {
  it('is one of those that use the processors', () => {
    expect(settingsToMeasure(8)).toEqual([
      { calls: 8, threads: 1 },
      { calls: 4, threads: 1 },
      { calls: 4, threads: 2 },
      { calls: 1, threads: 8 },
    ]);
    expect(settingsToMeasure(1)).toEqual([{ calls: 1, threads: 1 }]);
  });

  it('has as many calls as fit into the memory, at least one', () => {
    const memory = { model: 900, call: 100 };
    const setting = { calls: 8, threads: 1 };
    expect([2000, 1300, 100].map((bytes) => settingWithin(setting, memory, bytes).calls)).toEqual([8, 4, 1]);
  });

  it('counts the memory that was measured', async () => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro' });
    const expected = modelMemory(installed);
    const speed = { calls: 2, threads: 1, audioSecondsPerSecond: 1, memoryBytes: 5e9, machine: 'here' };
    expect(modelMemory(installed, speed)).toEqual({ model: 5e9 - 2 * expected.call, call: expected.call });
  });
});
