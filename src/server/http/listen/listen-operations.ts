import { z } from 'zod';
import { timingsFields } from '../../fields/listen-fields.ts';
import type { Operation } from '../operation.ts';

const seconds = z.number().describe('from the beginning of the book');

const timedChapterSchema = z
  .object({
    number: z.int().describe('number in the book'),
    title: z.string(),
    startSeconds: seconds,
    endSeconds: seconds,
    blocks: z.array(
      z.object({
        kind: z.string(),
        text: z.string(),
        level: z.int().optional().describe('of a heading'),
        language: z.string().optional().describe('when it is not the language of the book'),
        sentences: z.array(
          z.object({
            from: z.int().describe('index of its first character in `text`, in UTF-16 code units'),
            to: z.int().describe('index after its last one'),
            heard: z
              .object({ startSeconds: seconds, endSeconds: seconds })
              .optional()
              .describe('absent when it is not in the audio'),
            words: z
              .array(z.object({ from: z.int(), startSeconds: seconds }))
              .optional()
              .describe(
                'where its words begin in `text` and when, in jobs with `read_along=word` whose service tells it',
              ),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'TimedChapter' });

/** Operations for those who listen to a book. */
export const listenOperations = {
  getPlaylist: {
    tag: 'Listening',
    method: 'get',
    path: '/jobs/{id}/listen.m3u8',
    description:
      'Returns an HLS playlist of what can be heard of a job already. The first call asks for the stream, which the job makes from ' +
      'then on, beginning with the first sentence; with the field `listen` it begins with the job. Waits a while for the first sound.',
    answers: [
      {
        status: 200,
        description: 'An event playlist, which ends when the job has.',
        body: ['application/vnd.apple.mpegurl'],
      },
    ],
    errors: ['not-found', 'not-finished', 'gone'],
  },
  getStreamSegment: {
    tag: 'Listening',
    method: 'get',
    path: '/jobs/{id}/listen/{name}',
    description: 'Returns a segment of the stream, by its name in the playlist.',
    answers: [{ status: 200, description: 'AAC with a timestamp.', body: ['audio/aac'] }],
    errors: ['not-found', 'gone'],
  },
  getChapters: {
    tag: 'Listening',
    method: 'get',
    path: '/jobs/{id}/chapters',
    feed: true,
    description: 'Returns the chapter marks of a finished job, or of what can be heard of a running one.',
    answers: [
      {
        status: 200,
        description: 'Chapters in the JSON format of the Podcast Namespace.',
        body: z
          .object({
            version: z.literal('1.2.0'),
            title: z.string().optional(),
            chapters: z.array(z.object({ startTime: seconds, title: z.string() })),
          })
          .meta({ id: 'Chapters' }),
      },
    ],
    errors: ['not-found', 'not-finished', 'gone'],
  },
  getTimings: {
    tag: 'Listening',
    method: 'get',
    path: '/jobs/{id}/timings',
    description: 'Returns the text with the time of each sentence: of the chapters that are spoken so far.',
    query: timingsFields,
    answers: [{ status: 200, description: 'The chapters.', body: z.object({ chapters: z.array(timedChapterSchema) }) }],
    errors: ['not-found', 'not-finished', 'gone', 'malformed'],
  },
} as const satisfies Record<string, Operation>;
