import { z } from 'zod';
import { feedFields } from '../../fields/feed-fields.ts';
import type { Operation } from '../operation.ts';
import { catalogType } from './opds-catalog.ts';

/** Body of `POST /feeds`. */
export const newFeedSchema = z.strictObject({
  name: z.string().max(100).default('').describe('what it is for, such as the name of an app'),
});

const feedShape = {
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
};

/** Operations on feeds for podcast apps and readers. */
export const feedOperations = {
  createFeed: {
    tag: 'Library',
    method: 'post',
    path: '/feeds',
    description:
      'Makes addresses of a podcast and of an OPDS catalog that work without a token until the feed is removed.',
    json: newFeedSchema,
    answers: [
      {
        status: 201,
        description: 'The feed, with its addresses: they are shown once.',
        body: z.object({ ...feedShape, podcast: z.url(), catalog: z.url() }),
      },
    ],
    errors: ['malformed', 'disk-full', 'upload-too-large', 'too-slow'],
  },
  listFeeds: {
    tag: 'Library',
    method: 'get',
    path: '/feeds',
    description: 'Lists the feeds that the caller made.',
    answers: [{ status: 200, description: 'The feeds.', body: z.object({ feeds: z.array(z.object(feedShape)) }) }],
    errors: [],
  },
  deleteFeed: {
    tag: 'Library',
    method: 'delete',
    path: '/feeds/{id}',
    description: 'Removes a feed: its addresses, and those in it, stop working.',
    answers: [{ status: 204, description: 'The feed is removed.' }],
    errors: ['not-found', 'disk-full'],
  },
  getPodcast: {
    tag: 'Library',
    method: 'get',
    path: '/feed.xml',
    feed: true,
    description: 'Returns the finished books as a podcast: an episode for each audio file, newest book first.',
    query: feedFields.podcast,
    answers: [
      {
        status: 200,
        description: 'RSS 2.0 with the elements of Apple and of the Podcast Namespace.',
        body: ['application/rss+xml'],
      },
    ],
    errors: ['malformed', 'not-found'],
  },
  getCatalog: {
    tag: 'Library',
    method: 'get',
    path: '/opds',
    feed: true,
    description:
      'Returns the finished books as an OPDS 1.2 catalog with links to their audio, newest first, 100 per page.',
    query: feedFields.catalog,
    answers: [{ status: 200, description: 'An acquisition feed.', body: [catalogType.split(';')[0] ?? ''] }],
    errors: ['malformed'],
  },
} as const satisfies Record<string, Operation>;
