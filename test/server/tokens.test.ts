import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToken, revokeToken } from '../../src/server/access/token-file.ts';
import type { NewToken } from '../../src/server/access/token-file.ts';
import { operations } from '../../src/server/http/operations.ts';
import type { Operation } from '../../src/server/http/operation.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
/** Whether the speech server hangs, so that jobs stay open. */
let hang: boolean;
let kokoro: KokoroServer;

beforeEach(async () => {
  hang = false;
  kokoro = await startKokoroServer({ faults: () => (hang ? 'hang-before-headers' : undefined) });
});

afterEach(async () => {
  await kokoro[Symbol.asyncDispose]();
});

interface Person {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a service that knows some tokens. */
async function serviceFor<Name extends string>(tokens: Readonly<Record<Name, Partial<NewToken>>>) {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'tokens.json');
  const people: Record<string, Person> = {};
  for (const [name, token] of Object.entries<Partial<NewToken>>(tokens)) {
    people[name] = person(await addToken(file, { name, role: 'user', quota: {}, ...token }, signal));
  }
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_TOKEN: 'of-the-settings' };
  const service = await startService({ cacheFolder: folder, settings });
  return { service, people: people as Record<Name, Person>, file };
}

function person(token: string): Person {
  return { token, headers: { authorization: `Bearer ${token}` } };
}

it('tells only admins where the services of speech and models are', async () => {
  const { service, people } = await serviceFor({ ann: {}, root: { role: 'admin' } });
  await using _service = service;
  const reasonFor = async ({ headers }: Person): Promise<string> =>
    String(((await (await fetch(`${service.url}/models`, { headers })).json()) as { reason: unknown }).reason);
  expect(await reasonFor(people.root)).toContain('http://');
  expect(await reasonFor(people.ann)).not.toMatch(/https?:|\d+\.\d+\.\d+/u);
});

async function newJob({ url }: RunningService, { headers }: Person, fields = {}, more = {}): Promise<Response> {
  return await post(
    `${url}/jobs`,
    await bookForm({ kind: 'synthesize', max_chapters: '1', loudness: 'off', ...fields }),
    {
      headers: { ...headers, ...more },
    },
  );
}

async function jobOf({ url }: RunningService, id: string, { headers }: Person): Promise<JobJson> {
  return (await (await fetch(`${url}/jobs/${id}`, { headers })).json()) as JobJson;
}

async function listOf({ url }: RunningService, { headers }: Person): Promise<readonly string[]> {
  const { jobs } = (await (await fetch(`${url}/jobs`, { headers })).json()) as { jobs: JobJson[] };
  return jobs.map(({ id }) => id);
}

describe('named tokens', () => {
  it('give each user its own jobs, which no other user sees, follows, fetches, repeats or cancels', async () => {
    const { service, people } = await serviceFor({ ann: {}, ben: {}, root: { role: 'admin' } });
    await using _service = service;
    const { ann, ben, root } = people;
    const key = { 'idempotency-key': 'one' };
    const { id } = (await (await newJob(service, ann, {}, key)).json()) as JobJson;
    const other = (await (await newJob(service, ben, {}, key)).json()) as JobJson;
    expect(other.id).not.toBe(id);
    await waitUntil(async () => (await jobOf(service, id, ann)).state === 'done');
    const calls = Object.values<Operation>(operations).filter(({ path: route }) => route.startsWith('/jobs/{id}'));
    expect(calls.length).toBeGreaterThan(10);
    for (const { method, path: route } of calls) {
      // A body that no operation takes: a job of another is not told from one that does not exist by it.
      for (const job of [id, randomUUID()]) {
        const address = route.replace('{id}', job).replace('{name}', 'The%20Small%20Book.mp3').replace('{number}', '1');
        const init = method === 'get' ? {} : { body: '{"nonsense":' };
        const response = await fetch(service.url + address, {
          ...init,
          method: method.toUpperCase(),
          headers: ben.headers,
        });
        expect([method, route, response.status]).toEqual([method, route, 404]);
        expect(await response.json()).toEqual({ detail: 'Unknown job.', code: 'not-found' });
      }
    }
    const sample = new FormData();
    sample.set('job', id);
    const sampled = async ({ headers }: Person): Promise<number> =>
      (await post(`${service.url}/samples`, sample, { headers })).status;
    expect([await sampled(ben), await sampled(ann), await sampled(root)]).toEqual([404, 200, 200]);
    expect([await listOf(service, ann), await listOf(service, ben)]).toEqual([[id], [other.id]]);
    for (const admin of [root, person('of-the-settings')]) {
      expect((await listOf(service, admin)).toSorted()).toEqual([id, other.id].toSorted());
      expect((await jobOf(service, id, admin)).state).toBe('done');
    }
    const metrics = [ann, root].map(async ({ headers }) => (await fetch(`${service.url}/metrics`, { headers })).status);
    expect(await Promise.all(metrics)).toEqual([403, 200]);
  });

  it('are read again on a reload, and never make a service open', async () => {
    const { service, people, file } = await serviceFor({ ann: {}, ben: {} });
    await using _service = service;
    const statusOf = async (one: Person) => (await fetch(`${service.url}/jobs`, { headers: one.headers })).status;
    const reloaded = async (message: string): Promise<void> => {
      const count = () => service.log.filter(({ msg }) => msg === message).length;
      const before = count();
      service.reload();
      await waitUntil(() => count() > before);
    };
    await revokeToken(file, 'ann', signal);
    const eve = person(await addToken(file, { name: 'eve', role: 'user', quota: {} }, signal));
    expect([await statusOf(people.ann), await statusOf(eve)]).toEqual([200, 401]);
    await reloaded('tokens read again');
    expect([await statusOf(people.ann), await statusOf(eve), await statusOf(people.ben)]).toEqual([401, 200, 200]);
    await writeFile(file, '{"version": 2}');
    await reloaded('cannot read the file of tokens: the earlier tokens stay');
    expect([await statusOf(eve), await statusOf(person('none'))]).toEqual([200, 401]);
    await expect(startService({ cacheFolder: path.dirname(file) })).rejects.toThrow(
      `The file of tokens ${file} is damaged or of a newer version.`,
    );
  });

  it('follow a job no longer once they are revoked, and the job goes on', async () => {
    const { service, people, file } = await serviceFor({ ann: {}, root: { role: 'admin' } });
    await using _service = service;
    hang = true;
    const { id } = (await (await newJob(service, people.ann)).json()) as JobJson;
    const followed = await fetch(`${service.url}/jobs/${id}/events`, { headers: people.ann.headers });
    await revokeToken(file, 'ann', signal);
    service.reload();
    await waitUntil(() => service.log.some(({ msg }) => msg === 'tokens read again'));
    expect(['queued', 'running']).toContain((await jobOf(service, id, people.root)).state);
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE', headers: people.root.headers });
    expect(await followed.text()).not.toContain('canceled');
  });

  it('are required once the file exists, even when the last one is revoked', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'tokens.json');
    await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal);
    await revokeToken(file, 'ann', signal);
    await using service = await startService({ cacheFolder: folder, host: '0.0.0.0' });
    expect((await fetch(`${service.url.replace('0.0.0.0', '127.0.0.1')}/jobs`)).status).toBe(401);
  });
});

describe('a quota', () => {
  it('limits the jobs that wait or run at the same time', async () => {
    const { service, people } = await serviceFor({ ann: { quota: { jobs: 2 } }, ben: {} });
    await using _service = service;
    hang = true;
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await newJob(service, people.ann)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 202, 429, 429]);
    const refused = await newJob(service, people.ann);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '600',
      { detail: '2 of your jobs wait or run, as many as you may have.', code: 'quota-exceeded' },
    ]);
    expect((await newJob(service, people.ben)).status).toBe(202);
  });

  it('limits the characters of a day, over restarts and the removal of jobs', async () => {
    const { service, people } = await serviceFor({ ann: { quota: { characters: 130 } } });
    const { ann } = people;
    const run = async (running: RunningService): Promise<JobJson> => {
      const { id } = (await (await newJob(running, ann)).json()) as JobJson;
      await waitUntil(async () => ['done', 'failed'].includes((await jobOf(running, id, ann)).state));
      const job = await jobOf(running, id, ann);
      await fetch(`${running.url}/jobs/${id}`, { method: 'DELETE', headers: ann.headers });
      return job;
    };
    {
      await using _service = service;
      expect((await run(service)).state).toBe('done');
    }
    await using again = await startService({
      cacheFolder: service.cacheFolder,
      settings: { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_TOKEN: 'of-the-settings' },
    });
    const { state, error } = await run(again);
    expect([state, error]).toMatchObject(['failed', { code: 'quota-exceeded' }]);
    expect(JSON.stringify(error)).toMatch(/The text has \d+ characters, and \d+ of your 130 in 24 hours are left\./u);
  });
});

describe('audiobook token', () => {
  it('adds, lists and revokes tokens, of which only hashes are kept in a private file', async () => {
    const folder = await temporaryFolder();
    const run = async (...argv: string[]) => await inProcessCli(['token', ...argv], { folder });
    const added = await run('add', 'ann', '--quota', 'jobs=5,characters=2000000');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ab_[\w-]{43}\n$/u) });
    await run('add', 'root', '--role', 'admin');
    const file = path.join(folder, 'config/tokens.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(added.stdout.trim());
    const day = new Date().toISOString().slice(0, 10);
    expect((await run('list')).stdout.split('\n').map((line) => line.split(/ {2,}/u))).toEqual([
      ['NAME', 'ROLE', 'CREATED', 'QUOTA'],
      ['ann', 'user', day, 'jobs=5,characters=2000000'],
      ['root', 'admin', day, '-'],
      [''],
    ]);
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({ tokens: [{ name: 'ann' }, {}] });
    expect(await run('add', 'ann')).toMatchObject({ code: 2, stderr: expect.stringContaining("'ann' exists") });
    expect(await run('add', 'a b')).toMatchObject({ code: 2, stderr: expect.stringContaining("Invalid name 'a b'") });
    expect(await run('add', 'x', '--quota', 'jobs=0')).toMatchObject({ code: 2 });
    expect(await run('revoke', 'ann')).toMatchObject({ code: 0, stdout: 'Revoked ann\n' });
    expect(await run('revoke', 'ann')).toMatchObject({ code: 2, stderr: expect.stringContaining('No token is named') });
  });
});
