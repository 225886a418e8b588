import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packTar } from 'modern-tar';
import type { TarEntry } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { unpackArchive } from '../../src/voice-models/prepare/unpack-archive.ts';
import type { ModelArchive } from '../../src/voice-models/voice-model.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { noise } from '../helpers/small-models.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const members = { 'model.onnx': 'kitten/model.fp32.onnx', 'tokens.txt': 'kitten/tokens.txt' };
const model = noise(50_000);

describe.skipIf(isProgramMissing('bzip2'))('an archive with a model', () => {
  it('gives its files, and nothing else of it', async () => {
    const { folder, unpack } = await archiveOf([...good, file('kitten/README.md', 'Read me.')]);
    await unpack();
    expect((await readdir(folder)).toSorted()).toEqual(['model.onnx', 'tokens.txt']);
    expect(await readFile(path.join(folder, 'model.onnx'))).toEqual(model);
  });

  it('is read as the tar program writes it', async () => {
    const made = await temporaryFolder();
    await mkdir(path.join(made, 'kitten'));
    await writeFile(path.join(made, 'kitten/model.fp32.onnx'), model);
    await writeFile(path.join(made, 'kitten/tokens.txt'), 'a 1\n');
    execFileSync('tar', ['-cjf', path.join(made, 'a.tar.bz2'), '-C', made, './kitten']);
    const folder = await temporaryFolder();
    await unpackArchive(path.join(made, 'a.tar.bz2'), archive(), folder, new AbortController().signal);
    expect(await readFile(path.join(folder, 'model.onnx'))).toEqual(model);
  });

  it.each<[string, TarEntry, RegExp]>([
    ['climbs out', file('kitten/../../evil', 'x'), /its entry kitten\/\.\.\/\.\.\/evil leads out of it/u],
    ['is absolute', file('/etc/evil', 'x'), /its entry \/etc\/evil leads out of it/u],
    ['has a backslash', file(String.raw`kitten\..\evil`, 'x'), /leads out of it/u],
    [
      'is a link',
      { header: { name: 'kitten/tokens.txt', type: 'symlink', linkname: '/etc/passwd', size: 0 } },
      /is a symlink/u,
    ],
    [
      'is a hard link',
      { header: { name: 'kitten/model.fp32.onnx', type: 'link', linkname: 'x', size: 0 } },
      /is a link/u,
    ],
    ['is a device', { header: { name: 'kitten/null', type: 'character-device', size: 0 } }, /is a character-device/u],
  ])('is refused when an entry %s', async (_name, entry, message) => {
    const { folder, unpack } = await archiveOf([entry, ...good]);
    await expect(unpack()).rejects.toMatchObject({ code: 'download-failed', message: expect.stringMatching(message) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused when it is larger than it may be, lacks a file, or is damaged', async () => {
    const bomb = await archiveOf([file('kitten/zeros', '0'.repeat(2_000_000)), ...good]);
    await expect(bomb.unpack({ maxUnpackedBytes: 1_000_000 })).rejects.toThrow('it unpacks to more than 1000000 bytes');
    const many = await archiveOf([...Array.from({ length: 5001 }, (_, index) => file(`kitten/${index}`, '')), ...good]);
    await expect(many.unpack()).rejects.toThrow('it has more than 5000 entries');
    const lacking = await archiveOf(good.slice(0, 1));
    await expect(lacking.unpack()).rejects.toThrow('The archive is not used: it lacks kitten/tokens.txt.');
    const cut = await archiveOf(good, (bytes) => bytes.subarray(0, 30_000));
    await expect(cut.unpack()).rejects.toThrow(/^The archive is not used: it /u);
    const page = await archiveOf(good, () => Buffer.from('<html>Log in</html>'));
    await expect(page.unpack()).rejects.toThrow(/^The archive is not used: it /u);
  });

  it('never writes through a link that is in the folder', async () => {
    const { folder, unpack } = await archiveOf(good);
    const elsewhere = path.join(await temporaryFolder(), 'dear.txt');
    await writeFile(elsewhere, 'dear to me');
    await symlink(elsewhere, path.join(folder, 'tokens.txt'));
    await expect(unpack()).rejects.toMatchObject({ code: 'output-failed' });
    expect(await readFile(elsewhere, 'utf8')).toBe('dear to me');
  });
});

function file(name: string, body: string | Buffer): TarEntry {
  return {
    header: { name, size: Buffer.byteLength(body) },
    body: body instanceof Buffer ? new Uint8Array(body) : body,
  };
}

const good = [file('kitten/model.fp32.onnx', model), file('kitten/tokens.txt', 'a 1\n')];

function archive(rest: Partial<ModelArchive> = {}): ModelArchive {
  return { url: 'https://example.org/a.tar.bz2', bytes: 0, sha256: '', maxUnpackedBytes: 10_000_000, members, ...rest };
}

async function archiveOf(
  entries: readonly TarEntry[],
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<{ readonly folder: string; readonly unpack: (rest?: Partial<ModelArchive>) => Promise<void> }> {
  const place = await temporaryFolder();
  const tar = await packTar([...entries]);
  const packed = execFileSync('bzip2', ['-c'], { input: tar, maxBuffer: 100_000_000 });
  await writeFile(path.join(place, 'a.tar.bz2'), change(packed));
  const folder = await temporaryFolder();
  const { signal } = new AbortController();
  return { folder, unpack: (rest) => unpackArchive(path.join(place, 'a.tar.bz2'), archive(rest), folder, signal) };
}
