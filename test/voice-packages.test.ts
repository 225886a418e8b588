import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { voiceModelSchema } from '../src/voice-models/voice-model.ts';
import { temporaryFolder } from './helpers/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'voices/kokoro');

const weights = ['model.onnx', 'voices.bin', 'tokens.txt', 'lexicon-us-en.txt', 'lexicon-gb-en.txt'];

describe('the package of the voice that comes along', () => {
  it('holds the files of its manifest, with their sizes and sums', async () => {
    const { model } = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'));
    const { files } = voiceModelSchema.parse(model);
    expect(files.map((file) => file.path)).toEqual(weights);
    for (const { path: name, bytes, sha256 } of files) {
      const data = await readFile(path.join(folder, name));
      const found = { name, bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') };
      expect(found, 'after a change: node scripts/sum-voices.mjs').toEqual({ name, bytes, sha256 });
    }
  });

  it('is packed with its weights, both licences and the notice of their sources', async () => {
    expect(await packedFiles()).toEqual(
      expect.arrayContaining([...weights, 'model.json', 'LICENSE', 'LICENSE-kokoro-onnx-MIT', 'NOTICE', 'README.md']),
    );
    const notice = await readFile(path.join(folder, 'NOTICE'), 'utf8');
    for (const name of weights) expect(notice).toContain(name);
    expect(await readFile(path.join(folder, 'LICENSE'), 'utf8')).toContain('Apache License');
    expect(await readFile(path.join(folder, 'LICENSE-kokoro-onnx-MIT'), 'utf8')).toContain('thewh1teagle');
  });

  it('is an optional dependency of the program, of the same version', async () => {
    const program = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const voice = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect(voice.version).toBe(program.version);
    expect(program.optionalDependencies).toMatchObject({ [voice.name]: voice.version });
  });

  it.skipIf(!existsSync(path.join(root, 'node_modules/audiobook-voice-kokoro')))(
    'is linked in a clone (skipped where npm left out optional packages)',
    async () => {
      const linked = path.join(root, 'node_modules/audiobook-voice-kokoro/model.json');
      expect(await readFile(linked, 'utf8')).toBe(await readFile(path.join(folder, 'model.json'), 'utf8'));
    },
  );

  it('is declared in order: publint finds nothing', () => {
    const found = execFileSync('npx', ['publint', '--strict', '--pack', 'false', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(found).toContain('All good!');
  });
});

/** Returns the names of the files that npm packs. They are packed empty: to compress the weights takes half a minute. */
async function packedFiles(): Promise<readonly string[]> {
  const cwd = await temporaryFolder();
  for (const name of await readdir(folder)) await writeFile(path.join(cwd, name), '');
  await copyFile(path.join(folder, 'package.json'), path.join(cwd, 'package.json'));
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed]: { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(
    execFileSync('npm', args, { cwd, encoding: 'utf8' }),
  );
  return packed?.files.map((file) => file.path) ?? [];
}
