import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packTar } from 'modern-tar';
import type { TarEntry } from 'modern-tar';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { downloadClient } from '../../src/voice-models/download/download-client.ts';
import { installedModels } from '../../src/voice-models/installed-models.ts';
import { installModel } from '../../src/voice-models/install-model.ts';
import type { Installation, InstallEvent, InstallOptions } from '../../src/voice-models/install-model.ts';
import { removeModel } from '../../src/voice-models/remove-model.ts';
import { voiceShelf } from '../../src/voice-models/shelf.ts';
import type { VoiceModel } from '../../src/voice-models/voice-model.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { noise, sha256, smallModel } from '../helpers/small-models.ts';
import type { SmallModelOptions } from '../helpers/small-models.ts';
import { startFileServer } from '../helpers/servers/file-server.ts';
import type { FileServer } from '../helpers/servers/file-server.ts';
import { startProxyServer } from '../helpers/servers/proxy-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const big = noise(1_000_000);
const policy = { attempts: 4, firstDelayMs: 1, maxDelayMs: 2 };

describe('the installation of a voice model', () => {
  it('puts the files and the manifest in place in one step, and leaves nothing else', async () => {
    const { data, model, install, events } = await setUp();
    expect(await install()).toMatchObject({ isNew: true, model, folder: path.join(data, 'voices', model.id) });
    expect(await readdir(path.join(data, 'voices'))).toEqual([model.id]);
    expect((await readFile(path.join(data, 'voices', model.id, 'model.onnx'))).equals(big)).toBe(true);
    expect(await installedModels(data)).toMatchObject([{ model }]);
    expect(events.findLast(({ type }) => type === 'download')).toEqual({
      type: 'download',
      bytes: 1_000_002,
      totalBytes: 1_000_002,
    });
  });

  it('downloads nothing when the model is installed, and again when its manifest is damaged or of other files', async () => {
    const { data, model, server, install } = await setUp();
    await install();
    const before = server.requests.length;
    expect(await install()).toMatchObject({ isNew: false });
    expect(server.requests).toHaveLength(before);
    const manifest = path.join(data, 'voices', model.id, 'model.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).slice(0, 40));
    expect(await install()).toMatchObject({ isNew: true });
    const newer = { ...model, files: model.files.slice(0, 1) };
    expect(await install({ model: newer })).toMatchObject({ isNew: true, model: newer });
  });

  it('continues a download that was cut, from where it was cut', async () => {
    const { data, model, server, install, events } = await setUp();
    server.faults.push({ cutAfter: 700_000 });
    expect(await install()).toMatchObject({ isNew: true });
    expect((await readFile(path.join(data, 'voices', model.id, 'model.onnx'))).equals(big)).toBe(true);
    expect(server.requests[0]).toBe('GET /owner/small-model/model.onnx');
    expect(server.requests[1]).toMatch(/^GET \/owner\/small-model\/model\.onnx bytes=[1-9]\d*-$/u);
    expect(events.filter(({ type }) => type === 'retry')).toHaveLength(1);
  });

  it('begins again when the server sends the whole file, or another version of it', async () => {
    for (const faults of [
      [{ cutAfter: 700_000 }, { ignoresRange: true }],
      [{ cutAfter: 700_000, body: noise(1_000_000, 7) }],
    ]) {
      const { data, model, server, install } = await setUp();
      server.faults.push(...faults);
      expect(await install()).toMatchObject({ isNew: true });
      expect((await readFile(path.join(data, 'voices', model.id, 'model.onnx'))).equals(big)).toBe(true);
    }
  });

  it('gives up on a file that stays short, after its attempts and with the reason', async () => {
    const { server, install } = await setUp();
    server.faults.push(...Array.from({ length: 9 }, () => ({ endAfter: 1000, ignoresRange: true })));
    await expect(install()).rejects.toMatchObject({
      code: 'download-failed',
      message: 'The download of small-model/model.onnx ended after 1000 of 1000000 bytes.',
    });
    expect(server.requests).toHaveLength(policy.attempts);
  });

  it.each([
    ['another sum', { body: noise(1_000_000, 9) }, /its SHA-256 is [\da-f]{64} instead of [\da-f]{64}\.$/u],
    ['another length', { body: Buffer.from('<html>Log in</html>') }, /it has 19 bytes instead of 1000000\.$/u],
    ['more bytes than declared', { body: noise(1_100_000), endAfter: 1_100_000 }, /more than 1000000 bytes/u],
  ])('refuses a file with %s, and keeps nothing of it', async (_name, fault, message) => {
    const { data, server, install } = await setUp();
    server.faults.push(fault);
    await expect(install()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringMatching(/^small-model\/model\.onnx is not the file of the catalogue: /u),
    });
    expect(server.requests).toHaveLength(1);
    await expect(install()).resolves.toMatchObject({ isNew: true });
    expect(await readdir(path.join(data, 'voices'))).toEqual(['small-model']);
    server.faults.push(fault);
    await expect(install({ model: { ...smallModel(server.url).model, id: 'other' } })).rejects.toThrow(message);
  });

  it('asks again later after a failure of the server, and not after a refusal', async () => {
    const busy = await setUp();
    busy.server.faults.push({ status: 503 }, { status: 429, headers: { 'retry-after': '0' } });
    expect(await busy.install()).toMatchObject({ isNew: true });
    const refused = await setUp();
    refused.server.faults.push({ status: 403 });
    await expect(refused.install()).rejects.toThrow(/^Cannot download from 127\.0\.0\.1:\d+: status 403\.$/u);
    const absent = await setUp({ files: {} }, { extra: 'absent.onnx' });
    await expect(absent.install()).rejects.toThrow(/^There is no file at http:\/\/127\.0\.0\.1:\d+\/absent\.onnx\.$/u);
  });

  it('follows redirects on the same server, and neither endless ones nor those elsewhere', async () => {
    const { server, model, install } = await setUp();
    server.faults.push({ status: 302, headers: { location: '/owner/small-model/model.onnx' } });
    await install();
    const other = { ...model, id: 'other' };
    const loop = { status: 302, headers: { location: '/owner/small-model/model.onnx' } };
    server.faults.push(...Array.from({ length: 7 }, () => loop));
    await expect(install({ model: other })).rejects.toThrow('more than 5 redirects');
    server.faults.length = 0;
    server.faults.push({ status: 302, headers: { location: 'http://example.org/model.onnx' } });
    await expect(install({ model: other })).rejects.toThrow(
      /redirects to http:\/\/example\.org, which is not an address/u,
    );
  });

  it('leaves a part that the next installation continues when it is canceled', async () => {
    const { data, server, install } = await setUp();
    server.faults.push({ hangAfter: 120_000 });
    const controller = new AbortController();
    const canceling = install({
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'download' && event.bytes >= 120_000) controller.abort();
      },
    });
    await expect(canceling).rejects.toMatchObject({ code: 'canceled' });
    expect(await readdir(path.join(data, 'voices'))).toEqual(['.small-model.audiobook-download']);
    await install();
    expect(server.requests[1]).toBe('GET /owner/small-model/model.onnx bytes=120000-');
    expect(await readdir(path.join(data, 'voices'))).toEqual(['small-model']);
  });

  it('happens once when two want it at once', async () => {
    const { server, install } = await setUp();
    const both = await Promise.all([install(), install()]);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('does not touch a folder that is not a model’s', async () => {
    const { data, model, server, install } = await setUp();
    await mkdir(path.join(data, 'voices', model.id), { recursive: true });
    await writeFile(path.join(data, 'voices', model.id, 'letters.txt'), 'dear to me');
    await expect(install()).rejects.toThrow(/it holds other files\. Move it away\.$/u);
    expect(server.requests).toEqual([]);
  });

  it('removes unfinished downloads that were not continued for weeks', async () => {
    const { data, install } = await setUp();
    const stale = path.join(data, 'voices', '.gone.audiobook-download');
    const fresh = path.join(data, 'voices', '.begun.audiobook-download');
    for (const folder of [stale, fresh, path.join(data, 'voices', '.not-ours')]) {
      await mkdir(folder, { recursive: true });
      await utimes(folder, 0, folder === fresh ? Date.now() / 1000 : 0);
    }
    await install();
    expect(await readdir(path.join(data, 'voices'))).toEqual(['.begun.audiobook-download', '.not-ours', 'small-model']);
  });

  it('says that the disk is too small before it downloads, and that it is full when others filled it', async ({
    skip,
  }) => {
    const { data, server, install } = await setUp();
    const disk = path.join(data, 'disk');
    await mkdir(disk);
    if (!mountDisk(disk)) skip('a small disk can only be mounted by root');
    await expect(install({ dataFolder: disk })).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringMatching(/^Not enough space on the disk of /u),
    });
    expect(server.requests).toEqual([]);
    // The need for preparation is known; what others write meanwhile is not.
    execFileSync('mount', ['-o', 'remount,size=20m', disk]);
    server.faults.push({ cutAfter: 700_000 });
    const filling = install({
      dataFolder: disk,
      onEvent: (event) => {
        if (event.type === 'retry') execFileSync('mount', ['-o', 'remount,size=800k', disk]);
      },
    });
    await expect(filling).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringMatching(/^No space left for /u),
    });
    execFileSync('mount', ['-o', 'remount,size=20m', disk]);
    expect(await install({ dataFolder: disk })).toMatchObject({ isNew: true });
    expect(server.requests.at(-2)).toMatch(/ bytes=\d+-$/u);
  });

  it('can be undone', async () => {
    const { data, install } = await setUp();
    await removeModel(await install());
    expect(await readdir(path.join(data, 'voices'))).toEqual([]);
  });
});

describe.skipIf(isProgramMissing('bzip2'))('a model in an archive', () => {
  it('gets its files and the pronunciation rules that it needs', async () => {
    const { data, model, install } = await setUp(await archived([entry('kitten/model.fp32.onnx', 'weights')]));
    expect(await install()).toMatchObject({ isNew: true });
    const folder = path.join(data, 'voices', model.id);
    expect((await readdir(folder)).toSorted()).toEqual(['espeak-ng-data', 'model.json', 'model.onnx']);
    expect(await readFile(path.join(folder, 'model.onnx'), 'utf8')).toBe('weights');
    expect(await install()).toMatchObject({ isNew: false });
    await rm(path.join(folder, 'model.onnx'));
    expect(await install()).toMatchObject({ isNew: true });
  });

  it('is not installed when the archive is hostile or lacks a file, and nothing is left outside of the download', async () => {
    for (const entries of [[entry('../../evil', 'x'), entry('kitten/model.fp32.onnx', 'weights')], [entry('a', 'b')]]) {
      const { data, install } = await setUp(await archived(entries));
      await expect(install()).rejects.toMatchObject({
        code: 'download-failed',
        message: expect.stringMatching(/^The archive is not used: it/u),
      });
      expect(await readdir(path.join(data, 'voices'))).toEqual(['.small-model.audiobook-download']);
      expect(await installedModels(data)).toEqual([]);
    }
  });
});

async function archived(entries: readonly TarEntry[]): Promise<SmallModelOptions> {
  const tar = await packTar([...entries]);
  const content = execFileSync('bzip2', ['-c'], { input: tar });
  const members = { 'model.onnx': 'kitten/model.fp32.onnx' };
  return { kind: 'kitten', archive: { content, members, maxUnpackedBytes: 1_000_000 } };
}

function entry(name: string, body: string): TarEntry {
  return { header: { name, size: body.length }, body };
}

describe('a mirror', () => {
  it('can be a folder, with the files as the server or the installed model has them', async () => {
    for (const layout of [`owner/small-model`, 'small-model']) {
      const { data, model, served, server, install } = await setUp();
      const mirror = path.join(data, 'mirror');
      await mkdir(path.join(mirror, layout), { recursive: true });
      for (const [url, content] of Object.entries(served)) {
        await writeFile(path.join(mirror, layout, path.basename(url)), content);
      }
      expect(await install({ mirror })).toMatchObject({ isNew: true, model });
      expect(server.requests).toEqual([]);
    }
  });

  it('that lacks a file, or is of no known form, is reported', async () => {
    const { data, install } = await setUp();
    const places = ['owner/small-model/model.onnx', 'small-model/model.onnx'].map((place) => path.join(data, place));
    await expect(install({ mirror: data })).rejects.toMatchObject({
      code: 'file-not-found',
      message: `The mirror has no file ${places.join(' or ')}.`,
    });
    await expect(install({ mirror: 'ftp://example.org' })).rejects.toThrow(
      "Invalid AUDIOBOOK_MODEL_MIRROR 'ftp://example.org'. Expected an http or https address, or a folder.",
    );
  });

  it('can be a server, whose redirects stay with it', async () => {
    const { model, served, install } = await setUp();
    const moved = Object.fromEntries(Object.entries(served).map(([url, content]) => [`/pub${url}`, content]));
    await using mirror = await startFileServer(moved);
    const elsewhere = {
      ...model,
      files: model.files.map((file) => ({ ...file, url: `https://huggingface.co${new URL(file.url).pathname}` })),
    };
    expect(await install({ model: elsewhere, mirror: `${mirror.url}/pub` })).toMatchObject({ isNew: true });
    expect(mirror.requests).toEqual(['GET /pub/owner/small-model/model.onnx', 'GET /pub/owner/small-model/tts.json']);
  });
});

describe('a proxy', () => {
  it('is used for all hosts but those that are excepted', async () => {
    await using proxy = await startProxyServer();
    const { server, install, data, model } = await setUp();
    const { host } = new URL(server.url);
    await install({ environment: { HTTP_PROXY: proxy.url, NO_PROXY: '<-loopback>' } });
    expect(proxy.requests.length).toBeGreaterThan(0);
    for (const request of proxy.requests) expect(request).toContain(host);
    const before = proxy.requests.length;
    await install({ model: { ...model, id: 'other' }, environment: { http_proxy: proxy.url, no_proxy: '127.0.0.1' } });
    expect(proxy.requests).toHaveLength(before);
    expect(await installedModels(data)).toHaveLength(2);
  });

  it('with an unusable address is reported without its password', async () => {
    const { install } = await setUp();
    await expect(install({ environment: { HTTPS_PROXY: 'socks5://me:secret@host' } })).rejects.toThrow(
      'HTTPS_PROXY is not the address of a proxy. Expected one such as http://proxy.example:8080.',
    );
  });
});

interface Extra extends Partial<Omit<InstallOptions, 'client'>> {
  readonly model?: VoiceModel;
  readonly environment?: Readonly<Record<string, string>>;
}

interface SetUp {
  readonly data: string;
  readonly server: FileServer;
  readonly model: VoiceModel;
  readonly served: Record<string, Buffer>;
  readonly events: InstallEvent[];
  readonly install: (extra?: Extra) => Promise<Installation>;
}

async function setUp(options: SmallModelOptions = {}, { extra }: { readonly extra?: string } = {}): Promise<SetUp> {
  const data = await temporaryFolder();
  const served: Record<string, Buffer> = {};
  const server = await startFileServer(served);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const made = smallModel(server.url, options);
  Object.assign(served, made.served);
  const lacking = { path: 'lacking', url: `${server.url}/${extra}`, bytes: 1, sha256: sha256(Buffer.from('x')) };
  const model = extra === undefined ? made.model : { ...made.model, files: [lacking] };
  const events: InstallEvent[] = [];
  const onEvent = (event: InstallEvent): void => void events.push(event);
  return {
    data,
    server,
    model,
    served,
    events,
    install: async ({ model: other, environment = {}, ...rest } = {}) => {
      await using client = downloadClient(settingsFrom([environment]));
      const { signal } = new AbortController();
      return await installModel(voiceShelf, other ?? model, {
        dataFolder: data,
        client,
        signal,
        onEvent,
        policy,
        ...rest,
      });
    },
  };
}

/** Mounts a disk of 64 kB, which only root may do. */
function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', [folder]));
    return true;
  } catch {
    return false;
  }
}
