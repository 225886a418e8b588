import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireRemakable } from '../../src/server/jobs/require-state.ts';
import type { JobOutcome } from '../../src/server/worker/run-job.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';
import type { LocalJobs } from '../helpers/local-jobs.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startJob, startService, waitForJob } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

const noWork = (): void => undefined;

const file = { file: 'a.txt', name: 'a.txt', mediaType: 'text/plain', bytes: 1 };
const results: Omit<JobOutcome & { state: 'done' }, 'state'> = {
  result: file,
  files: [{ ...file, kind: 'audio' }],
  report: {},
};

describe('a sentence of a finished book', () => {
  let kokoro: KokoroServer;
  let service: RunningService;

  beforeAll(async () => {
    kokoro = await startKokoroServer();
    service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await kokoro[Symbol.asyncDispose]();
  });

  async function call(method: string, address: string, body?: unknown): Promise<{ status: number; body: JobJson }> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(service.url + address, { method, ...init });
    return { status: response.status, body: (await response.json()) as JobJson };
  }

  const spokenSince = (before: number): readonly unknown[] => kokoro.requests.slice(before).map(({ input }) => input);

  it('is said differently: only it is spoken again, and the file is another one', async () => {
    const { id } = await startJob(service, { listen: 'true', format: 'wav', voice: 'am_adam', max_chapters: '1' });
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ state: 'done', canRemake: true });
    const sound = async (): Promise<string> =>
      Buffer.from(await (await fetch(`${service.url}/jobs/${id}/result`)).arrayBuffer()).toString('base64');
    const first = await sound();
    const { chapters } = (await (await fetch(`${service.url}/jobs/${id}/timings`)).json()) as {
      chapters: { blocks: { text: string; sentences: { from: number; to: number }[] }[] }[];
    };
    const [sentence = ''] = chapters.flatMap(({ blocks }) =>
      blocks.slice(1).flatMap(({ text, sentences }) => sentences.map(({ from, to }) => text.slice(from, to))),
    );
    const corrections = [{ text: sentence, say: 'Quite another sentence.', isWhole: true }];
    const before = kokoro.requests.length;
    expect(await call('PUT', `/jobs/${id}/corrections`, { corrections })).toEqual({
      status: 200,
      body: { corrections },
    });
    expect((await call('GET', `/jobs/${id}/corrections`)).body).toEqual({ corrections });
    expect((await call('GET', `/jobs/${id}`)).body).toMatchObject({ state: 'done', isOutdated: true });
    expect((await call('POST', `/jobs/${id}/remake`)).status).toBe(202);
    const made = await waitForJob(service, id, 'done', 'failed');
    expect(made).toMatchObject({ state: 'done', canRemake: true });
    expect([made['isOutdated'], made['isRemade'], made['warnings']]).toEqual([undefined, undefined, []]);
    // The first word asks whether the service speaks.
    expect(spokenSince(before)).toEqual(['Radio.', 'Quite another sentence.']);
    expect(await sound()).not.toBe(first);
    // The text stays that of the book.
    expect(await (await fetch(`${service.url}/jobs/${id}/timings`)).text()).toContain(
      JSON.stringify(sentence).slice(1, -1),
    );
  });

  it('is heard before, in the voice of its job', async () => {
    const { id } = await startJob(service, { listen: 'true', format: 'wav', voice: 'am_adam', max_chapters: '1' });
    await waitForJob(service, id, 'done', 'failed');
    const before = kokoro.requests.length;
    const form = new FormData();
    form.set('job', id);
    form.set('text', 'As it is to be.');
    const response = await fetch(`${service.url}/samples`, { method: 'POST', body: form });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(kokoro.requests.slice(before)).toMatchObject([{ input: 'As it is to be.', voice: 'am_adam' }]);
  });

  it('stays where the book was not kept, and where the words are too many', async () => {
    const { id } = await startJob(service, { format: 'wav', max_chapters: '1' });
    await waitForJob(service, id, 'done', 'failed');
    const corrections = [{ text: 'a', say: 'b' }];
    for (const [method, place, body, status, code] of [
      ['PUT', 'corrections', { corrections }, 410, 'gone'],
      ['POST', 'remake', undefined, 410, 'gone'],
      ['POST', 'cancel', undefined, 409, 'wrong-state'],
      ['PUT', 'corrections', { corrections: [{ text: '…', say: 'b' }] }, 400, 'malformed'],
      ['PUT', 'corrections', { corrections: [{ text: 'a', say: 'b'.repeat(1001) }] }, 400, 'malformed'],
      ['PUT', 'corrections', { corrections: Array.from({ length: 201 }, () => corrections[0]) }, 400, 'malformed'],
      ['PUT', 'corrections', { corrections: 'a' }, 400, 'malformed'],
      ['PUT', 'corrections', 7, 400, 'malformed'],
    ] as const) {
      expect([body, await call(method, `/jobs/${id}/${place}`, body)]).toMatchObject([
        body,
        { status, body: { code } },
      ]);
    }
    expect((await call('GET', `/jobs/${id}/corrections`)).body).toEqual({ corrections: [] });
  });
});

it('a book that is corrected while it is spoken is made once more before it is done', async () => {
  const spoken: unknown[] = [];
  let begin = noWork;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let finish = noWork;
  const corrected = new Promise<void>((resolve) => (finish = resolve));
  const { jobs, create } = await startLocalJobs({
    run: async ({ record }) => {
      spoken.push(record.corrections);
      begin();
      await corrected;
      return { state: 'done', ...results };
    },
  });
  const job = await create({ fields: { listen: 'true' } });
  await begun;
  const corrections = [{ text: 'a', say: 'b' }];
  await jobs.correct(job, { corrections });
  expect(job.view.isOutdated).toBe(true);
  finish();
  await job.settled;
  expect([spoken, job.view.state, job.view.isOutdated]).toEqual([[undefined, corrections], 'done', undefined]);
});

/** Starts a service whose run writes `text` as the result, and returns a finished job of it. */
async function finished(run: (text: string) => Promise<string>) {
  let runs = 0;
  const local: LocalJobs = await startLocalJobs({
    run: async ({ paths }, { signal }) => {
      runs += 1;
      const text = await Promise.race([
        run(String(runs)),
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('No.')))),
      ]);
      for (const folder of [paths.result, paths.book]) {
        await mkdir(folder, { recursive: true });
        await writeFile(path.join(folder, 'a.txt'), text);
      }
      return { state: 'done', ...results };
    },
  });
  const job = await local.create({ fields: { listen: 'true' } });
  await job.settled;
  const heard = async (): Promise<string> => await readFile(path.join(job.paths.result, 'a.txt'), 'utf8');
  return { ...local, job, heard };
}

describe('a book that is made anew', () => {
  it.each(['fails', 'is canceled'])('stays as it was where that %s', async (how) => {
    const { jobs, job, heard, records } = await finished(async (text) => {
      if (text === '1') return text;
      if (how === 'fails') throw new Error('It fails.');
      return await new Promise<string>(() => undefined);
    });
    await jobs.correct(job, { corrections: [{ text: 'a', say: 'b' }] });
    const again = await jobs.queueAgain(job, requireRemakable);
    expect(again.record).toMatchObject({ isRemade: true, result: file });
    await again.follow(AbortSignal.timeout(10_000));
    if (how === 'is canceled') await jobs.cancel(again);
    await again.settled;
    // Its files stay also where someone cancels it too late.
    expect(await jobs.cancel(again)).toBe(false);
    const { state, isRemade, isOutdated, warnings = [], result } = records.peek(job.record.id) ?? {};
    expect([state, isRemade, isOutdated, result]).toEqual(['done', undefined, true, file]);
    expect(warnings.length).toBe(how === 'fails' ? 1 : 0);
    expect(await heard()).toBe('1');
  });

  it('has its files of before until the new ones are whole, and is in the library', async () => {
    let finish = noWork;
    let begin = noWork;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { jobs, job, heard, records } = await finished(async (text) => {
      if (text === '1') return text;
      begin();
      await new Promise<void>((resolve) => (finish = resolve));
      return text;
    });
    const again = await jobs.queueAgain(job, requireRemakable);
    await again.follow(AbortSignal.timeout(10_000));
    await begun;
    expect([await heard(), await records.range('books')]).toEqual(['1', [expect.stringContaining(job.record.id)]]);
    finish();
    await again.settled;
    expect([await heard(), again.record.isRemade]).toEqual(['2', undefined]);
  });
});
