import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hopEnergies, LoudnessMeter } from '../../../src/audio/loudness/loudness-meter.ts';
import type { Pcm } from '../../../src/core/pcm.ts';
import { embeddedProvider } from '../../../src/speech/embedded/embedded.ts';
import { catalog } from '../../../src/voice-models/catalog.ts';
import { manifestName, modelsFolder } from '../../../src/voice-models/installed-models.ts';
import { writeEspeakData } from '../../../src/voice-models/prepare/espeak-data.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const weights = fileURLToPath(new URL('../../../../shared/real/kokoro/', import.meta.url));
const { signal } = new AbortController();

/** Returns a folder of models with Kokoro's trained weights, without a copy of them. */
async function realKokoro(): Promise<string> {
  const dataFolder = await temporaryFolder();
  const model = catalog.find(({ kind }) => kind === 'kokoro');
  const folder = path.join(modelsFolder(dataFolder), 'kokoro-v1_0');
  await mkdir(folder, { recursive: true });
  for (const { path: name } of model?.files ?? []) await symlink(path.join(weights, name), path.join(folder, name));
  await writeEspeakData(folder, ['en']);
  await writeFile(path.join(folder, manifestName), JSON.stringify({ installed: '2026-11-27T00:00:00Z', model }));
  return dataFolder;
}

function lufs(pcm: Pcm): number {
  const meter = new LoudnessMeter(pcm.sampleRate);
  meter.addMeasured(hopEnergies(pcm), pcm.samples.length);
  return meter.integrated();
}

describe.skipIf(!existsSync(weights))('the level of voices (needs Kokoro in ../shared/real/kokoro)', () => {
  // As the model makes them, these are 9 LU apart.
  it('is the same for the quietest and the loudest English speaker', async () => {
    await using provider = await embeddedProvider({ dataFolder: await realKokoro() });
    const text = 'The baker put a card in the window, and everyone began to tell everyone else about it.';
    const speak = async (voice: string) => lufs(await provider.synthesize({ text, voice, language: 'en-US', signal }));
    const [quiet, loud] = [await speak('kokoro:af_nova'), await speak('kokoro:bf_isabella')];
    expect(Math.abs(quiet - loud)).toBeLessThan(2);
    expect(Math.abs(quiet + 23)).toBeLessThan(1);
    expect(Math.abs(loud + 23)).toBeLessThan(1);
  });
});
