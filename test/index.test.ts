import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import type { ConvertBookOptions } from '../src/index.ts';
import { startKokoroServer } from './helpers/servers/kokoro-server.ts';
import { writeBook } from './helpers/small-book.ts';
import { temporaryFolder } from './helpers/temporary-folder.ts';
import { testEnvironment } from './helpers/test-environment.ts';

describe('the library', () => {
  it('exports exactly these names', () => {
    expect(Object.keys(library).toSorted()).toEqual([
      'AudiobookError',
      'TaskRegistry',
      'allSettings',
      'audioDuration',
      'audiobook',
      'breakTextIntoSentences',
      'breakTooLongSentences',
      'builtinTasks',
      'chapterMetadata',
      'cleanText',
      'combineSmallSentences',
      'combineWavs',
      'containsCjk',
      'convert',
      'convertBook',
      'createModel',
      'createProvider',
      'findProvider',
      'getBuiltinPrompt',
      'getPrompt',
      'groupByDuration',
      'listBuiltinPrompts',
      'loadPromptFile',
      'loadSettings',
      'locateFfmpeg',
      'outline',
      'prepareTools',
      'providers',
      'readBook',
      'settingsFrom',
      'synthesizeToWav',
      'translate',
      'validatePrompt',
      'wavToMp3',
      'writeScripts',
    ]);
  });

  it('declares every type that its functions take or return', async () => {
    const declarations = await readFile(new URL('../dist/index.d.ts', import.meta.url), 'utf8');
    const declared = [...declarations.matchAll(/^(?:interface|type) (\w+)/gmu)].map(([, name]) => name);
    const exported = /^export \{(.*)\}/mu.exec(declarations)?.[1]?.split(/,\s*/u) ?? [];
    const names = new Set(exported.map((name) => name.replace('type ', '').trim()));
    // Helpers of `OptionValues`.
    expect(declared.filter((name = '') => !names.has(name))).toEqual(['RequiredName', 'OptionValue']);
  });
});

describe('convertBook', () => {
  it('converts a book in one call, with the settings it is given', async () => {
    await using kokoro = await startKokoroServer();
    const folder = await temporaryFolder();
    const book = await writeBook(folder);
    const warnings: string[] = [];
    const report = await library.convertBook(book, {
      output: path.join(folder, 'book.m4b'),
      chapters: [2],
      voice: 'bf_emma',
      environment: { TTS_PROVIDER: 'kokoro', KOKORO_API_URL: `${kokoro.url}/v1` },
      cacheFolder: path.join(folder, 'cache'),
      onProgress: (event) => event.type === 'warning' && warnings.push(event.message),
    });
    expect(report).toMatchObject({
      complete: true,
      provider: 'kokoro',
      voice: 'bf_emma',
      chapters: [{ number: 2, track: 1, title: 'Noon' }],
      files: [{ path: path.join(folder, 'book.m4b'), kind: 'audio' }],
    });
    expect(warnings).toEqual([]);
    expect((await stat(path.join(folder, 'book.m4b'))).size).toBe(report.files[0]?.bytes);
  });

  it('reads files with settings only from a folder that it is given', async () => {
    const folder = await temporaryFolder();
    const book = await writeBook(folder);
    for (const [name, text] of [
      ['.env', 'TTS_PROVIDER=unknown'],
      ['.keys', 'UNKNOWN=1'],
      ['keys.mjs', "throw new Error('executed')"],
    ] as const) {
      await writeFile(path.join(folder, name), text);
    }
    const options = {
      output: path.join(folder, 'book.mp3'),
      maxChapters: 1,
      environment: testEnvironment,
      cacheFolder: path.join(folder, 'cache'),
    };
    const dist = new URL('../dist/index.js', import.meta.url).href;
    const script = `const { convertBook } = await import(${JSON.stringify(dist)});
      console.log((await convertBook('small.epub', ${JSON.stringify(options)})).provider);`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(await run).toMatchObject({ stdout: 'embedded\n', stderr: '' });
    await expect(library.convertBook(book, { ...options, settingsFolder: folder })).rejects.toThrow('keys.mjs');
    await rm(path.join(folder, 'keys.mjs'));
    await expect(library.convertBook(book, { ...options, settingsFolder: folder })).rejects.toThrow(
      "Unsupported speech provider 'unknown'",
    );
  });

  it.each([
    [{ chapters: '2' }, /^Invalid chapter list '2'\. Expected \[2\]\.$/u],
    [{ subtitles: 'srt' }, /^Invalid subtitles? .*'srt'\. Expected \["srt"\]/u],
    [{ format: 'mp5' }, /^Invalid format 'mp5'\. Expected /u],
    [{ chapters: { first: 2 } }, /./u],
  ])('throws an error of its own for %j, which TypeScript would not allow', async (options, message) => {
    const folder = await temporaryFolder();
    const book = await writeBook(folder);
    const output = path.join(folder, 'book.mp3');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as a caller in JavaScript
    const given = { output, cacheFolder: folder, environment: testEnvironment, ...options } as ConvertBookOptions;
    const thrown = await library.convertBook(book, given).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(library.AudiobookError);
    expect(thrown).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('throws before it calls anything when the output cannot be written', async () => {
    const folder = await temporaryFolder();
    const book = await writeBook(folder);
    const output = path.join(folder, 'missing', 'deep', 'book.mp3');
    await expect(library.convertBook(book, { output, environment: {} })).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });
});
