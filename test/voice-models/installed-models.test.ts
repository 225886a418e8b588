import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { dataFolder } from '../../src/voice-models/data-folder.ts';
import { installedModels } from '../../src/voice-models/installed-models.ts';
import type { VoiceModel } from '../../src/voice-models/voice-model.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const model: VoiceModel = {
  id: 'piper-xx_XX-test-low',
  kind: 'piper',
  name: 'Test',
  languages: ['en-GB'],
  sampleRate: 22_050,
  speakers: [{ name: 'en_GB-test-low', language: 'en-GB' }],
  files: [{ path: 'model.onnx', url: 'https://example.org/model.onnx', bytes: 1, sha256: 'ab'.repeat(32) }],
  licence: { name: 'CC0-1.0', url: 'https://example.org/licence' },
  source: 'test',
  dated: '2026-11-21',
};
const installed = '2026-11-21T10:00:00.000Z';

describe('installed models', () => {
  it('are empty where the folder does not exist', async () => {
    const folder = await temporaryFolder();
    expect(await installedModels(path.join(folder, 'none'))).toEqual([]);
  });

  it('are read from their manifests, and a damaged one is left out and reported', async () => {
    const folder = await temporaryFolder();
    await manifest(folder, model.id, JSON.stringify({ installed, model }));
    await manifest(folder, 'cut', JSON.stringify({ installed, model }).slice(0, 50));
    await manifest(folder, 'other-name', JSON.stringify({ installed, model }));
    const climbing = { ...model, id: 'climbing', files: [{ ...model.files[0], path: '../../.ssh/key' }] };
    await manifest(folder, 'climbing', JSON.stringify({ installed, model: climbing }));
    await mkdir(path.join(folder, 'voices', 'not-ours'));
    const damaged: string[] = [];

    const found = await installedModels(folder, (message) => damaged.push(message));

    expect(found).toEqual([{ installed, model, folder: path.join(folder, 'voices', model.id) }]);
    expect(damaged).toEqual(
      ['climbing', 'cut', 'other-name'].map(
        (id) =>
          `The installed voice ${id} is damaged and is not used. Install it again: 'audiobook voices install ${id}'.`,
      ),
    );
  });

  it('are kept in the folder of the setting', () => {
    expect(dataFolder(settingsFrom([{ AUDIOBOOK_DATA_DIR: '/srv/voices' }]))).toBe(path.resolve('/srv/voices'));
  });
});

async function manifest(data: string, id: string, text: string): Promise<void> {
  await mkdir(path.join(data, 'voices', id), { recursive: true });
  await writeFile(path.join(data, 'voices', id, 'model.json'), text);
}
