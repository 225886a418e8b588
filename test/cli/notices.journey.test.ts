import { createHmac } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { processIdentity, processPlace } from '../../src/core/process/process-alive.ts';
import { runRecordPath } from '../../src/pipeline/output/earlier-results.ts';
import { lockOutput } from '../../src/pipeline/output/lock-output.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeBook(folder);
});

interface Call {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a receiver that answers with the statuses in turn, or not at all. */
async function startReceiver(...statuses: (number | 'hang')[]) {
  const calls: Call[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls.push({ headers: request.headers, body: await text(request) });
    const status = statuses.shift() ?? 200;
    if (status !== 'hang') response.writeHead(status).end();
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { calls, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook` };
}

const embedded = { TTS_PROVIDER: 'embedded' };

describe('--notify and --webhook of watch', () => {
  it('report the end of each book, and need the secret before the first', async () => {
    const inbox = path.join(folder, 'inbox');
    await mkdir(inbox);
    await writeBook(inbox, undefined, 'good.epub');
    await writeFile(path.join(inbox, 'torn.epub'), 'PK\u0003\u0004 and then nothing');
    const { calls, url } = await startReceiver();
    const args = ['watch', 'inbox', '--once', '--settle', '0', '--chapters', '2', '--webhook', url];
    const refused = await runCli(args, { folder, environment: embedded });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('AUDIOBOOK_WEBHOOK_SECRET') });
    const secret = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`;
    const environment = { ...embedded, AUDIOBOOK_WEBHOOK_SECRET: secret };
    const notify = ['--notify', 'echo "$AUDIOBOOK_STATUS $AUDIOBOOK_EXIT_CODE" >> ends.txt'];
    expect(await runCli([...args, ...notify], { folder, environment })).toMatchObject({ code: 8 });
    const ends = await readFile(path.join(folder, 'ends.txt'), 'utf8');
    expect(ends.trim().split('\n').toSorted()).toEqual(['done 0', 'failed 8']);
    const outcomes = calls.map(({ body }) => JSON.parse(body).data.status as string);
    expect(outcomes.toSorted()).toEqual(['done', 'failed']);
  });
});

describe('--notify', () => {
  it('runs a command with the outcome in its environment and on its standard input', async () => {
    // Would be run if a name were part of the command.
    const book = 'a $(touch hacked).epub';
    await writeBook(folder, undefined, book);
    const args = ['convert', book, '-o', 'out.mp3', '--quiet'];
    const command =
      'cat > outcome.json; printf "%s|%s|%s" "$AUDIOBOOK_STATUS" "$AUDIOBOOK_EXIT_CODE" "$AUDIOBOOK_BOOKS" > end.txt';
    const run = await runCli([...args, '--notify', command], { folder, environment: embedded });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(path.join(folder, 'end.txt'), 'utf8')).toBe(`done|0|${book}`);
    const output = path.join(folder, 'out.mp3');
    expect(JSON.parse(await readFile(path.join(folder, 'outcome.json'), 'utf8'))).toMatchObject({
      status: 'done',
      books: [book],
      results: [{ book: path.join(folder, book), output, report: `${output}.report.json`, complete: true }],
    });
    await expect(readFile(path.join(folder, 'hacked'))).rejects.toThrow('ENOENT');
  });

  it('is run after a failure, and changes no exit code when it fails itself', async () => {
    const command = 'echo "$AUDIOBOOK_STATUS: $AUDIOBOOK_MESSAGE" > end.txt; exit 3';
    const run = await runCli(['convert', 'none.epub', '--quiet', '--notify', command], {
      folder,
      environment: embedded,
    });
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^Warning: --notify failed: .*3.*\.$/mu);
    expect(await readFile(path.join(folder, 'end.txt'), 'utf8')).toMatch(
      /^failed: The file '.*none\.epub' does not exist/u,
    );
  });
});

describe('--webhook', () => {
  const secret = 'a-secret-of-the-test';

  it('sends the outcome of a run, signed, and again after an error', async () => {
    const { calls, url } = await startReceiver(500, 204);
    const environment = { ...embedded, AUDIOBOOK_WEBHOOK_SECRET: secret };
    const args = ['convert', 'small.epub', '--max-chapters', '1', '--quiet', '--webhook', url];
    expect(await runCli(args, { folder, environment })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(calls).toHaveLength(2);
    const [first, { headers, body } = { headers: {}, body: '' }] = calls;
    expect(headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'conversion.ended',
      data: { status: 'done', exitCode: 0, results: [{ output: path.join(folder, 'small.mp3') }] },
    });
  });

  it('says why it is called again, before it waits', async () => {
    const { url } = await startReceiver(503, 204);
    const environment = { ...embedded, AUDIOBOOK_WEBHOOK_SECRET: secret };
    const run = await runCli(['convert', 'small.epub', '--max-chapters', '1', '--webhook', url], {
      folder,
      environment,
    });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('answered 503. It is called again in 1 s.') });
  });

  it('is given up when the program is stopped meanwhile, and the audiobook counts as made', async () => {
    const { calls, url } = await startReceiver('hang');
    const environment = { ...embedded, AUDIOBOOK_WEBHOOK_SECRET: secret };
    const args = ['convert', 'small.epub', '--max-chapters', '1', '--progress', 'json', '--webhook', url];
    const child = startCli(args, { folder, environment });
    await expect.poll(() => calls.length).toBe(1);
    child.kill('SIGTERM');
    const { code, stderr } = await child.result;
    const last = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    expect([code, last]).toEqual([
      0,
      expect.objectContaining({ type: 'warning', message: '--webhook failed: Canceled.' }),
    ]);
  });

  it('needs a secret and an address before anything is spoken', async () => {
    const bare = await runCli(['convert', 'small.epub', '--webhook', 'http://127.0.0.1:9/'], {
      folder,
      environment: embedded,
    });
    expect(bare).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--webhook needs AUDIOBOOK_WEBHOOK_SECRET'),
    });
    const bad = await runCli(['convert', 'small.epub', '--webhook', 'ftp://x/'], { folder, environment: embedded });
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining("Invalid webhook 'ftp://x/'. Expected") });
  });
});

/** Makes it look as if this process were writing small.mp3. */
async function holdOutput(): Promise<() => Promise<void>> {
  const output = path.join(folder, 'small.mp3');
  const { signal } = new AbortController();
  const lock = await lockOutput(output, { signal, warn: () => undefined });
  await writeFile(runRecordPath(output), JSON.stringify({ process: processIdentity(), place: processPlace() }));
  return async () => await lock[Symbol.asyncDispose]();
}

describe('--wait', () => {
  it('waits until another run has finished with the output', async () => {
    const release = await holdOutput();
    const child = startCli(['convert', '--wait', 'small.epub'], { folder, environment: embedded });
    let stderr = '';
    child.stderr.on('data', (data: string) => (stderr += data));
    await expect.poll(() => stderr).toContain('Waiting for another run that writes');
    await release();
    expect(await child.result).toMatchObject({ code: 0, stdout: `${path.join(folder, 'small.mp3')}\n` });
  });

  it('ends after its time', async () => {
    const release = await holdOutput();
    const run = await runCli(['convert', '--wait-lock', '1s', 'small.epub', '-q'], { folder, environment: embedded });
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Process ${process.pid} is already writing`),
    });
    await release();
  });
});
