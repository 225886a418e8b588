import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/cli/tables/command-rows.ts';
import type { CommandRow } from '../../src/cli/tables/command-rows.ts';
import { examples } from '../../src/cli/tables/examples.ts';
import { includedModels } from '../../src/voice-models/included-models.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { folderSettingsFor } from '../helpers/open-test-storage.ts';
import { runMany } from '../helpers/run-many.ts';
import { isRedisMissing, startRedis } from '../helpers/servers/redis-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';

const table = await commandTable();

/** Names of the commands that can be run: `voices`, `voices install`. */
function runnable({ name, commands }: CommandRow, before = ''): readonly string[] {
  const own = `${before}${name}`;
  const isGroup = ['prompts', 'queue', 'token'].includes(own);
  return [...(isGroup ? [] : [own]), ...commands.flatMap((command) => runnable(command, `${own} `))];
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Codes of the runs that may end otherwise than with 0. Nothing is at the mirror of models; the tiny recognizer hears tones alone. */
const codes: Readonly<Record<string, readonly number[]>> = {
  'check book.mp3': [0, 9],
  'verify book.epub book.mp3': [9],
  // That audio was made without the times of sentences.
  'read-along book.epub book.m4b': [2],
  'voices install kokoro': [3],
  'recognizers install en': [3],
  'queue retry JOB --queue redis://localhost:6379': [2],
  // Nobody fetches it.
  'share book.m4b': [130],
};

const exampleRedis = 'redis://localhost:6379';

/** What a run prints when it is to be stopped, by command. */
const stops: Readonly<Record<string, string>> = { serve: 'http://', share: 'http://', worker: '"working"' };

describe('the examples of the help', () => {
  it('are there for every command', () => {
    expect(Object.keys(examples).toSorted()).toEqual(table.flatMap((command) => runnable(command)).toSorted());
  });

  it('all run', async () => {
    const folder = await temporaryFolder();
    await using ollama = await startOllamaServer({ reply: (chat) => directionReply(chat) ?? givenText(chat) });
    await writeBook(folder, { ...smallBook, cover: { bytes: tinyPng } }, 'book.epub');
    await mkdir(path.join(folder, 'inbox'));
    await writeFile(path.join(folder, 'inbox', 'letter.txt'), 'A letter.\n\nIt is short.\n');
    await writeFile(path.join(folder, 'prompt.md'), 'Tell the text in your own words.\n');
    const data = path.join(folder, 'data');
    await installTinyRecognizer(data, { id: 'parakeet-110m' });
    // All voices of the model that comes along, which takes long to speak, have the names of these.
    const { languages, speakers } = (await includedModels(data))[0]?.model ?? {};
    await installTinyVoice(data, { kind: 'kokoro', languages, speakers });
    const environment = {
      AUDIOBOOK_DATA_DIR: data,
      AUDIOBOOK_MODEL_MIRROR: path.join(folder, 'no-mirror'),
      OLLAMA_API_URL: ollama.url,
      TTS_PROVIDER: 'embedded',
      OPENAI_API_KEY: 'not-used',
      AUDIOBOOK_STORAGE: pathToFileURL(path.join(folder, 'shared')).href,
      ...folderSettingsFor(folder),
    };
    const redis = isRedisMissing ? undefined : await startRedis();
    const all = Object.values(examples).flatMap((own) => own.map(({ run }) => run));
    const lines = redis ? all : all.filter((line) => !line.includes(exampleRedis));
    const runs = lines.map((line) => ({
      argv: wordsOf(line.replace(exampleRedis, redis?.url ?? '')),
      stopAt: stops[line.split(' ')[0] ?? ''],
    }));
    const results = await runMany(runs, { folder, environment });
    const failed = lines.flatMap((line, index) => {
      const { code, stderr } = results[index] ?? {};
      return (codes[line] ?? [0]).includes(code ?? -1) ? [] : [{ line, code, stderr }];
    });
    expect(failed).toEqual([]);
  });

  it('are at the end of the help of each command', async () => {
    const folder = await temporaryFolder();
    const [outer, inner] = await runMany([{ argv: ['cache', '--help'] }, { argv: ['cache', 'prune', '--help'] }], {
      folder,
    });
    expect(outer?.stdout).toContain('\nExamples:\n  $ audiobook cache\n      size of the segment store, by voice\n');
    expect(inner?.stdout).toContain('  $ audiobook cache prune --older-than 30d');
  });
});
