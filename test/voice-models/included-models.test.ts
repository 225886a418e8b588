import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedFiles, includedModels, makeReady, modelOfPackage } from '../../src/voice-models/included-models.ts';
import type { InstalledModel } from '../../src/voice-models/installed-models.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('a model that came along in a package', () => {
  it('is read with addresses of its files, and with a folder of its own for what is made here', async () => {
    const { folder, data, damaged, model } = await packed();
    expect(damaged).toEqual([]);
    expect(model).toMatchObject({ folder, model: { id: 'kokoro-v1_0' } });
    expect(model?.model.files.find((file) => file.path === 'model.onnx')?.url).toMatch(/^file:.*model\.onnx$/u);
    expect(path.dirname(model?.madeIn ?? '')).toBe(path.join(data, 'included-voices'));
  });

  it('gets its rules of pronunciation once, and none of them in the package', async () => {
    const { folder, model } = await packed();
    const before = await readdir(folder);
    await makeReady(required(model));
    const rules = path.join(required(model).madeIn ?? '', 'espeak-ng-data');
    expect(await readdir(rules)).toEqual(expect.arrayContaining(['phontab', 'en_dict', 'fr_dict']));
    await writeFile(path.join(rules, 'mark'), '');
    await makeReady(required(model));
    expect(await readdir(rules)).toContain('mark');
    expect(await readdir(folder)).toEqual(before);
  });

  it('is made ready by several at the same time', async () => {
    const { data, model } = await packed();
    await Promise.all([1, 2, 3].map(() => makeReady(required(model))));
    expect(await readdir(path.join(data, 'included-voices'))).toEqual([path.basename(required(model).madeIn ?? '')]);
  });

  it('is left out and reported when a file is cut, and when a file is missing', async () => {
    const { folder } = await packed();
    await truncate(path.join(folder, 'voices.bin'), 10);
    const { damaged, model } = await read(folder);
    expect(model).toBeUndefined();
    expect(damaged).toEqual([
      expect.stringMatching(/voices\.bin has 10 bytes instead of \d+\. Install audiobook again\.$/u),
    ]);
  });

  it('names the files with other bytes of the same number', async () => {
    const { folder, model } = await packed();
    expect(await damagedFiles(required(model))).toEqual([]);
    const file = path.join(folder, 'tokens.txt');
    await writeFile(file, (await readFile(file, 'latin1')).replace(/^./u, '!'), 'latin1');
    expect(await damagedFiles(required(model))).toEqual(['tokens.txt']);
  });
});

it('finds the package that comes along with this program, whose files have the sizes of its manifest', async () => {
  const damaged: string[] = [];
  const found = await includedModels(await temporaryFolder(), (message) => damaged.push(message));
  expect(damaged).toEqual([]);
  expect(found.map(({ model }) => model.id)).toEqual(['kokoro-v1_0-int8']);
});

/** Returns a tiny model in the form of a package, and how it is read. */
async function packed() {
  const { folder: installed } = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro' });
  const folder = await temporaryFolder();
  const manifest = JSON.parse(await readFile(path.join(installed, 'model.json'), 'utf8'));
  const files = manifest.model.files.filter((file: { path: string }) => !file.path.includes('/'));
  for (const file of files) {
    await copyFile(path.join(installed, file.path), path.join(folder, file.path));
    file.url = file.path;
  }
  await writeFile(
    path.join(folder, 'model.json'),
    JSON.stringify({ ...manifest, model: { ...manifest.model, files } }),
  );
  return { folder, ...(await read(folder)) };
}

async function read(folder: string) {
  const data = await temporaryFolder();
  const damaged: string[] = [];
  const [model] = await modelOfPackage(folder, data, (message) => damaged.push(message));
  return { data, damaged, model };
}

function required(model: InstalledModel | undefined): InstalledModel {
  if (!model) throw new Error('The model was not found.');
  return model;
}
