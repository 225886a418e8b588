import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/core/load-settings.ts';
import { recognizers } from '../../src/listening/recognizers.ts';
import { upperConfidenceLimit } from '../../src/pipeline/hear/upper-confidence-limit.ts';
import { installRecognizers } from '../../src/pipeline/hear/manage-recognizers.ts';
import { dataFolderSetting } from '../../src/voice-models/data-folder.ts';
import { modelMirrorSetting } from '../../src/voice-models/download/model-sources.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

describe('recognizers', () => {
  it('are listed, the installed ones first, and removed by name', async () => {
    const folder = await temporaryFolder();
    await installTinyRecognizer(path.join(folder, 'data'));
    const { stdout } = await inProcessCli(['recognizers'], { folder });
    expect(stdout).toMatch(/^RECOGNIZER.*\ntiny-recognizer +installed +en de fr/u);
    expect(stdout).toMatch(/parakeet-v2 +installable +en +661\.2 MB/u);
    const removed = await inProcessCli(['recognizers', 'remove', 'tiny-recognizer'], { folder });
    expect(removed).toMatchObject({ code: 0, stdout: 'Removed Tiny recognizer (tiny-recognizer)\n' });
    const again = await inProcessCli(['recognizers', 'remove', 'tiny-recognizer'], { folder });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('No recognizer is installed.') });
  });

  it('are installed from their files, checked, by name or language', async () => {
    const folder = await temporaryFolder();
    const { model, folder: from } = await installTinyRecognizer(path.join(folder, 'source'));
    const files = await Promise.all(
      model.files.map(async (file) => {
        const bytes = await readFile(path.join(from, file.path));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { ...file, url: `https://example.org/${file.path}`, bytes: bytes.length, sha256 };
      }),
    );
    const mirror = path.join(folder, 'mirror', model.id);
    await mkdir(mirror, { recursive: true });
    for (const { path: name } of files) await writeFile(path.join(mirror, name), await readFile(path.join(from, name)));
    const environment = { AUDIOBOOK_DATA_DIR: path.join(folder, 'data'), AUDIOBOOK_MODEL_MIRROR: path.dirname(mirror) };
    const sources = { environment, workingFolder: folder, configFolder: folder };
    const { settings } = await loadSettings(sources, [dataFolderSetting, modelMirrorSetting]);
    const { signal } = new AbortController();
    const options = { settings, signal, onEvent: () => undefined, known: [{ ...model, files }] };
    const installed: string[] = [];
    for await (const one of installRecognizers(['tiny-recognizer', 'French'], options)) installed.push(one.folder);
    expect(installed).toEqual([path.join(folder, 'data', 'recognizers', 'tiny-recognizer')]);
    await rm(path.join(installed[0] ?? '', 'model.onnx'));
    for await (const one of installRecognizers(['de'], options)) expect(one.isNew).toBe(true);
  });

  it('say which names there are', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await inProcessCli(['recognizers', 'install', 'whisper'], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain("Invalid recognizer 'whisper'. Expected parakeet-v2, parakeet-110m,");
  });

  it('have pinned files', () => {
    for (const { files, archive } of recognizers) {
      const pinned = [...files, ...(archive ? [archive] : [])];
      expect(pinned.length).toBeGreaterThan(0);
      for (const { url, sha256 } of pinned) {
        expect(sha256).toMatch(/^[\da-f]{64}$/u);
        expect(url).toMatch(/\/resolve\/[\da-f]{40}\/|\/releases\/download\//u);
      }
    }
  });
});

it.each([
  [0, 300, 0.00994],
  [0, 59, 0.0495],
  [3, 300, 0.0256],
  [5, 5, 1],
])('%d of %d found: with 95 %% certainty fewer than %d', (found, drawn, share) => {
  expect(upperConfidenceLimit(found, drawn)).toBeCloseTo(share, 3);
});
