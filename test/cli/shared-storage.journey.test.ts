import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { folderSettingsFor, s3SettingsFor } from '../helpers/open-test-storage.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startS3Double } from '../helpers/servers/s3-double.ts';
import { startS3rver } from '../helpers/servers/s3rver.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const book = {
  ...smallBook,
  documents: Array.from({ length: 3 }, (_, chapter) => ({
    path: `chapter-${chapter}.xhtml`,
    title: `Chapter ${chapter + 1}`,
    body: `<h1>Chapter ${chapter + 1}</h1><p>Boat ${chapter} came home, and the harbor was full before the tide turned.</p>`,
  })),
};

type Settings = Readonly<Record<string, string>>;

/** Runs a command on a machine of its own, which has nothing but the book. */
async function onOtherMachine(command: string, storage: Settings, kokoro: KokoroServer, ...flags: readonly string[]) {
  const folder = await temporaryFolder();
  await writeBook(folder, book);
  const argv = [command, 'small.epub', '--provider', 'kokoro', ...flags];
  const result = await inProcessCli(argv, { folder, environment: { ...storage, KOKORO_API_URL: kokoro.url } });
  return { ...result, file: path.join(folder, 'out.mp3') };
}

async function convert(storage: Settings, kokoro: KokoroServer) {
  const { code, stderr, file } = await onOtherMachine('convert', storage, kokoro, '-o', 'out.mp3');
  expect(code, stderr).toBe(0);
  return { stderr, bytes: await readFile(file) };
}

/** Returns how much of the book a machine plans to pay for. */
async function missing(storage: Settings, kokoro: KokoroServer): Promise<number> {
  const { stdout } = await onOtherMachine('plan', storage, kokoro, '--json');
  const { segments }: { readonly segments: { readonly total: number; readonly stored: number } } = JSON.parse(stdout);
  expect(segments.total).toBeGreaterThan(0);
  return segments.total - segments.stored;
}

describe('machines with one storage', () => {
  it('pay for speech in a folder once, and make the bytes that one makes alone', async () => {
    await using kokoro = await startKokoroServer();
    const storage = folderSettingsFor(await temporaryFolder());
    const alone = await convert({}, kokoro);
    const paid = kokoro.requests.length;
    const first = await convert(storage, kokoro);
    expect(kokoro.requests.length).toBe(2 * paid);
    const second = await convert(storage, kokoro);
    expect(kokoro.requests.length).toBe(2 * paid);
    expect(first.bytes.equals(alone.bytes) && second.bytes.equals(alone.bytes)).toBe(true);
  });

  it('pay for speech in a bucket once, and plan with it', async () => {
    await using kokoro = await startKokoroServer();
    const storage = s3SettingsFor(await startS3rver());
    const first = await convert(storage, kokoro);
    const paid = kokoro.requests.length;
    expect(await missing(storage, kokoro)).toBe(0);
    const second = await convert(storage, kokoro);
    expect(kokoro.requests.length).toBe(paid);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('lose nothing to a store that answers every other request with 503', async () => {
    await using kokoro = await startKokoroServer();
    await using server = await startS3Double({ fault: (request) => (request % 2 === 0 ? 'busy' : undefined) });
    const first = await convert(s3SettingsFor(server.url), kokoro);
    const paid = kokoro.requests.length;
    const second = await convert(s3SettingsFor(server.url), kokoro);
    expect(kokoro.requests.length).toBe(paid);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('that convert a book at the same time leave all of it to a third', async () => {
    await using kokoro = await startKokoroServer();
    const storage = folderSettingsFor(await temporaryFolder());
    const [first, second] = await Promise.all([convert(storage, kokoro), convert(storage, kokoro)]);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(await missing(storage, kokoro)).toBe(0);
  });

  it('speak nothing when the folder is not mounted, and say so in a check', async () => {
    await using kokoro = await startKokoroServer();
    const folder = path.join(await temporaryFolder(), 'missing');
    const storage = folderSettingsFor(folder);
    const { code, stderr } = await onOtherMachine('convert', storage, kokoro, '-o', 'out.mp3');
    expect([code, kokoro.requests.length]).toEqual([3, 0]);
    const line = `The folder of the storage file://${folder} does not exist. Mount or make it.`;
    expect(stderr).toContain(`audiobook: ${line}`);
    const doctor = await inProcessCli(['doctor'], { folder: await temporaryFolder(), environment: storage });
    expect(doctor.stdout).toContain(line);
  });
});
