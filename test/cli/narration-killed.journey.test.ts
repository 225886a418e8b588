import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { directionReply } from '../helpers/directing-model.ts';
import type { DirectionValue } from '../helpers/directing-model.ts';
import { talk } from '../helpers/narration-book.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const rightSpeaker: DirectionValue = (field, words, values) =>
  field === 'who' ? (words.includes('before') ? 'Bert' : 'Anna') : (values?.[0] ?? '');

it.each([
  [1, 6],
  [8, 20],
])(
  'a direction with %i requests side by side that was killed asks nothing again that was answered, and loses no word',
  async (parallel, chapters) => {
    const folder = await temporaryFolder();
    const documents = Array.from({ length: chapters }, (_, index) => {
      const paragraphs = talk(index).map((text) => `<p>${text}</p>`);
      return { path: `${index}.xhtml`, title: `Part ${index}`, body: `<h1>Part ${index}</h1>${paragraphs.join('')}` };
    });
    await writeBook(folder, { ...smallBook, documents });
    const scripts = path.join(folder, 'small.m4b.audiobook/scripts');
    const answers = path.join(folder, 'small.m4b.audiobook/answers');
    // A file that was being written does not count: its name is another one until it is whole.
    const recorded = async (): Promise<number> =>
      (await readdir(answers).catch(() => [])).filter((name) => /^[\da-f]+\.json$/u.test(name)).length;
    await using server = await startOllamaServer({ reply: (chat) => directionReply(chat, rightSpeaker) ?? '' });
    const environment = { OLLAMA_API_URL: server.url, OLLAMA_NUM_PARALLEL: String(parallel) };
    const argv = ['audiobook', 'small.epub', '--scripts-only', '-m', 'tiny'];
    const child = startCli(argv, { folder, environment });
    while ((await recorded()) < 6 && child.exitCode === null) await delay(2);
    child.kill('SIGKILL');
    await child.result;
    // A request may still be on its way.
    await delay(100);
    const kept = await recorded();
    const asked = server.chats.length;
    const { code } = await runCli(argv, { folder, environment });
    expect(code).toBe(0);
    expect(kept).toBeGreaterThanOrEqual(6);
    const whole = await recorded();
    expect(server.chats.length - asked).toBe(whole - kept);
    for (const index of documents.keys()) {
      const file = path.join(scripts, `${String(index + 1).padStart(3, '0')} - Part ${index}.md`);
      const written = (await readFile(file, 'utf8')).replace(/^---.*?---\s*# [^\n]*/su, '');
      expect(written).toContain(`~ “Who told you of boat ${index}?” Anna`);
      expect(written.replaceAll(/^~.*$/gmu, '').match(/\S+/gu)).toEqual(talk(index).join(' ').split(' '));
    }
  },
);
