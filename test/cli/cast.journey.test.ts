import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { bookForm, post, startService } from '../helpers/start-service.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { directionReply, neutralValue } from '../helpers/directing-model.ts';
import type { DirectionValue } from '../helpers/directing-model.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';

/** Each line of dialogue, and who says it. */
const lines: readonly (readonly [string, string])[] = [
  ['“The ferry is late again,”', 'Clara'],
  ['“It was late on Monday, too.”', 'Clara'],
  ['“You count the days, Miss Hale?”', 'Mr. Boon'],
  ['“I count the hours.”', 'Clara'],
  ['“Then count them aloud, my dear,”', 'Mrs. Boon'],
  ['“so that we may all be bored together.”', 'Mrs. Boon'],
  ['“Stop!”', 'Mr. Boon'],
  ['“There she comes.”', 'Clara'],
  ['“Wherever did she get that flag?', 'Mrs. Boon'],
  ['“And who is that at the rail?”', 'Mrs. Boon'],
];

const harbour: EpubOptions = {
  title: 'The Late Ferry',
  language: 'en',
  documents: [
    {
      path: 'one.xhtml',
      title: 'The Quay',
      body: [
        '<h1>The Quay</h1>',
        '<p>Mr. Boon and his wife met Miss Clara Hale, the so-called “queen” of the quay. Clara kept her watch in her glove, and Clara had read “The Tides of March” twice.</p>',
        '<p>“The ferry is late again,” said Clara. She shut her watch. “It was late on Monday, too.”</p>',
        '<p>“You count the days, Miss Hale?” asked Mr. Boon, who kept his hands in his pockets.</p>',
        '<p>“I count the hours.”</p>',
        '<p>“Then count them aloud, my dear,” said Mrs. Boon, and Mrs. Boon opened her fan, “so that we may all be bored together.”</p>',
        '<p>Mr. Boon shouted “Stop!” to a porter, and Mr. Boon lost his hat.</p>',
        '<p>“There she comes.” Clara pointed.</p>',
        '<p>“Wherever did she get that flag?</p>',
        '<p>“And who is that at the rail?” cried Mrs. Boon.</p>',
      ].join(''),
    },
  ],
};

/** Decides as a model would, from the list above. */
const fromList: DirectionValue = (field, words, values) => {
  if (field !== 'who') return neutralValue(field, words, values);
  return lines.find(([line]) => words.startsWith(line))?.[1] ?? 'unknown';
};

function answer(chat: OllamaChat): string {
  return directionReply(chat, fromList) ?? '';
}

async function startRun(reply: (chat: OllamaChat, call: number) => string = answer) {
  const folder = await temporaryFolder();
  await writeBook(folder, harbour, 'ferry.epub');
  const [speech, ollama] = [await startKokoroServer(), await startOllamaServer({ reply })];
  const environment = { KOKORO_API_URL: `${speech.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off', OLLAMA_API_URL: ollama.url };
  const castFile = path.join(folder, 'ferry.cast.yaml');
  return {
    folder,
    ollama,
    castFile,
    /** Returns the voices that spoke a text. */
    voicesOf: (text: string) =>
      speech.requests.filter(({ input }) => String(input) === text).map(({ voice }) => String(voice)),
    report: async () =>
      JSON.parse(await readFile(path.join(folder, 'out.wav.report.json'), 'utf8')) as ConversionReport,
    readCast: async () => await readFile(castFile, 'utf8'),
    run: async (...args: readonly string[]) => await inProcessCli(args, { folder, environment }),
    /** Converts and returns what was spoken, with the voice of each text. */
    async convert(...args: readonly string[]) {
      const before = speech.requests.length;
      const result = await inProcessCli(['convert', 'ferry.epub', '-o', 'out.wav', ...args], { folder, environment });
      const spoken = speech.requests
        .slice(before)
        .map(({ input, voice }) => ({ text: String(input), voice: String(voice) }));
      const report = async () =>
        JSON.parse(await readFile(path.join(folder, 'out.wav.report.json'), 'utf8')) as ConversionReport;
      return { ...result, spoken, report };
    },
    async [Symbol.asyncDispose]() {
      await speech[Symbol.asyncDispose]();
      await ollama[Symbol.asyncDispose]();
    },
  };
}

function voicesOf(report: ConversionReport): Record<string, string> {
  return Object.fromEntries((report.cast?.characters ?? []).map(({ name, voice }) => [name, voice]));
}

describe('--cast', () => {
  it('gives every line of dialogue the voice of the person whom the model names, and no word twice', async () => {
    await using run = await startRun();
    const { code, stderr, spoken, report } = await run.convert('--cast', 'auto', '--model', 'tiny');
    expect([code, stderr]).toEqual([0, expect.stringContaining('who says 9 quotations')]);
    const made = await report();
    const voices = voicesOf(made);
    expect(Object.keys(voices).toSorted()).toEqual(['Clara', 'Mr. Boon', 'Mrs. Boon']);
    expect(new Set([...Object.values(voices), made.voice]).size).toBe(4);
    for (const [line, name] of lines) {
      expect(spoken.filter(({ text }) => text === line)).toEqual([{ text: line, voice: voices[name] }]);
    }
    const narrated = spoken.filter(({ text }) => !lines.some(([line]) => line === text));
    expect(new Set(narrated.map(({ voice }) => voice))).toEqual(new Set([made.voice]));
    expect(narrated.map(({ text }) => text).join(' ')).toContain('the so-called “queen” of the quay');
    const words = spoken.flatMap(({ text }) => text.split(/\s+/u));
    expect(words).toHaveLength(made.words);
    expect(made.cast).toMatchObject({ model: 'ollama/tiny', lines: 9 });
    expect(made.cast?.usage).toMatchObject({ requests: run.ollama.chats.length, promptTokens: expect.any(Number) });
    expect(made.cast?.characters.map(({ name, lines: count, gender }) => [name, count, gender])).toEqual([
      ['Clara', 4, 'female'],
      ['Mrs. Boon', 3, 'female'],
      ['Mr. Boon', 2, 'male'],
    ]);
  });

  it('keeps edits of the cast file, asks the model once, and speaks only changed lines anew', async () => {
    await using run = await startRun();
    await run.convert('--cast', 'auto', '--model', 'tiny');
    const asked = run.ollama.chats.length;
    const written = await run.readCast();
    const edited = written
      .replace(/name: Clara\n/u, 'name: Clara # the heroine\n')
      .replace(/(name: Mr\. Boon[^]*?voice: )\{[^}]*\}/u, '$1bm_george');
    await writeFile(run.castFile, edited);
    const { spoken } = await run.convert('--cast', 'auto', '--model', 'tiny');
    expect(spoken.toSorted((a, b) => (a.text < b.text ? 1 : -1))).toEqual(
      ['“You count the days, Miss Hale?”', '“Stop!”'].map((text) => ({ text, voice: 'bm_george' })),
    );
    expect(run.ollama.chats).toHaveLength(asked);
    expect((await run.report()).cast?.usage).toMatchObject({ requests: 0 });
    expect(await run.readCast()).toBe(edited);
    expect((await run.convert('--cast', 'auto', '--model', 'tiny')).spoken).toEqual([]);
  });

  it('finds the speakers by rules when there is no model, and leaves doubtful lines to the narrator', async () => {
    await using run = await startRun();
    const { code, stderr, spoken, report } = await run.convert('--cast', 'auto');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Cast by rules: 3 people, 89 % of the quotations; the rest by the narrator'),
    ]);
    const made = await report();
    const voices = voicesOf(made);
    expect(new Set([...Object.values(voices), made.voice]).size).toBe(4);
    const unknown = '“I count the hours.”';
    for (const [line, name] of lines) {
      const voice = line === unknown ? made.voice : voices[name];
      expect(spoken.filter(({ text }) => text.includes(line)).map((each) => each.voice)).toEqual([voice]);
    }
    const found = made.cast?.characters.map(({ name, gender }) => [name, gender]);
    expect(found?.toSorted()).toEqual([
      ['Clara', 'female'],
      ['Mr. Boon', 'male'],
      ['Mrs. Boon', 'female'],
    ]);
    expect(made.cast?.quotations).toBeUndefined();
    expect(run.ollama.chats).toEqual([]);
  });

  it('gives unknown speakers the voice for quotations of the cast file', async () => {
    await using run = await startRun();
    await writeFile(run.castFile, 'quotations:\n  voice: bm_lewis\n');
    const { spoken } = await run.convert('--cast', 'auto');
    expect(spoken.find(({ text }) => text === '“I count the hours.”')?.voice).toBe('bm_lewis');
  });

  it('directs an audiobook as well, whose script is the text with who speaks', async () => {
    await using run = await startRun();
    const args = [
      'audiobook',
      'ferry.epub',
      '-o',
      'out.wav',
      '--cast',
      'auto',
      '--model',
      'tiny',
      '--subtitles',
      'srt',
    ];
    const { code, stderr } = await run.run(...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('ferry.cast.yaml')]);
    const made = await run.report();
    expect(made.narration?.chapters[0]?.origin).toBe('directed');
    expect(made.direction).toMatchObject({ model: 'ollama/tiny', operations: { who: 10 }, changes: [] });
    for (const [line, name] of lines) expect(run.voicesOf(line)).toEqual([voicesOf(made)[name]]);
    const script = await readFile(made.narration?.chapters[0]?.scriptFile ?? '', 'utf8');
    expect(script).toContain('“I count the hours.”\n~ “I count the hours.” Clara\n');
    // What was answered is known to any later run of this machine.
    const asked = run.ollama.chats.length;
    expect((await run.convert('--cast', 'auto', '--model', 'tiny')).code).toBe(0);
    expect(run.ollama.chats).toHaveLength(asked);
  });

  it('gives an audiobook one voice when it is off', async () => {
    await using run = await startRun();
    const { code } = await run.run('audiobook', 'ferry.epub', '-o', 'out.wav', '--cast', 'off');
    expect(code).toBe(0);
    const made = await run.report();
    expect(made.cast).toBeUndefined();
    expect(run.voicesOf('“There she comes.” Clara pointed.')).toEqual([made.voice]);
  });

  it('takes a voice of another provider', async () => {
    await using run = await startRun();
    await writeFile(run.castFile, 'characters:\n  - name: Mrs. Boon\n    voice: embedded:flite:slt\n');
    const { code, spoken, report } = await run.convert('--cast', 'auto', '--model', 'tiny');
    expect(code).toBe(0);
    expect(voicesOf(await report())['Mrs. Boon']).toBe('embedded:flite:slt');
    const others = lines.filter(([, name]) => name !== 'Mrs. Boon').map(([line]) => line);
    expect(
      spoken
        .map(({ text }) => text)
        .filter((text) => text.startsWith('“'))
        .toSorted(),
    ).toEqual(others.toSorted());
  });

  it('says what is wrong with a cast file before anything is read', async () => {
    await using run = await startRun();
    await writeFile(run.castFile, 'characters:\n  - name: Clara\n    gender: robot\n');
    const { code, stderr } = await run.convert('--cast', 'auto');
    expect(code).toBe(2);
    expect(stderr).toMatch(/ferry\.cast\.yaml cannot be read: characters\.0\.gender: .*"female"\|"male"/u);
    await writeFile(run.castFile, 'characters: [');
    expect((await run.convert('--cast', 'auto')).stderr).toMatch(/ferry\.cast\.yaml cannot be read: .*line 1/u);
    expect((await run.convert('--cast', 'missing/cast.yaml')).stderr).toMatch(
      /missing\/cast\.yaml cannot be read \(ENOENT\)/u,
    );
  });
});

describe('audiobook cast', () => {
  it.each([
    ['a plain voice beside natural ones', 'best', /^kokoro:[ab]f_/u, /^kokoro:[ab]m_/u],
    ['a natural voice beside a plain narrator', 'plain', /^flite:slt$/u, /^flite:rms$/u],
  ])('gives nobody %s', async (_, voice, woman, man) => {
    const folder = await temporaryFolder();
    await writeBook(folder, harbour, 'ferry.epub');
    await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
    const environment = { AUDIOBOOK_DATA_DIR: path.join(folder, 'data'), EMBEDDED_VOICE: voice };
    const args = ['cast', 'ferry.epub', '--provider', 'embedded', '--json'];
    const { code, stdout } = await inProcessCli(args, { folder, environment });
    expect(code).toBe(0);
    const { characters } = JSON.parse(stdout) as NonNullable<ConversionReport['cast']>;
    expect(Object.fromEntries(characters.map(({ name, voice: own }) => [name, own]))).toEqual({
      Clara: expect.stringMatching(woman),
      'Mr. Boon': expect.stringMatching(man),
      'Mrs. Boon': expect.stringMatching(woman),
    });
  });

  it('writes the cast of a book and completes that of a series', async () => {
    await using run = await startRun();
    const series =
      'narrator:\n  voice: bf_emma\ncharacters:\n  # from the first book\n  - name: Old Tom\n    lines: 7\n    voice: bm_george\n';
    await writeFile(path.join(run.folder, 'series.yaml'), series);
    const { code, stdout } = await run.run('cast', 'ferry.epub', '-o', 'series.yaml', '--model', 'tiny');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^NAME[^]*Clara +female +4 +\w+ +\w+_\w+[^]*series\.yaml\n$/u);
    const completed = await readFile(path.join(run.folder, 'series.yaml'), 'utf8');
    expect(completed.startsWith(series)).toBe(true);
    expect(completed.slice(series.length)).toContain('- name: Mrs. Boon');
    const { code: converted, stderr, spoken, report } = await run.convert('--cast', 'series.yaml', '--model', 'tiny');
    expect([converted, stderr]).toEqual([0, expect.any(String)]);
    expect((await report()).voice).toBe('bf_emma');
    expect(spoken.find(({ text }) => text === '“I count the hours.”')?.voice).toBe(voicesOf(await report())['Clara']);
    expect(await readFile(path.join(run.folder, 'series.yaml'), 'utf8')).toBe(completed);
  });
});

describe('the field cast', () => {
  it('takes auto or the text of a cast, and never the path of a file of the service', async () => {
    await using speech = await startKokoroServer();
    await using service = await startService({ settings: { KOKORO_API_URL: `${speech.url}/v1` } });
    const book = await buildEpub(harbour);
    const send = async (cast: string) =>
      await post(`${service.url}/synthesize`, await bookForm({ cast, tts_provider: 'kokoro' }, book));
    const written = 'quotations:\n  voice: bm_george\n';
    expect((await send(written)).status).toBe(200);
    const spoken = speech.requests.map(({ input, voice }) => ({ text: String(input), voice: String(voice) }));
    const voiceOf = (line: string) => spoken.filter(({ text }) => text === line).map(({ voice }) => voice);
    expect(voiceOf('“I count the hours.”')).toEqual(['bm_george']);
    expect(voiceOf('“The ferry is late again,”')).not.toEqual(['bm_george']);
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a.cast.yaml');
    await writeFile(file, written);
    const refused = await send(file);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('The cast in the request cannot be read') },
    ]);
  });
});
