import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { embeddedProvider } from '../../src/speech/embedded/embedded.ts';
import { installedModels } from '../../src/voice-models/installed-models.ts';
import type { ModelKind } from '../../src/voice-models/voice-model.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startCli } from '../helpers/run-cli.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { smallModel } from '../helpers/small-models.ts';
import type { SmallModelOptions } from '../helpers/small-models.ts';
import { startFileServer } from '../helpers/servers/file-server.ts';
import type { FileServer } from '../helpers/servers/file-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../helpers/tiny-voices/decode-tiny-voice.ts';
import { writeTinyModel } from '../helpers/tiny-voices/tiny-models.ts';

describe('audiobook voices install', () => {
  it('downloads a model once, with lines of progress, and lists and removes it', async () => {
    const { folder, run } = await setUp();
    const first = await run(['voices', 'install', 'small-model']);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Installed Small model \(small-model\), licence CC0-1\.0: http:\/\/\S+\n$/u),
      // Its files are noise, so it is installed and cannot speak.
      stderr: expect.stringMatching(
        /^Downloading Small model: 1\.0 MB\n(?:Small model: \d0 % of .*\n)*Preparing Small model\nMeasuring the speed of Small model on this machine\nWarning: Small model is installed, but it cannot speak here: .*\n$/u,
      ),
    });
    expect(await run(['voices', 'install', 'supertonic:Una'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Already installed: Small model /u),
      stderr: '',
    });
    expect(await readdir(path.join(folder, 'data/voices'))).toEqual(['small-model']);
    const listed = await run(['voices', 'list', '--installed']);
    expect(listed.stdout).toMatch(/^small-model +installed +en-GB +1 +1\.0 MB +- +CC0-1\.0\n/mu);
    expect(listed.stdout).toMatch(/^kokoro-v1_0-int8 +included +9 languages +54 /mu);
    expect(listed.stdout.trim().split('\n')).toHaveLength(3);
    const json = JSON.parse((await run(['voices', 'list', '--installed', '--json'])).stdout);
    expect(json).toMatchObject({
      models: [
        { id: 'kokoro-v1_0-int8', state: 'included' },
        { id: 'small-model', state: 'installed', voices: [{ id: 'supertonic:Una' }] },
      ],
    });
    expect(await run(['voices', 'remove', 'small-model'])).toMatchObject({
      code: 0,
      stdout: 'Removed Small model (small-model)\n',
    });
    expect(await readdir(path.join(folder, 'data/voices'))).toEqual([]);
    expect(await run(['voices', 'remove', 'small-model'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Invalid voice 'small-model'"),
    });
  });

  it('refuses a name that means nothing before it downloads anything', async () => {
    const { server, run } = await setUp();
    const { code, stderr } = await run(['voices', 'install', 'small-model', 'kokoro:af_hart']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Invalid voice 'kokoro:af_hart'")]);
    expect(stderr).toContain("Did you mean 'kokoro:af_heart'");
    expect(server.requests).toEqual([]);
  });

  it('downloads a model whose licence restricts its use only when that is accepted', async () => {
    const { server, run } = await setUp({ restrictions: 'Say that it is a machine.' });
    const refused = await run(['voices', 'install', 'small-model']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^audiobook: The licence of Small model was not accepted: CC0-1\.0 \(http.*\)\. Say that it is a machine\. Accept it with --accept-licence\.\n$/u,
      ),
    ]);
    expect(server.requests).toEqual([]);
    expect(await run(['voices', 'install', 'small-model', '--accept-licence'])).toMatchObject({ code: 0 });
    // It was accepted then.
    expect(await run(['voices', 'install', 'small-model'])).toMatchObject({ code: 0 });
  });

  it('takes files from a folder without a network, and reports a download that cannot be had', async () => {
    const { folder, server, served, run } = await setUp();
    const mirror = path.join(folder, 'mirror/small-model');
    await mkdir(mirror, { recursive: true });
    for (const [url, content] of Object.entries(served))
      await writeFile(path.join(mirror, path.basename(url)), content);
    const environment = { AUDIOBOOK_MODEL_MIRROR: path.join(folder, 'mirror') };
    expect(await run(['voices', 'install', 'small-model', '-q'], environment)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(server.requests).toEqual([]);
    server.faults.push({ status: 403 });
    await run(['voices', 'remove', 'small-model']);
    const { code, stderr } = await run(['voices', 'install', 'small-model']);
    expect([code, stderr]).toEqual([6, expect.stringContaining(': status 403.')]);
  });

  it('stops on Ctrl-C with a part that the next run continues, and nothing else', async () => {
    const { folder, server, environment } = await setUp();
    server.faults.push({ hangAfter: 600_000 });
    const options = { folder, environment };
    const child = startCli(['voices', 'install', 'small-model'], options);
    for (let text = ''; !text.includes(' % of ');) text += String((await once(child.stderr, 'data'))[0]);
    child.kill('SIGINT');
    expect(await child.result).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(/Stopped\. Run the same command again to continue\.\n$/u),
    });
    expect(await readdir(path.join(folder, 'data/voices'))).toEqual(['.small-model.audiobook-download']);
    expect(await startCli(['voices', 'install', 'small-model'], options).result).toMatchObject({ code: 0 });
    expect(server.requests[1]).toMatch(/ bytes=[1-9]\d+-$/u);
    expect(await readdir(path.join(folder, 'data/voices'))).toEqual(['small-model']);
  });

  it('survives a kill in the middle, and takes over its lock', async () => {
    const { folder, server, environment } = await setUp();
    server.faults.push({ hangAfter: 600_000 });
    const child = startCli(['voices', 'install', 'small-model'], { folder, environment });
    for (let text = ''; !text.includes(' % of ');) text += String((await once(child.stderr, 'data'))[0]);
    child.kill('SIGKILL');
    await child.result;
    expect(await startCli(['voices', 'install', 'small-model'], { folder, environment }).result).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Waiting for another process that installs Small model'),
    });
    expect(await readdir(path.join(folder, 'data/voices'))).toEqual(['small-model']);
  });
});

describe('an installed voice', () => {
  it.each(['kokoro', 'piper'] as const)('of the kind %s speaks', async (kind) => {
    const files = await tinyFiles(kind);
    const { folder, run } = await setUp({ id: `tiny-${kind}`, kind, files });
    const installed = await run(['voices', 'install', `tiny-${kind}`]);
    expect(installed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Measuring the speed of Small model on this machine\n$/u),
    });
    const listed = await run(['voices', 'list', '--installed']);
    expect(listed.stdout).toMatch(/^tiny-\w+ +installed .* \d+\.\dx +CC0-1\.0$/mu);
    const [model] = await installedModels(path.join(folder, 'data'));
    const voice = kind === 'piper' ? 'piper:tiny-piper' : `${kind}:Una`;
    await using provider = await embeddedProvider({ dataFolder: path.join(folder, 'data'), espeak: [] });
    const { signal } = new AbortController();
    const pcm = await provider.synthesize({ text: 'Hello world.', voice, language: 'en-GB', signal });
    expect(model?.model.kind).toBe(kind);
    expect(decodeTinyVoice(kind, pcm).text.replaceAll(/[\s.]|<\/?en>/gu, '')).toMatch(/^(?:həl.+d|Helloworld)$/u);
  });
});

/** Returns the files of a tiny model as a server has them; a Piper voice as its authors publish it. */
async function tinyFiles(kind: ModelKind): Promise<Record<string, Buffer>> {
  const folder = await temporaryFolder();
  await writeTinyModel(folder, { kind, speakers: 1 });
  const files: Record<string, Buffer> = {};
  for (const name of await readdir(folder)) files[name] = await readFile(path.join(folder, name));
  if (kind !== 'piper') return files;
  const { 'model.onnx': model = Buffer.of(), 'tokens.txt': tokens = Buffer.of() } = files;
  const ids = tokens
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), [Number(line.slice(line.lastIndexOf(' ') + 1))]]);
  const config = {
    audio: { sample_rate: 22_050 },
    espeak: { voice: 'en-gb-x-rp' },
    num_speakers: 1,
    phoneme_id_map: Object.fromEntries(ids),
  };
  // The metadata are the last fields of the graph's file.
  return {
    'model.onnx': model.subarray(0, model.indexOf('model_type') - 4),
    'model.onnx.json': Buffer.from(JSON.stringify(config)),
  };
}

describe('the voice that comes along', () => {
  it('can be installed in full beside itself, and is removed by npm only', async () => {
    const { run } = await setUp();
    const { stdout } = await run(['voices', 'list']);
    expect(stdout).toMatch(/^kokoro-v1_0-int8 +included .* 132\.\d MB +- +Apache-2\.0$/mu);
    expect(stdout).toMatch(/^kokoro-v1_0 +installable .* 366\.1 MB +- +Apache-2\.0$/mu);
    const { code, stderr } = await run(['voices', 'remove', 'kokoro']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/came along .*'npm install --omit=optional'/u)]);
  });

  it('is in the list of voices once, and not as one to install', async () => {
    const { run } = await setUp();
    const { stdout } = await run(['voices', '--provider', 'embedded', '--language', 'en-US']);
    expect(stdout.match(/^kokoro:af_heart .*$/gmu)).toEqual([expect.not.stringContaining('(install)')]);
  });
});

describe('audiobook voices', () => {
  it('lists natural voices first, those on this machine before those that can be installed', async () => {
    const { folder, run } = await setUp();
    await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
    const environment = { EMBEDDED_VOICE: 'best' };
    const { code, stdout } = await run(['voices', '--provider', 'embedded', '--language', 'en'], environment);
    expect(code).toBe(0);
    const ids = stdout.split('\n').map((line) => line.split(' ')[0] ?? '');
    const place = (id: string): number => ids.indexOf(id);
    expect(place('kokoro:af_heart')).toBeLessThan(place('supertonic:Una'));
    expect(place('supertonic:Una')).toBeLessThan(place('flite:slt'));
    expect(stdout).toMatch(/^kokoro:af_heart +en-US +female +\S+ \S?B +.*\(default\)$/mu);
    expect(stdout).toMatch(/^supertonic:Una +en-GB +female +1\.0 MB +- +CC0-1\.0 +.*\(install\)$/mu);
    const json = JSON.parse((await run(['voices', '--provider', 'embedded', '--language', 'en', '--json'])).stdout);
    expect(json.voices).toContainEqual(expect.objectContaining({ id: 'kokoro:af_heart' }));
    expect(json.installable).toContainEqual(expect.objectContaining({ id: 'supertonic:Una', gender: 'female' }));
  });
});

interface SetUp {
  readonly folder: string;
  readonly server: FileServer;
  readonly served: Readonly<Record<string, Buffer>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly run: (argv: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<CliResult>;
}

async function setUp(options: SmallModelOptions = {}): Promise<SetUp> {
  const folder = await temporaryFolder();
  const served: Record<string, Buffer> = {};
  const server = await startFileServer(served);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const made = smallModel(server.url, options);
  Object.assign(served, made.served);
  const catalog = path.join(folder, 'catalog.json');
  await writeFile(catalog, JSON.stringify({ models: [made.model] }));
  const environment = { AUDIOBOOK_VOICE_CATALOG: catalog, AUDIOBOOK_DATA_DIR: path.join(folder, 'data') };
  const run: SetUp['run'] = async (argv, more = {}) =>
    await inProcessCli(argv, { folder, environment: { ...environment, ...more } });
  return { folder, server, served, environment, run };
}
