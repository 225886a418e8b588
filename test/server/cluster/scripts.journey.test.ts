import { EventEmitter, once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { directionReply } from '../../helpers/directing-model.ts';
import { talk, uniqueParagraphs } from '../../helpers/narration-book.ts';
import { startCli } from '../../helpers/run-cli.ts';
import { startKokoroServer } from '../../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../../helpers/servers/ollama-server.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { smallBook } from '../../helpers/small-book.ts';
import { bookForm, post, startService, waitForJob, waitUntil } from '../../helpers/start-service.ts';
import type { JobJson } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const signal = new AbortController().signal;

/** A model is asked who says a line of each chapter. */
const documents = ['A', 'B'].map((title, index) => ({
  path: `${title}.xhtml`,
  title,
  body: `<h1>${title}</h1>${[...talk(index), ...uniqueParagraphs(1, index)].map((text) => `<p>${text}</p>`).join('')}`,
}));
const book = await buildEpub({ ...smallBook, documents });
const fields = { llm_model: 'tiny', tts_provider: 'kokoro', format: 'mp3', loudness: 'off' };

/** Starts a speech service and a language model that holds all requests after the first ones until it is released. */
async function startServices(answered = Infinity) {
  const gate = new EventEmitter();
  const released = once(gate, 'release');
  const kokoro = await startKokoroServer();
  onTestFinished(async () => await kokoro[Symbol.asyncDispose]());
  const ollama = await startOllamaServer({
    async reply(chat, call) {
      if (call > answered) await released;
      return directionReply(chat) ?? '';
    },
  });
  onTestFinished(async () => await ollama[Symbol.asyncDispose]());
  const release = (): void => void gate.emit('release');
  onTestFinished(release);
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: ollama.url, AUDIOBOOK_PREFLIGHT: 'off' };
  const asked = (): readonly string[] => ollama.chats.map((chat) => givenText(chat)).toSorted();
  return { kokoro, ollama, settings, asked, release };
}

async function scriptsIn({ storage }: TestCluster, id: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`jobs/${id}/result/`, signal)) keys.push(key);
  return keys.filter((key) => key.includes('scripts.audiobook/'));
}

describe.skipIf(isRedisMissing)('the scripts of a book', () => {
  it('are directed by one worker of several, asked once, for the bytes of one machine, and not kept in Redis', async () => {
    const alone = await startServices();
    await using service = await startService({ settings: alone.settings });
    const posted = await post(`${service.url}/jobs`, await bookForm({ ...fields, kind: 'audiobook' }, book));
    const { id: single }: JobJson = JSON.parse(await posted.text());
    await waitForJob(service, single, 'done');
    const expected = Buffer.from(await (await fetch(`${service.url}/jobs/${single}/result`)).arrayBuffer());

    const shared = await startServices();
    const cluster = await startCluster({ ...shared.settings, AUDIOBOOK_PART_CHARACTERS: '300' });
    const monitor = await cluster.redis.monitor();
    onTestFinished(() => monitor.disconnect());
    const commands: string[] = [];
    monitor.on('monitor', (_time: string, args: readonly unknown[]) => commands.push(args.join(' ')));
    const workers = await Promise.all([1, 2].map(async () => await cluster.startWorker()));
    const id = await cluster.add(book, { kind: 'audiobook', fields });
    const record = await cluster.ended(id);
    expect(record).toMatchObject({ state: 'done', provider: 'kokoro' });
    expect((await cluster.result(record)).equals(expected)).toBe(true);
    expect(shared.asked()).toEqual(alone.asked());
    expect(shared.kokoro.requests.length).toBe(alone.kokoro.requests.length);
    const log = workers.flatMap((worker) => worker.log).join('');
    expect(log).toContain('"scripts":1');
    expect(log).toContain('book in parts');
    expect(commands.join('\n')).toContain('audiobook-scripts-ollama');
    expect(commands.filter((command) => command.includes('before breakfast'))).toEqual([]);
  });

  it('that a killed worker has written are not asked for again', async () => {
    const services = await startServices(1);
    const cluster = await startCluster({ ...services.settings, AUDIOBOOK_WORKER_LOCK_SECONDS: '1' });
    const scriptsOnly = { ...fields, scripts_only: 'true' };
    const id = await cluster.add(book, { kind: 'audiobook', fields: scriptsOnly });
    const folder = await temporaryFolder();
    const args = ['worker', '--queue', cluster.redisServer.url, '--concurrency', '1'];
    const killed = startCli(args, { folder, environment: cluster.settings });
    await waitUntil(async () => services.ollama.chats.length > 1 && (await scriptsIn(cluster, id)).length > 0);
    killed.kill('SIGKILL');
    await killed.result;
    services.release();
    await cluster.startWorker();
    expect(await cluster.ended(id)).toMatchObject({ state: 'scripted' });
    const first = givenText(services.ollama.chats[0] ?? { messages: [] });
    expect(services.asked().filter((text) => text === first)).toHaveLength(1);
    // The people, and a part of each chapter.
    expect(new Set(services.asked()).size).toBe(3);
    expect((await scriptsIn(cluster, id)).filter((key) => !key.includes('answers'))).toHaveLength(4);
    expect(services.kokoro.requests).toEqual([]);
  });
});
