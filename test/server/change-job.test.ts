import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryQueue } from '../../src/server/jobs/local/memory-queue.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { Fault } from '../helpers/servers/faulty-server.ts';
import { startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

let kokoro: KokoroServer;
let fault: Fault | undefined;
let service: RunningService;

beforeAll(async () => {
  kokoro = await startKokoroServer({ faults: () => fault });
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_CONVERSIONS: '1' };
  service = await startService({ settings });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

async function change(id: string, body: unknown): Promise<{ readonly status: number; readonly job: JobJson }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${service.url}/jobs/${id}`, { method: 'PATCH', body: text });
  return { status: response.status, job: (await response.json()) as JobJson };
}

/** Starts a job that runs until it is canceled, and one that waits behind it. */
async function runningAndWaiting(fields: Readonly<Record<string, string>>): Promise<readonly [string, string]> {
  const before = kokoro.requests.length;
  fault = 'hang-before-headers';
  const running = await startJob(service);
  await waitUntil(() => kokoro.requests.length > before);
  fault = undefined;
  return [running.id, (await startJob(service, fields)).id];
}

async function cancel(id: string): Promise<void> {
  await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
}

describe('PATCH /jobs/{id}', () => {
  it('changes the options of a job that waits, and the job is converted with them', async () => {
    const [running, waiting] = await runningAndWaiting({ voice: 'af_heart', meta: 'year=1913' });
    const { status, job } = await change(waiting, { format: 'wav', max_chapters: 1, meta: null, priority: 'high' });
    expect([status, job['priority'], job['options']]).toEqual([
      200,
      'high',
      { voice: 'af_heart', format: 'wav', max_chapters: '1' },
    ]);
    expect((await change(waiting, { voice: null, subtitles: 'srt' })).job['options']).toEqual({
      format: 'wav',
      max_chapters: '1',
      subtitles: 'srt',
    });
    await cancel(running);
    const done = await waitForJob(service, waiting, 'done', 'failed');
    expect(done).toMatchObject({ state: 'done', files: [{ mediaType: 'audio/wav' }, { kind: 'subtitles' }] });
    const refused = await change(waiting, { bitrate: '64k' });
    expect([refused.status, refused.job]).toEqual([
      409,
      { code: 'wrong-state', detail: 'The job is done. Only jobs that wait can be changed.' },
    ]);
  });

  it('changes a job that failed, which its retry is then converted with', async () => {
    fault = 'status-401';
    const { id } = await startJob(service, { tts_provider: 'kokoro', voice: 'am_adam', max_chapters: '1' });
    expect(await waitForJob(service, id, 'failed', 'done')).toMatchObject({ state: 'failed', canRetry: true });
    const changed = await change(id, { tts_provider: 'embedded', voice: null });
    expect([changed.status, changed.job.state]).toEqual([200, 'failed']);
    fault = undefined;
    await fetch(`${service.url}/jobs/${id}/retry`, { method: 'POST' });
    expect(await waitForJob(service, id, 'failed', 'done')).toMatchObject({ state: 'done', provider: 'embedded' });
  });

  it('checks its fields as POST /jobs does, and leaves the job unchanged otherwise', async () => {
    const [running, waiting] = await runningAndWaiting({ voice: 'af_heart' });
    for (const [body, status, code, detail] of [
      [{ voice: 'no_such_voice' }, 400, 'bad-value', 'no_such_voice'],
      [{ bitrate: '1k' }, 400, 'malformed', "Invalid bitrate '1k'"],
      [{ acx: true, format: 'opus' }, 400, 'bad-value', 'acx'],
      [{ priority: 'urgent' }, 400, 'malformed', 'high, normal, or low'],
      [{ kind: 'audiobook' }, 400, 'malformed', 'Unknown field'],
      [{ password: 'open' }, 400, 'malformed', 'Unknown field'],
      [{ state: 'done', id: '../x' }, 400, 'malformed', 'Unknown field'],
      [{ voice: { id: 'x' } }, 400, 'malformed', 'must be a text'],
      [{ llm_base_url: 'http://10.0.0.1/' }, 400, 'malformed', 'AUDIOBOOK_LLM_HOSTS'],
      ['[1]', 400, 'malformed', 'JSON object'],
      ['{"voice":', 400, 'malformed', 'malformed'],
      [`{"prompt":"${'x'.repeat(3e6)}"}`, 413, 'upload-too-large', 'too large'],
    ] as const) {
      const { status: found, job } = await change(waiting, body);
      expect([body, found, job]).toEqual([
        body,
        status,
        { code, detail: expect.stringMatching(new RegExp(detail, 'iu')) },
      ]);
    }
    expect((await change('00000000-0000-0000-0000-000000000000', {})).status).toBe(404);
    expect((await change(waiting, {})).job['options']).toEqual({ voice: 'af_heart' });
    expect((await change(running, { priority: 'low' })).status).toBe(409);
    await cancel(waiting);
    await cancel(running);
  });
});

describe('the queue', () => {
  it('starts jobs by priority, but lets an old job pass after three that overtook it', async () => {
    const started: string[] = [];
    const settle: (() => void)[] = [];
    const priorities = new Map<string, 'high' | 'low'>();
    const queue = new MemoryQueue({
      atOnce: 1,
      run: async (id) => {
        started.push(id);
        await new Promise<void>((resolve) => settle.push(resolve));
        return 'settled';
      },
      priorityOf: (id) => priorities.get(id),
      hasRoom: () => Promise.resolve(true),
      roomCheckMs: 1,
    });
    const add = (id: string, priority?: 'high' | 'low'): void => {
      if (priority) priorities.set(id, priority);
      queue.push(id);
    };
    queue.start();
    add('running');
    add('low', 'low');
    for (const id of ['a', 'b', 'c']) add(id);
    for (const id of ['high 1', 'high 2', 'high 3']) add(id, 'high');
    while (started.length < 8) {
      settle.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(started).toEqual(['running', 'high 1', 'high 2', 'high 3', 'low', 'a', 'b', 'c']);
  });
});
