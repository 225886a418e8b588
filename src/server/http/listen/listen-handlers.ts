import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { hlsPlaylist, readStreamIndex } from '../../../pipeline/encode/stream-index.ts';
import { readTimedText } from '../../../pipeline/time/timed-text-file.ts';
import { timingsFields } from '../../fields/listen-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import { shuttingDown, unknownJob } from '../../jobs/require-state.ts';
import type { Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { RequestError } from '../../errors/request-error.ts';
import { jobOf } from '../jobs/job-of.ts';
import { sendPacked } from '../send-packed.ts';
import type { Service } from '../service.ts';
import { chaptersOf } from './chapters-of.ts';
import type { listenOperations } from './listen-operations.ts';

/** Returns the handlers of operations for those who listen. */
export function listenHandlers({ jobs }: Service): Readonly<Record<keyof typeof listenOperations, RequestHandler>> {
  return {
    async getPlaylist(request, response) {
      const playlist = await firstPlaylist(await jobOf(jobs, request), jobs, response);
      response.set('Cache-Control', 'no-cache').type('application/vnd.apple.mpegurl');
      await sendPacked(playlist, request, response);
    },
    getStreamSegment: async (request, response) => await sendSegment(await jobOf(jobs, request), request, response),
    getChapters: async (request, response) => void response.json(await chaptersOf(await jobOf(jobs, request))),
    getTimings: async (request, response) => await sendTimings(await jobOf(jobs, request), request, response),
  };
}

/** Longest wait of a listener for the first sound, in milliseconds: shorter than players and proxies wait. */
const firstSoundMs = 20_000;
const lookMs = 100;

/** Asks for the stream and waits for its first segment. Throws `not-finished` when it takes long, `gone`, `shutting-down`. */
async function firstPlaylist(job: Job, jobs: Jobs, response: Response): Promise<string> {
  const stream = await askForStream(job);
  const untilMs = performance.now() + firstSoundMs;
  for (;;) {
    // Read before the playlist: one that ends must have everything.
    if (!(await job.load())) throw unknownJob();
    const ended = hasEnded(job.record);
    const index = await readStreamIndex(stream);
    if (index && index.segments.length > 0) return hlsPlaylist(index, { prefix: 'listen/', ended });
    const { state } = job.record;
    if (ended) throw new RequestError('gone', `The job is ${state}; it has no stream. Play its result.`);
    if (jobs.isClosing) throw shuttingDown();
    if (performance.now() > untilMs || response.destroyed) {
      throw new RequestError('not-finished', `The job is ${state}; nothing can be heard yet. Try again later.`);
    }
    await delay(lookMs);
  }
}

/** Returns the folder of a stream, which the conversion fills once it is there. */
async function askForStream({ files, paths: { stream }, record }: Job): Promise<string> {
  if (!files.areHere) {
    throw new RequestError('gone', 'A book that other machines make has no stream. Play its result when it is done.');
  }
  if (!hasEnded(record)) await mkdir(stream, { recursive: true, mode: 0o700 });
  return stream;
}

const segmentPattern = /^[0-9a-f]{8}-\d{1,7}\.aac$/u;

async function sendSegment({ paths }: Job, request: Request, response: Response): Promise<void> {
  const name = String(request.params['name']);
  if (!segmentPattern.test(name)) throw new RequestError('not-found', 'Unknown segment.');
  // A segment never changes: its name begins with that of its stream.
  response.set({ 'Content-Type': 'audio/aac', 'Cache-Control': 'private, max-age=86400, immutable' });
  await new Promise<void>((resolve, reject) => {
    response.sendFile(
      name,
      { root: path.resolve(paths.stream), dotfiles: 'allow', cacheControl: false },
      (error?: Error) => {
        if (error === undefined || response.headersSent || response.destroyed) resolve();
        else reject(new RequestError('not-found', 'Unknown segment.'));
      },
    );
  });
}

async function sendTimings({ record, paths, files }: Job, request: Request, response: Response): Promise<void> {
  await files.fetch('book');
  const { after = 0, limit = Infinity } = parseFields(timingsFields, request.query);
  const chapters = await readTimedText(paths.timings);
  if (!chapters && !hasEnded(record))
    throw new RequestError('not-finished', `The job is ${record.state}; nothing is spoken yet.`);
  if (!chapters) {
    throw new RequestError('gone', 'The times of the sentences are not known. Send the book again with listen=true.');
  }
  response.type('json').send(`{"chapters":[${chapters.slice(after, after + limit).join(',')}]}`);
}
