import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../src/core/pcm.ts';
import { engineVersion } from '../../../src/speech/natural/engine/engine-version.ts';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import { measureSpeed } from '../../../src/speech/natural/speed/measure-speed.ts';
import { machineName, readSpeed } from '../../../src/speech/natural/speed/model-speed.ts';
import type { InstalledModel } from '../../../src/voice-models/installed-models.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';

const { signal } = new AbortController();
const voice = 'kokoro:af_heart';
const settings = [{ calls: 1, threads: 1 }];

describe('a model that computes with integers', () => {
  it('speaks the same with floats', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro', integers: true });
    await decide(installed, { isPlain: false });
    const before = await spoken(dataFolder);
    await decide(installed, { isPlain: true });
    const after = await spoken(dataFolder);
    expect(await plainFiles(installed)).toHaveLength(1);
    expect(after.samples.length).toBe(before.samples.length);
    // Of 8,000: the tone has a quarter of the greatest level.
    const differences = after.samples.map((sample, at) => Math.abs(sample - (before.samples[at] ?? 0)));
    expect(Math.max(...differences)).toBeLessThan(100);
    expect(Math.max(...after.samples)).toBeGreaterThan(4000);
  });

  it('says in its identity which of the two spoke', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro', integers: true });
    await decide(installed, { isPlain: false });
    const integers = await identity(dataFolder);
    await decide(installed, { isPlain: true });
    expect(await identity(dataFolder)).toBe(`${integers}, floats`);
  });

  it('is measured with both at its first use, and the decision is kept', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro', integers: true });
    await using natural = await openNaturalSpeech({ dataFolder });
    await natural.speak({ text: 'One.', voice, language: 'en', signal });
    const isPlain = (await readSpeed(installed))?.isPlain ?? false;
    expect(natural.identity(voice)).toBe(await identity(dataFolder));
    expect(natural.identity(voice)?.endsWith(', floats')).toBe(isPlain);
    expect(await plainFiles(installed)).toHaveLength(isPlain ? 1 : 0);
  });

  it('keeps the decision where only the number of processors changes', async () => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro', integers: true });
    for (const isPlain of [true, false]) {
      await decide(installed, { isPlain, processors: 999 });
      expect((await measureSpeed(installed, { signal, settings })).isPlain ?? false).toBe(isPlain);
    }
  });

  it('is read as damaged where it cannot be rewritten', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro', integers: true });
    const file = path.join(installed.folder, 'model.onnx');
    await writeFile(file, (await readFile(file)).subarray(0, 200));
    await decide(installed, { isPlain: true });
    await expect(spoken(dataFolder)).rejects.toThrow(
      "The installed voice kokoro-v1_0 is damaged. Install it again: 'audiobook voices install kokoro-v1_0'.",
    );
  });
});

describe('a model without integers', () => {
  it('is not measured at its first use', async () => {
    const dataFolder = await temporaryFolder();
    const installed = await installTinyVoice(dataFolder, { kind: 'kokoro' });
    await spoken(dataFolder);
    expect(await readSpeed(installed)).toBeUndefined();
  });
});

/** Writes what an earlier measurement decided on a machine like this one. */
async function decide(
  { folder }: InstalledModel,
  { isPlain, processors }: { readonly isPlain: boolean; readonly processors?: number },
): Promise<void> {
  const here = machineName(await engineVersion());
  const machine = processors === undefined ? here : here.replace(/ x \d+,/u, ` x ${processors},`);
  const speed = { calls: 1, threads: 1, audioSecondsPerSecond: 1, memoryBytes: 1, machine, isPlain };
  await writeFile(path.join(folder, 'speed.json'), JSON.stringify(speed));
}

async function spoken(dataFolder: string): Promise<Pcm> {
  await using natural = await openNaturalSpeech({ dataFolder });
  const pcm = await natural.speak({ text: 'The lamp went out.', voice, language: 'en', signal });
  if (!pcm) throw new Error('No such voice.');
  return pcm;
}

async function identity(dataFolder: string): Promise<string | undefined> {
  await using natural = await openNaturalSpeech({ dataFolder });
  return natural.identity(voice);
}

async function plainFiles({ folder }: InstalledModel): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('plain-'));
}
