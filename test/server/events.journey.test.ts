import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addToken, revokeToken } from '../../src/server/access/token-file.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { startJob, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const kokoro = faultyKokoro({ AUDIOBOOK_PREFLIGHT: 'off' });
const { signal } = new AbortController();

interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly jobs?: readonly { readonly id: string }[];
    readonly progress?: Readonly<Record<string, unknown>> & { readonly chapter?: { readonly track: number } };
  };
}

/** A stream of events that is being read. */
class Stream implements AsyncDisposable {
  readonly events: StreamEvent[] = [];
  /** Resolves when the service ends it. */
  readonly ended: Promise<void>;
  readonly #controller = new AbortController();

  constructor({ url }: RunningService, headers: Readonly<Record<string, string>> = {}) {
    this.ended = this.#read(`${url}/events`, headers);
  }

  async has(test: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    await waitUntil(() => this.events.some(test));
    return this.events.find(test) ?? expect.unreachable();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  async #read(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
    let text = '';
    try {
      const { body } = await fetch(url, { headers, signal: this.#controller.signal });
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks.filter((one) => one.startsWith('id: '))) {
          const [id = '', event = '', data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
          this.events.push({ id, event, data: JSON.parse(data) });
        }
      }
    } catch (error) {
      if (!this.#controller.signal.aborted) throw error;
    }
  }
}

const isDone = (id: string) => (event: StreamEvent) =>
  event.event === 'job' && event.data['id'] === id && event.data['state'] === 'done';

const isRemoved = ({ event }: StreamEvent): boolean => event === 'removed';

describe('the events of all jobs', () => {
  it('begin with a snapshot, report each job from its start to its removal, and continue after the last one seen', async () => {
    await using service = await kokoro.start();
    await using stream = new Stream(service);
    expect(await stream.has(({ event }) => event === 'snapshot')).toMatchObject({ data: { jobs: [], books: 0 } });
    const first = await startJob(service);
    const second = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off' });
    await Promise.all([stream.has(isDone(first.id)), stream.has(isDone(second.id))]);
    const ofFirst = stream.events.filter(({ data }) => data['id'] === first.id || data['job'] === first.id);
    expect(ofFirst[0]).toMatchObject({ event: 'job', data: { state: 'queued', file: 'small.epub' } });
    expect(ofFirst[1]).toMatchObject({ event: 'job', data: { state: 'running' } });
    const chapters = ofFirst.flatMap(({ data }) => data.progress?.chapter ?? []);
    // What follows at once takes the place of what was not sent yet.
    const segments = { done: expect.any(Number), total: expect.any(Number) };
    expect(chapters[0]).toMatchObject({ track: 1, title: 'Morning', segments });
    const tracks = chapters.map(({ track }) => track);
    expect([tracks, tracks.at(-1)]).toEqual([tracks.toSorted((a, b) => a - b), 3]);
    expect(ofFirst.at(-1)?.data).not.toHaveProperty('report');
    const seen = stream.events.findIndex(isDone(first.id));
    await using resumed = new Stream(service, { 'last-event-id': stream.events[seen]?.id ?? '' });
    await waitForJob(service, second.id, 'done');
    await fetch(`${service.url}/jobs/${first.id}`, { method: 'DELETE' });
    expect(await stream.has(isRemoved)).toMatchObject({ data: { job: first.id } });
    await resumed.has(isRemoved);
    expect(resumed.events).toEqual(stream.events.slice(seen + 1));
    await using stranger = new Stream(service, { 'last-event-id': 'other-7' });
    expect(await stranger.has(() => true)).toMatchObject({ event: 'snapshot', data: { books: 1 } });
  });

  it('say that a request failed, why, and when it is sent again', async () => {
    await using service = await kokoro.start();
    kokoro.fault = 'status-503';
    await using stream = new Stream(service);
    const { id } = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off' });
    const retried = await stream.has(({ data }) => data.progress?.['retry'] !== undefined);
    kokoro.fault = undefined;
    expect(retried.data.progress).toMatchObject({
      retry: { attempt: 1, at: expect.stringMatching(/^20.*Z$/u), reason: expect.stringMatching(/./u) },
      retries: 1,
    });
    await stream.has(isDone(id));
    const last = stream.events.findLast(({ event }) => event === 'progress')?.data.progress;
    expect(last).not.toHaveProperty('retry');
  });

  it('are those of the own jobs, of all for an admin, and of none once the token is revoked', async () => {
    const cacheFolder = await temporaryFolder();
    const file = path.join(cacheFolder, 'tokens.json');
    const headersOf = async (name: string, role: 'user' | 'admin') => ({
      authorization: `Bearer ${await addToken(file, { name, role, quota: {} }, signal)}`,
    });
    const [ann, ben, root] = [
      await headersOf('ann', 'user'),
      await headersOf('ben', 'user'),
      await headersOf('root', 'admin'),
    ];
    await using service = await kokoro.start({}, cacheFolder);
    expect((await fetch(`${service.url}/events`)).status).toBe(401);
    await using ofAnn = new Stream(service, ann);
    await using ofBen = new Stream(service, ben);
    await using ofRoot = new Stream(service, root);
    await Promise.all([ofAnn, ofBen, ofRoot].map(async (one) => await one.has(({ event }) => event === 'snapshot')));
    const { id } = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off' }, { headers: ann });
    await Promise.all([ofAnn, ofRoot].map(async (one) => await one.has(isDone(id))));
    const other = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off' }, { headers: ben });
    await Promise.all([ofBen, ofRoot].map(async (one) => await one.has(isDone(other.id))));
    expect(JSON.stringify(ofAnn.events)).not.toContain(other.id);
    expect(JSON.stringify(ofBen.events)).not.toContain(id);
    await revokeToken(file, 'ann', signal);
    service.reload();
    await waitUntil(() => service.log.some(({ msg }) => msg === 'tokens read again'));
    await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off' }, { headers: ben });
    await expect(ofAnn.ended).resolves.toBeUndefined();
  });

  it('end with the service', async () => {
    const service = await kokoro.start();
    const stream = new Stream(service);
    await stream.has(({ event }) => event === 'snapshot');
    await service.stop();
    await expect(stream.ended).resolves.toBeUndefined();
  });
});
