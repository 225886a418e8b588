import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { engineMayRun, tryEngine } from '../../../src/speech/natural/engine/engine-state.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';

/** Returns options of Node with which the build of the engine for this platform cannot be loaded, as on musl. */
async function brokenEngine(): Promise<string> {
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
  return `--require=${hook}`;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Lets Node report a version of glibc, or none, as with musl. */
function stubGlibc(glibcVersionRuntime?: string): void {
  vi.spyOn(process.report, 'getReport').mockReturnValue({ header: { glibcVersionRuntime } });
}

describe('the engine of the natural voices', () => {
  it('can be loaded here', async () => {
    expect(await tryEngine()).toEqual({ available: true });
  });

  it('may run where it can be loaded', () => {
    expect(engineMayRun()).toBe(true);
  });

  it.runIf(process.platform === 'linux').each([
    [undefined, false],
    ['2.31', false],
    ['2.32', true],
    ['3.0', true],
  ])('may run with glibc %s: %s', (version, expected) => {
    stubGlibc(version);
    expect(engineMayRun()).toBe(expected);
  });

  it('that cannot be loaded is reported with the machine and a way out', async () => {
    vi.stubEnv('NODE_OPTIONS', await brokenEngine());
    const reason = expect.stringMatching(
      /^Natural voices need an engine that is missing: sherpa-onnx-node cannot be loaded on \w+-\w+.*; (?:it needs|install)/u,
    );
    expect(await tryEngine()).toEqual({ available: false, reason });
  });

  it('leaves the plain voices where it cannot be loaded', async () => {
    const folder = await temporaryFolder();
    const data = path.join(folder, 'data');
    await installTinyVoice(data, { kind: 'kokoro' });
    const environment = { AUDIOBOOK_DATA_DIR: data, NODE_OPTIONS: await brokenEngine() };
    const flags = ['voices', '--provider', 'embedded', '--language', 'en', '--json'];
    const { code, stdout } = await runCli(flags, { folder, environment });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ defaultVoice: 'flite:slt' });
    expect(stdout).not.toContain('kokoro:');
  });
});
