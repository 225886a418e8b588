import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { parseLexicon } from '../../src/text/lexicon/parse-lexicon.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { bookForm, post, startService as startHttpService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Returns a folder with a book, and a way to convert it with a service that records what it is asked to speak. */
async function startRun() {
  const folder = await temporaryFolder();
  await writeBook(folder);
  const server = await startKokoroServer();
  return {
    folder,
    server,
    write: (name: string, text: string) => writeFile(path.join(folder, name), text),
    async convert(...options: readonly string[]) {
      const before = server.requests.length;
      const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
      const result = await inProcessCli(['convert', ...options, 'small.epub', '-o', 'out.wav'], {
        folder,
        environment,
      });
      return { ...result, sent: server.requests.slice(before).map(({ input }) => String(input)) };
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('--lexicon', () => {
  it('changes what the service is sent, not what is written', async () => {
    await using run = await startRun();
    await run.write('a.yaml', 'quay: kee\n/the (kettle)/i: that $1');
    await run.write(
      'b.pls',
      '<lexicon xml:lang="en"><lexeme><grapheme>miller</grapheme><alias>mill man</alias></lexeme></lexicon>',
    );
    const { code, sent } = await run.convert('--lexicon', 'a.yaml', '--lexicon', 'b.pls', '--subtitles', 'srt');
    expect(code).toBe(0);
    const all = sent.join(' ');
    expect(all).toContain('that kettle sang before');
    expect(all).toContain('and the mill man slept.');
    expect(all).toContain('along the kee, one by one');
    const subtitles = await readFile(path.join(run.folder, 'out.srt'), 'utf8');
    for (const written of ['The kettle sang', 'the miller slept', 'the quay, one'])
      expect(subtitles).toContain(written);
    expect(await readFile(path.join(run.folder, 'out.wav.report.json'), 'utf8')).not.toContain('mill man');
  });

  it('speaks only the segments again that a changed entry touches', async () => {
    await using run = await startRun();
    const whole = await run.convert();
    expect(whole.sent.length).toBeGreaterThan(3);
    await run.write('a.yaml', 'quay: kee\nunicorn: oony');
    const { sent } = await run.convert('--lexicon', 'a.yaml');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('along the kee');
    await run.write('a.yaml', 'quay: key');
    expect((await run.convert('--lexicon', 'a.yaml')).sent).toEqual([sent[0]?.replace('kee', 'key')]);
    expect((await run.convert()).sent).toEqual([]);
  });

  it('warns once, before speaking, of a pronunciation that the voice cannot read', async () => {
    await using run = await startRun();
    await run.write('a.yaml', 'quay: /kiː/\nmiller: { ipa: /ˈmɪlə/, say: miller }\nriver: /ˈrɪvə/');
    const { code, stderr, sent } = await run.convert('--lexicon', 'a.yaml');
    expect(code).toBe(0);
    expect(stderr.match(/^Warning: The lexicon .*$/gmu)).toEqual([
      expect.stringMatching(
        /only a pronunciation in IPA for “(?:river|quay)”.* the voice 'af_heart' cannot read.*Add a spoken form/u,
      ),
    ]);
    expect(sent.join(' ')).toContain('along the quay');
  });

  it.each([
    ['a lexicon that is missing', 3, 'nowhere.yaml', '', /lexicon .*nowhere\.yaml does not exist/u],
    ['a folder', 2, '.', '', /cannot be read: EISDIR/u],
    [
      'a bad entry',
      2,
      'a.yaml',
      'Ada: x\n/(/: y',
      /Invalid lexicon entry \(a\.yaml, line 2\) '\/\(\/'\. Expected a pattern/u,
    ],
    [
      'bytes that are not text',
      2,
      'a.yaml',
      Buffer.from([0xff, 0xfe, 0x00]),
      /a\.yaml cannot be read: it is not UTF-8 text/u,
    ],
    ['a file without an end', 2, '/dev/zero', '', /too large\. The limit is 1 MB/u],
  ])('refuses %s before the first request', async (_name, exit, file, content, says) => {
    await using run = await startRun();
    if (content !== '') await writeFile(path.join(run.folder, file), content);
    const { code, stderr, sent } = await run.convert('--lexicon', file);
    expect([code, sent]).toEqual([exit, []]);
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('the field lexicon of the service', () => {
  it('is the text of the lexicon, never a file of the server', async () => {
    await using server = await startKokoroServer();
    await using service = await startHttpService({ settings: { KOKORO_API_URL: `${server.url}/v1` } });
    const padding = '# a comment\n'.repeat(1000);
    const done = await post(`${service.url}/synthesize`, await bookForm({ lexicon: `${padding}quay: kee` }));
    expect(done.status).toBe(200);
    expect(server.requests.map(({ input }) => String(input)).join(' ')).toContain('along the kee');
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a.yaml');
    await writeFile(file, 'quay: kee');
    const refused = await post(`${service.url}/synthesize`, await bookForm({ lexicon: file }));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { detail: expect.stringMatching(/Invalid lexicon entry \(lexicon, line 1\).*Expected lines of the form/u) },
    ]);
    const long = await post(`${service.url}/synthesize`, await bookForm({ lexicon: '#'.repeat(100_001) }));
    expect(long.status).toBe(400);
  });
});

describe('audiobook names', () => {
  it('prints a lexicon to fill in, which is a lexicon as it is', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, {
      ...smallBook,
      documents: [
        {
          path: 'one.xhtml',
          title: 'One',
          body: '<h1>One</h1><p>At noon Zaphod met Ada. Then Zaphod slept, and 7of9 said: “naïve”.</p>',
        },
      ],
    });
    const { code, stdout } = await inProcessCli(['names', 'small.epub'], { folder });
    expect(code).toBe(0);
    const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual([
      'Zaphod:                  # 2: At noon Zaphod met Ada.',
      '"7of9":                  # 1: Then Zaphod slept, and 7of9 said: “naïve”.',
      'Ada:                     # 1: At noon Zaphod met Ada.',
      'naïve:                   # 1: Then Zaphod slept, and 7of9 said: “naïve”.',
    ]);
    expect(await parseLexicon(stdout, 'names.yaml')).toEqual([]);
    const filled = stdout.replace('Zaphod:  ', 'Zaphod: ZAY-fod').replace('"7of9":  ', '"7of9": seven of nine');
    expect((await parseLexicon(filled, 'names.yaml')).map(({ written, say }) => [written, say])).toEqual([
      ['Zaphod', 'ZAY-fod'],
      ['7of9', 'seven of nine'],
    ]);
  });

  it('prints JSON, limits the list and writes a file that it does not replace', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, {
      ...smallBook,
      documents: [
        { path: 'one.xhtml', title: 'One', body: '<h1>One</h1><p>Here Zaphod met Ada, and Zaphod slept.</p>' },
      ],
    });
    const json = await inProcessCli(['names', 'small.epub', '--json', '--limit', '1'], { folder });
    expect(JSON.parse(json.stdout)).toMatchObject({
      language: 'en',
      names: [{ written: 'Zaphod', count: 2, kind: 'name' }],
    });
    expect((await inProcessCli(['names', 'small.epub', '-o', 'names.yaml'], { folder })).code).toBe(0);
    await writeFile(path.join(folder, 'names.yaml'), 'Zaphod: ZAY-fod');
    const again = await inProcessCli(['names', 'small.epub', '-o', 'names.yaml'], { folder });
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect((await inProcessCli(['names', 'small.epub', '--limit', '0'], { folder })).code).toBe(2);
  });
});
