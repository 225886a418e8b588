import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tryEngine } from '../../../src/speech/natural/engine/engine-state.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';

/** Makes the build of the engine for this platform unloadable in child processes, as on musl. */
async function breakEngine(): Promise<void> {
  const hook = path.join(await temporaryFolder(), 'hook.cjs');
  await writeFile(
    hook,
    `const { Module } = require('node:module');
     const load = Module._load;
     Module._load = function (name, ...rest) {
       if (name.endsWith('sherpa-onnx.node')) throw new Error('Error relocating libonnxruntime.so');
       return load.call(this, name, ...rest);
     };`,
  );
  vi.stubEnv('NODE_OPTIONS', `--require=${hook}`);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the engine of the natural voices', () => {
  it('can be loaded here', async () => {
    expect(await tryEngine()).toEqual({ available: true });
  });

  it('that cannot be loaded is reported with the machine and a way out', async () => {
    await breakEngine();
    const reason = expect.stringMatching(
      /^Natural voices need an engine that is missing: sherpa-onnx-node cannot be loaded on \w+-\w+.*; (?:it needs|install)/u,
    );
    expect(await tryEngine()).toEqual({ available: false, reason });
  });

  it('leaves the plain voices where it cannot be loaded', async () => {
    await breakEngine();
    const folder = await temporaryFolder();
    await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
    const flags = ['voices', '--provider', 'embedded', '--language', 'en', '--json'];
    const { code, stdout } = await inProcessCli(flags, { folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ defaultVoice: 'flite:slt' });
    expect(stdout).not.toContain('kokoro:');
  });
});
