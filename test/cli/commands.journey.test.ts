import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outline } from '../../src/pipeline/read/outline.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { decodeWav } from '../../src/core/wav.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startEdgeServer } from '../helpers/servers/edge-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('help and version', () => {
  it('shows every command when nothing is asked, and exits 0', async () => {
    const { code, stdout } = await inProcessCli([], { folder: await temporaryFolder() });
    expect(code).toBe(0);
    for (const name of ['convert', 'audiobook', 'chapters', 'text', 'voices', 'providers', 'doctor', 'check']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'mu'));
    }
  });

  it('distinguishes a command that does not exist from one that does', async () => {
    const { code, stderr } = await inProcessCli(['convrt'], { folder: await temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/convrt[\s\S]*convert/u)]);
  });
});

describe('audiobook chapters', () => {
  it('lists numbers, titles, words, lengths and what is left out', async () => {
    const folder = await temporaryFolder();
    const cover = {
      path: 'copyright.xhtml',
      title: 'Copyright',
      body: '<p>Copyright 2026 by the author. All rights reserved.</p>',
    };
    await writeBook(folder, { ...smallBook, documents: [cover, ...smallBook.documents] });
    const text = await inProcessCli(['chapters', 'small.epub'], { folder });
    expect(text.stdout).toMatch(/^The Small Book by Ada Example \(en\): \d+ words/u);
    expect(text.stdout).toMatch(/^2 +Noon +\d+ +\d+ s$/mu);
    expect(text.stdout).toMatch(/^OEBPS\/copyright\.xhtml +copyright +\d+/mu);
    const json = await inProcessCli(['chapters', 'small.epub', '--json'], { folder });
    const outline = JSON.parse(json.stdout) as Outline;
    expect(outline.chapters.map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 Morning',
      '2 Noon',
      '3 Night',
    ]);
  });
});

describe('audiobook text', () => {
  it('prints the text, or writes the form that the file name asks for', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { stdout } = await inProcessCli(['text', 'small.epub'], { folder });
    expect(stdout).toMatch(/^Morning\n\nThe kettle sang before the birds did\.\n\n/u);
    expect((await inProcessCli(['text', 'small.epub', '-o', 'small.md'], { folder })).code).toBe(0);
    expect(await readFile(path.join(folder, 'small.md'), 'utf8')).toMatch(/^# The Small Book/u);
    await inProcessCli(['text', 'small.epub', '-o', 'all.json', '--exclude', 'Noon'], { folder });
    const { chapters } = JSON.parse(await readFile(path.join(folder, 'all.json'), 'utf8')) as Outline;
    expect(chapters.map(({ title }) => title)).toEqual(['Morning', 'Night']);
  });
});

describe('audiobook text --spoken', () => {
  it('prints what natural voices are given, each passage in its language', async () => {
    const folder = await temporaryFolder();
    const body = '<h1>Chapter IV</h1><p>Mr. Smith paid $5 in 1984.</p><p xml:lang="de">Am 5. Mai kam Ludwig XIV.</p>';
    await writeBook(folder, { ...smallBook, documents: [{ path: 'one.xhtml', title: 'One', body }] });
    const { stdout, stderr } = await inProcessCli(['text', 'small.epub', '--spoken'], { folder });
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'Chapter Four\n\nMister Smith paid five dollars in nineteen eighty-four.\n\nAm fünften Mai kam Ludwig der Vierzehnte.\n',
    );
    const { stdout: written } = await inProcessCli(['text', 'small.epub'], { folder });
    expect(written).toContain('Mr. Smith paid $5 in 1984.');
  });
});

describe('audiobook cover', () => {
  it('writes the cover as a JPEG, and says when there is none', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, { ...smallBook, cover: { bytes: tinyPng } }, 'with.epub');
    await writeBook(folder, smallBook, 'without.epub');
    expect(await inProcessCli(['cover', 'with.epub'], { folder })).toMatchObject({
      code: 0,
      stdout: `${path.join(folder, 'with.jpg')}\n`,
    });
    expect([...(await readFile(path.join(folder, 'with.jpg'))).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const none = await inProcessCli(['cover', 'without.epub'], { folder });
    expect(none).toMatchObject({ code: 2, stderr: 'audiobook: “The Small Book” has no cover.\n' });
  });

  it('that is too large is reported by the command, by a conversion and in its report', async () => {
    const folder = await temporaryFolder();
    const bytes = Buffer.concat([tinyPng, Buffer.alloc(30_000_000)]);
    await writeBook(folder, { ...smallBook, cover: { bytes } });
    const warning = expect.stringMatching(/The cover image '.+' was left out\. .*at most 30,000,000 bytes\./u);
    expect(await inProcessCli(['cover', 'small.epub'], { folder })).toMatchObject({ code: 2, stderr: warning });
    const flags = ['--max-chapters', '1', '--json', '--provider', 'embedded'];
    const { code, stdout, stderr } = await inProcessCli(['convert', 'small.epub', ...flags], { folder });
    expect([code, stderr, JSON.parse(stdout).warnings]).toEqual([0, warning, [warning]]);
  });
});

describe('audiobook voices and providers', () => {
  it('lists the voices of a language, with the default', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await inProcessCli(['voices', '--provider', 'embedded', '--language', 'en'], { folder });
    expect(stdout).toMatch(/^flite:slt +en\S* +female +.*\(default\)$/mu);
  });

  it.each([[], ['--sample', 'Hello.']])('prints the terms of a provider that has some: %j', async (...flags) => {
    const folder = await temporaryFolder();
    await using server = await startEdgeServer();
    const environment = { EDGE_TTS_URL: server.url };
    const args = ['voices', '--provider', 'edge', '--language', 'de', ...flags];
    const { code, stdout, stderr } = await inProcessCli(args, { folder, environment });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: The provider edge uses .* is for you to check\.\n$/u);
    expect(stdout).toContain('de-DE-KatjaNeural');
  });

  it('lets voices speak a sample', async () => {
    const folder = await temporaryFolder();
    const args = ['voices', '--provider', 'embedded', '--language', 'de', '--sample', 'Guten Tag.', '-o', 'out'];
    const { code, stdout } = await inProcessCli(args, { folder });
    expect(code).toBe(0);
    const samples = stdout.trim().split('\n');
    expect(samples).toHaveLength((await readdir(path.join(folder, 'out'))).length);
    expect(decodeWav(await readFile(samples[0] ?? '')).samples.length).toBeGreaterThan(1000);
    expect(await inProcessCli(args, { folder })).toMatchObject({ code: 0, stdout });
    await writeFile(samples[0] ?? '', 'dear to me');
    const refused = { code: 2, stdout: '', stderr: expect.stringContaining('Use --force to replace it.') };
    expect(await inProcessCli(args, { folder })).toEqual(refused);
    expect(await readFile(samples[0] ?? '', 'utf8')).toBe('dear to me');
    expect(await inProcessCli([...args, '--force'], { folder })).toMatchObject({ code: 0 });
  });

  it('lets voices introduce themselves on a page', async () => {
    const folder = await temporaryFolder();
    const args = ['voices', '--provider', 'embedded', '--language', 'de', '-o', 'out', '--sample'];
    const { code, stdout } = await inProcessCli(args, { folder });
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, path.join(folder, 'out/index.html')]);
    const page = await readFile(path.join(folder, 'out/index.html'), 'utf8');
    expect(page).toContain('<h2>German</h2>');
    expect(page).toMatch(/<p lang="de">Ich heiße [^<]+ aussteigen\.<\/p>/u);
    const files = [...page.matchAll(/ src="([^"]+)"/gu)].map(([, file = '']) => decodeURIComponent(file));
    expect(files.toSorted()).toEqual((await readdir(path.join(folder, 'out'))).filter((name) => name.endsWith('.wav')));
    await writeFile(path.join(folder, 'out/index.html'), '<p>My own page</p>');
    expect(await inProcessCli(args, { folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('index.html exists and is not an earlier sample.'),
    });
  });

  it('shows what each provider can do', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await inProcessCli(['providers', '--json'], { folder });
    const listed = JSON.parse(stdout) as { id: string; capabilities: Record<string, unknown> }[];
    const of = (id: string): unknown => listed.find((entry) => entry.id === id)?.capabilities;
    expect(of('kokoro')).toMatchObject({ languages: expect.arrayContaining(['en-US', 'fr-FR']), ssml: false });
    expect(of('polly')).toMatchObject({ languages: expect.arrayContaining(['de-DE']), ssml: true, priceUnit: 'chars' });
    expect(of('openai')).not.toHaveProperty('languages');
    expect(of('embedded')).toMatchObject({ languages: expect.arrayContaining(['de', 'en-US']) });
  });

  it('shows why a provider cannot be used, never a secret, and a setting that cannot be only where it stands', async () => {
    const folder = await temporaryFolder();
    const environment = { OPENAI_API_KEY: 'sk-hidden', OPENAI_BASE_URL: 'not an address' };
    const { code, stdout, stderr } = await inProcessCli(['providers'], { folder, environment });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^openai +hosted_a .*not available: .*OPENAI_BASE_URL/mu);
    expect(stdout).toMatch(/^embedded .* available$/mu);
    expect(stdout).toMatch(/^edge .* available, only when named$/mu);
    expect(stdout + stderr).not.toContain('sk-hidden');
  });
});

describe('audiobook convert with a provider that has terms', () => {
  it('warns of them once, on stderr and in the report', async () => {
    await using server = await startEdgeServer();
    const folder = await temporaryFolder();
    const book = await writeBook(folder, smallBook, 'tale.epub');
    const args = ['convert', book, '--provider', 'edge', '--format', 'wav', '-o', path.join(folder, 'tale.wav')];
    const { code, stderr } = await inProcessCli(args, { folder, environment: { EDGE_TTS_URL: server.url } });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr.match(/does not offer them to other programs/gu)).toHaveLength(1);
    const report = (await readdir(folder)).find((file) => file.endsWith('.json'));
    expect(await readFile(path.join(folder, report ?? ''), 'utf8')).toContain('does not offer them to other programs');
  });
});

describe('audiobook doctor', () => {
  it('exits 0 only when the default job can run', async () => {
    const folder = await temporaryFolder();
    const well = await inProcessCli(['doctor'], { folder });
    expect(well).toMatchObject({ code: 0, stdout: expect.stringMatching(/^good +speech +embedded speaks/mu) });
    expect(well.stdout).toMatch(/^good +natural voices +kokoro-v1_0-int8 \(included\)$/mu);
    await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
    const natural = await inProcessCli(['doctor'], { folder, environment: { EMBEDDED_VOICE: 'best' } });
    expect(natural.stdout).toMatch(/^good +speech +embedded speaks with kokoro:af_heart/mu);
    expect(natural.stdout).toMatch(/^good +natural voices +kokoro-v1_0-int8 \(included\), kokoro-v1_0$/mu);
    const environment = { FFMPEG_PATH: '/nowhere/ffmpeg' };
    const ill = await inProcessCli(['doctor', '--json'], { folder, environment });
    expect([ill.code, JSON.parse(ill.stdout)]).toEqual([4, expect.objectContaining({ ready: false })]);
  });
});

describe('audiobook check', () => {
  it('passes files made for ACX and fails others', async () => {
    const folder = await temporaryFolder();
    const paragraph =
      'The lamps along the quay were lit one by one, and the boats came home before the tide had turned.';
    const body = `<h1>One</h1>${`<p>${paragraph}</p>`.repeat(2)}`;
    await writeBook(folder, { ...smallBook, documents: [{ path: 'one.xhtml', title: 'One', body }] });
    const made = await inProcessCli(['convert', 'small.epub', '--acx', '-o', 'acx'], { folder });
    expect(made.code).toBe(0);
    const [file = ''] = made.stdout.split('\n');
    expect(await inProcessCli(['check', file], { folder })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: passes$/mu),
    });
    await inProcessCli(['convert', 'small.epub', '-q', '-o', 'small.m4b', '--meta', 'year=1999', 'author=A; B'], {
      folder,
    });
    const failed = await inProcessCli(['check', 'small.m4b', '--json'], { folder });
    expect(failed.code).toBe(9);
    expect((JSON.parse(failed.stdout) as { problems: string[] }).problems.length).toBeGreaterThan(0);
  });
});

describe('on a terminal', () => {
  it('draws a bar with the chapter while it speaks, and warns above it', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, '.keys'), 'NOBODY_KNOWS=1');
    await writeBook(folder);
    const { code, stderr } = await inProcessCli(['convert', 'small.epub'], { folder, terminal: 100 });
    expect(code).toBe(0);
    expect(stderr).toContain("Warning: Unknown name 'NOBODY_KNOWS'");
    expect(stderr).toMatch(/100 % \| .* spoken \| 3\/3 Night/u);
  });

  it('writes plain lines where the terminal has no width', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { code, stderr } = await inProcessCli(['convert', 'small.epub', '--chapters', '3'], { folder, terminal: 0 });
    expect([code, stderr]).toEqual([0, expect.stringContaining('\n3. Night (1/1)\n')]);
  });

  it('says that running again goes on when it is stopped', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const signal = AbortSignal.abort();
    const { code, stderr } = await inProcessCli(['convert', 'small.epub'], { folder, terminal: 100, signal });
    expect([code, stderr]).toEqual([130, expect.stringContaining('Run the same command again')]);
  });
});

describe('a language model for a run that asks none', () => {
  it.each([
    [['--model', 'gemma3:12b'], '--model has no effect'],
    [['--llm-base-url', 'localhost:1'], '--llm-base-url has no effect'],
  ])('%s is named in a warning', async (flags, says) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { stderr } = await inProcessCli(['convert', 'small.epub', '--chapters', '99', ...flags], { folder });
    expect(stderr).toContain(says);
  });

  it('is none where the book is translated or has a cast, or where only a setting names the model', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    for (const flags of [['--model', 'a', '--translate', 'fr'], ['--model', 'a', '--cast', 'auto'], []]) {
      const args = ['convert', 'small.epub', '--chapters', '99', ...flags];
      const { stderr } = await inProcessCli(args, { folder, environment: { OLLAMA_MODEL: 'a' } });
      expect(stderr).not.toContain('has no effect');
    }
  });
});

describe('bad values', () => {
  it.each([
    [['--wait-for-provider', 'soon'], "Invalid waiting time 'soon'. Expected a duration such as 90s, 5m or 1h."],
    [
      ['--chapters', '3-1'],
      "Invalid chapter list '3-1'. Expected numbers, ranges or titles, for example 1,3-5,Prologue.",
    ],
    [['--chapters', '9'], "Invalid chapter '9'. Expected a number from 1 to 3."],
    [['--meta', 'year'], "Invalid tag 'year'. Expected key=value, for example year=1813."],
    [['--meta', 'Year=MDCCC'], "Invalid tag 'Year=MDCCC'. Expected a date with a year of four digits"],
    [['--cover', 'none.jpg'], 'none.jpg'],
    [['--concurrency', '0'], "Invalid concurrency '0'. Expected a whole number of at least 1."],
  ])('%s is refused with the reason', async (flags, says) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { code, stderr } = await inProcessCli(['convert', 'small.epub', '-q', ...flags], { folder });
    expect([2, 3]).toContain(code);
    expect(stderr).toContain(says);
  });
});
