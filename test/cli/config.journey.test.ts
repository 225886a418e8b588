import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Name of the config in the user's own folder, as `inProcessCli` sets it up. */
const own = 'config/audiobook.config';

/** Returns a folder with a book in `books/` and with more files. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  const all = { 'books/quay.md': 'The Quay\n========\n\nIt was still dark.\n', ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

interface Shown {
  readonly name: string;
  readonly value?: string | readonly string[];
  readonly from: string;
}

/** Returns values by name as `value @ place`, with places relative to the folder. */
async function shownValues(folder: string, result: CliResult): Promise<Readonly<Record<string, string>>> {
  const { options, settings } = JSON.parse(result.stdout) as Record<'options' | 'settings', readonly Shown[]>;
  const entries = [...options, ...settings].map(({ name, value, from }): [string, string] => [
    name,
    `${String(value)} @ ${from.replace(`${folder}${path.sep}`, '')}`,
  ]);
  return Object.fromEntries(entries);
}

describe('audiobook config', () => {
  it('says of each value where it is from: environment, book, working folder, user, default', async () => {
    const folder = await folderWith({
      'books/audiobook.config.yaml': 'speed: 1.1\npauses:\n  scene: 2s\n  chapter: 3s\n',
      'audiobook.config.json': '{ "speed": 1.2, "bitrate": "96k", "chapters": [1, "3-5", "The Bridge, Again"] }',
      [`${own}.mjs`]: "export default { speed: 1.3, acx: true, provider: 'embedded', voice: 'flite:slt' };\n",
    });
    const environment = { TTS_PROVIDER: 'kokoro', ELEVENLABS_API_KEY: 'k-secret' };
    const result = await inProcessCli(['config', 'books/quay.md', '--json'], { folder, environment });
    expect([result.code, result.stderr]).toEqual([0, '']);
    expect(await shownValues(folder, result)).toMatchObject({
      speed: '1.1 @ books/audiobook.config.yaml',
      pauses: 'scene=2s,chapter=3s @ books/audiobook.config.yaml',
      bitrate: '96k @ audiobook.config.json',
      chapters: '1,3-5,"The Bridge, Again" @ audiobook.config.json',
      acx: `true @ ${own}.mjs`,
      voice: `flite:slt @ ${own}.mjs`,
      provider: 'kokoro @ environment (TTS_PROVIDER)',
      layout: 'one-file @ default',
      TTS_PROVIDER: 'kokoro @ environment',
      ELEVENLABS_API_KEY: '*** @ environment',
    });
    const table = await inProcessCli(['config'], { folder, environment });
    expect(table.stdout).toMatch(/^speed +1\.2 +\/.*\/audiobook\.config\.json$/mu);
    expect(table.stdout).toContain(`Folder of your own config: ${path.join(folder, 'config')}\n`);
    expect(table.stdout).not.toContain('k-secret');
  });

  it('puts the profile that is named before the other values', async () => {
    const folder = await folderWith({
      'audiobook.config.json': '{ "speed": 1.2, "bitrate": "96k" }',
      [`${own}.yaml`]: 'profiles:\n  bedtime:\n    speed: 0.9\n',
    });
    const values = await shownValues(
      folder,
      await inProcessCli(['config', '--profile', 'bedtime', '--json'], { folder }),
    );
    expect(values).toMatchObject({
      speed: `0.9 @ ${own}.yaml (profile bedtime)`,
      bitrate: '96k @ audiobook.config.json',
    });
    const unknown = await inProcessCli(['config', '--profile', 'bedtimes'], { folder });
    expect(unknown).toMatchObject({ code: 2, stderr: "audiobook: Invalid profile 'bedtimes'. Expected bedtime.\n" });
  });

  it.each<[string, string, RegExp]>([
    [
      'an unknown key',
      '{ "voise": "a" }',
      /^audiobook: Unknown key 'voise' in \/.*config\.json\. Did you mean 'voice'\?\n$/u,
    ],
    [
      'a bad value',
      '{ "speed": 9 }',
      /^audiobook: Invalid speed '9'\. Expected a number .* It is 'speed' in \/.*\.json\.\n$/u,
    ],
    ['a value that no flag has', '{ "speed": null }', /^audiobook: Invalid speed '\{…\}'\./u],
    ['a secret', '{ "password": "x" }', /^audiobook: Unknown key 'password' in /u],
    [
      'another kind of content',
      '["speed"]',
      /cannot be used: expected keys with values, such as voice: af_heart\.\n$/u,
    ],
    ['damaged JSON', '{ "speed": ', /^audiobook: The config .*json cannot be used: /u],
  ])('refuses %s with exit code 2', async (_name, text, message) => {
    const folder = await folderWith({ 'audiobook.config.json': text });
    expect(await inProcessCli(['config'], { folder })).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});

describe('a config that came with a book', () => {
  it('runs nothing, sends nothing and spends nothing', async () => {
    const folder = await folderWith({
      'books/audiobook.config.mjs':
        "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\nexport default {};\n",
      'books/audiobook.config.yaml':
        'notify: touch notified\nwebhook: http://127.0.0.1:9/\nmax-cost: 100\nmodel: api:claude\nremember: true\n' +
        'provider: openai\nloudness: "off"\nvoice: flite:slt\n',
    });
    const { code, stderr } = await inProcessCli(['convert', 'books/quay.md'], { folder });
    expect(code).toBe(0);
    for (const name of ['ran', 'notified']) await expect(access(path.join(folder, name))).rejects.toThrow('ENOENT');
    expect(stderr).toContain('audiobook.config.mjs is ignored, because it is a program. Name it with --config');
    const ignored = [...stderr.matchAll(/Warning: '([\w-]+)' in .*audiobook\.config\.yaml is ignored, because/gu)];
    expect(ignored.map(([, key]) => key)).toEqual(['notify', 'webhook', 'max-cost', 'model', 'remember', 'provider']);
    expect(stderr).toMatch(/^From .*books\/audiobook\.config\.yaml: loudness, voice$/mu);
  });

  it('names no file outside of its folder, not through a link either', async () => {
    const folder = await folderWith({ 'names.yaml': 'Quay: key\n', 'books/names.yaml': 'Quay: key\n' });
    await symlink(folder, path.join(folder, 'books/link'));
    const config = path.join(folder, 'books/audiobook.config.json');
    const lexicons = async (...files: readonly string[]): Promise<CliResult> => {
      await writeFile(config, JSON.stringify({ lexicon: files }));
      return await inProcessCli(['config', 'books/quay.md', '--json'], { folder });
    };
    for (const file of ['../names.yaml', path.join(folder, 'names.yaml'), 'link/names.yaml']) {
      expect(await lexicons(file)).toMatchObject({ code: 2, stderr: expect.stringContaining('leaves the folder') });
    }
    const { lexicon } = await shownValues(folder, await lexicons('names.yaml'));
    expect(lexicon).toBe(`${path.join(folder, 'books/names.yaml')} @ books/audiobook.config.json`);
  });
});

describe('a conversion with configs', () => {
  it('reads the config that is named and no other, or none', async () => {
    const folder = await folderWith({
      'audiobook.config.json': '{ "speed": 1.2 }',
      'mine/my.mjs': 'export default { bitrate: "96k" };\n',
    });
    const named = await inProcessCli(['config', '--config', 'mine/my.mjs', '--json'], { folder });
    expect(await shownValues(folder, named)).toMatchObject({ bitrate: '96k @ mine/my.mjs', speed: '1 @ default' });
    const none = await inProcessCli(['config', '--config', 'none', '--json'], { folder });
    expect(await shownValues(folder, none)).toMatchObject({ speed: '1 @ default' });
    const missing = await inProcessCli(['config', '--config', 'mine/other.json'], { folder });
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('mine/other.json does not exist') });
  });

  it('takes flags first, and a named file before a folder and a format', async () => {
    const folder = await folderWith({
      'audiobook.config.yaml': 'voice: flite:rms\nloudness: "off"\nout-dir: made\nformat: wav\nprogress: json\n',
    });
    const { code, stdout, stderr } = await inProcessCli(
      ['convert', 'books/quay.md', '--voice', 'flite:slt', '-o', 'quay.mp3', '--json'],
      { folder },
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { voice: 'flite:slt', output: path.join(folder, 'quay.mp3') },
    ]);
    const [first = ''] = stderr.split('\n');
    const message = `From ${path.join(folder, 'audiobook.config.yaml')}: loudness, progress`;
    expect(JSON.parse(first)).toMatchObject({ type: 'message', message });
    const inFolder = await inProcessCli(['convert', 'books/quay.md'], { folder });
    expect(inFolder).toMatchObject({ code: 0, stdout: `${path.join(folder, 'made/quay.wav')}\n` });
  });
});

describe('--remember', () => {
  it('speaks the next book of a series with the voice and the lexicons of the last one', async () => {
    const folder = await folderWith({
      'two.md': 'Two\n===\n\nThe quay.\n',
      'names.yaml': 'Quay: key\n',
      [`${own}.json`]: '{ "loudness": "off", "voice": "flite:rms", "remember": true }',
    });
    const convert = async (book: string, ...flags: readonly string[]): Promise<CliResult> =>
      await inProcessCli(['convert', book, '--json', ...flags], { folder });
    const none = await convert('books/quay.md');
    expect([voiceOf(none), none.stderr]).toEqual(['flite:rms', expect.stringContaining('quay.md names no series')]);
    const harbour = ['--meta', 'series=The Harbour'];
    const first = await convert('books/quay.md', '--voice', 'flite:slt', '--lexicon', 'names.yaml', ...harbour);
    expect(voiceOf(first)).toBe('flite:slt');
    const second = await convert('two.md', ...harbour);
    expect(voiceOf(second)).toBe('flite:slt');
    expect(second.stderr).toContain('From the series “The Harbour”: provider, voice, lexicon\n');
    const batch = await convert('two.md', '--out-dir', 'made', ...harbour);
    expect(voiceOf(batch)).toBe('flite:slt');
    const memory = JSON.parse(await readFile(path.join(folder, 'cache/state/series.json'), 'utf8')) as unknown;
    expect(memory).toMatchObject({
      '["","The Harbour"]': { provider: 'embedded', voice: 'flite:slt', lexicons: [path.join(folder, 'names.yaml')] },
    });
  });
});

function voiceOf({ stdout }: CliResult): unknown {
  return (JSON.parse(stdout) as { voice: unknown }).voice;
}
