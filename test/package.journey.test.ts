import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startGoogleServer } from './helpers/servers/google-server.ts';
import { temporaryFolder } from './helpers/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let packed: string | undefined;

/** Packs the package once, and returns the file. */
function tarball(): string {
  if (packed === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'audiobook-packed-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    packed = path.join(folder, execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim());
  }
  return packed;
}

const consumer = `
import { convert, prepareTools, type ConversionReport, type ConversionRequest } from 'audiobook';
const request: ConversionRequest = { bookFile: 'book.epub', output: 'book.mp3', format: 'mp3' };
export const run: (tools: Awaited<ReturnType<typeof prepareTools>>) => Promise<ConversionReport> = (tools) => convert(request, tools);
`;

describe('the packed tarball', () => {
  it('can be imported with its types, and its program runs, from another folder', async () => {
    const folder = await temporaryFolder();
    await installTarball(folder);
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(folder, 'consumer.ts'), consumer);
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const flags = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,esnext.disposable',
      '--strict',
      '--types',
      'node',
    ];
    execFileSync(tsc, [...flags, '--skipLibCheck', '--ignoreConfig', 'consumer.ts'], { cwd: folder, stdio: 'inherit' });
    const script = "import('./consumer.js').then(({ run }) => console.log(typeof run))";
    expect(execFileSync('node', ['-e', script], { cwd: folder, encoding: 'utf8' })).toBe('function\n');
    const program = path.join(folder, 'node_modules/audiobook/bin/audiobook.js');
    expect(execFileSync(program, ['--version'], { cwd: folder, encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/u);
    const providers = execFileSync(program, ['providers', '--json'], { cwd: folder, encoding: 'utf8' });
    expect(providers).toContain('"embedded"');
  });
});

describe('the package', () => {
  it('has no file over 4 MB', () => {
    const lines = execFileSync('tar', ['-tvzf', tarball()], { encoding: 'utf8' }).trim().split('\n');
    const files = lines.map((line) => line.split(/\s+/u)).map((words) => ({ size: Number(words[2]), name: words[5] }));
    expect(files.map(({ name }) => name)).toContain('package/dist/cli.js');
    expect(files.filter(({ size }) => !(size <= 4_000_000))).toEqual([]);
  });

  it('reads a book with the package that unpacks it, and lists its commands with hardly any', () => {
    expect([...packagesOf('dist/reader-worker.js')]).toEqual(['yauzl']);
    expect([...packagesOf('bin/audiobook.js')]).toEqual([]);
    expect([...packagesOf('dist/run-command-line.js')]).toEqual(['commander']);
  });

  it('converts a book without loading what only the HTTP service, queues and paid services need', () => {
    const loaded = readdirSync(path.join(root, 'dist')).filter((name) => /^convert\d*\.js$/u.test(name));
    const packages = new Set(loaded.flatMap((name) => [...packagesOf(`dist/${name}`)]));
    // The program has loaded commander before.
    const needed = ['any-ascii', 'commander', 'dotenv', 'env-paths', 'p-limit', 'proper-lockfile'];
    expect([...packages].toSorted()).toEqual(needed);
  });

  it.each(['engine', 'natural', 'recognizer', 'limits-watch'])('starts the %s worker with one file', (name) => {
    const files = new Set<string>();
    packagesOf(`dist/${name}-worker.js`, files);
    expect([...files]).toEqual([]);
  });

  it('is declared as ES modules with types are: publint and arethetypeswrong find nothing', () => {
    execFileSync('npx', ['publint', '--strict', '--pack', 'false'], { cwd: root });
    const attw = ['attw', tarball(), '--profile', 'esm-only', '--format', 'json'];
    const report = JSON.parse(execFileSync('npx', attw, { cwd: root, encoding: 'utf8' }));
    expect(report).toMatchObject({ analysis: { packageName: 'audiobook', types: { kind: 'included' } } });
  });

  it('speaks with the bundled Google SDK', async () => {
    await using server = await startGoogleServer({ sampleRate: 8000 });
    const { createProvider, settingsFrom }: typeof import('../src/index.ts') = await import(`${root}dist/index.js`);
    await using provider = await createProvider('google', settingsFrom([{ GOOGLE_TTS_ENDPOINT: server.url }]));
    const { signal } = new AbortController();
    const request = { text: 'Good morning.', voice: 'en-US-Neural2-C', language: 'en', signal };
    expect(await provider.synthesize(request)).toMatchObject({ sampleRate: 8000 });
  });
});

/** Returns the packages that a file loads when it starts, itself or by files that it imports. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const code = readFileSync(path.join(root, file), 'utf8');
  const imports = [...code.matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];$/gmu)].map(([, name = '']) => name);
  const packages = imports.filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
  const files = imports.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name));
  const unseen = files.filter((name) => !seen.has(name));
  for (const name of unseen) seen.add(name);
  return new Set([...unseen.flatMap((name) => [...packagesOf(name, seen)]), ...packages].toSorted());
}

/** Unpacks the tarball as npm would, its dependencies being those of this checkout: tests have no network. */
async function installTarball(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const target = path.join(modules, 'audiobook');
  await mkdir(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball(), '-C', target, '--strip-components=1']);
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  }
}
