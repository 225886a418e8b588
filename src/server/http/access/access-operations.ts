import { z } from 'zod';
import { roles } from '../../access/caller.ts';
import type { Operation } from '../operation.ts';

/** Body of `POST /session`. */
export const loginSchema = z.union([
  z.strictObject({ token: z.string().max(1000) }),
  z.strictObject({
    code: z.string().max(100).describe('a code that the terminal of the service shows, which works once'),
  }),
]);

/** Body of `POST /jobs/{id}/links`. */
export const newLinkSchema = z.strictObject({
  name: z.string().max(1000).optional().describe('one of the `files` of the job; absent: its result'),
  hours: z.number().positive().max(8784).default(168).describe('how long the link works'),
});

const sessionSchema = z.object({
  required: z.boolean().describe('whether the service needs a token'),
  name: z.string().optional().describe('name of the token; absent for that of the settings'),
  role: z.enum(roles),
  mark: z
    .string()
    .describe('another one for another token, about which it reveals nothing: a page removes what it kept for another'),
});

/** Operations for pages and players. */
export const accessOperations = {
  getSession: {
    tag: 'Service',
    method: 'get',
    path: '/session',
    description: 'Reports who is logged in.',
    answers: [{ status: 200, description: 'The caller.', body: sessionSchema }],
    errors: [],
  },
  logIn: {
    tag: 'Service',
    method: 'post',
    path: '/session',
    description:
      'Logs a page in with a token, or with a code from the terminal of the service: sets a cookie that no script can read and no other site can use.',
    open: true,
    json: loginSchema,
    answers: [{ status: 200, description: 'The caller.', body: sessionSchema }],
    errors: ['malformed', 'unauthorized', 'forbidden', 'too-many-attempts', 'upload-too-large', 'too-slow'],
  },
  logOut: {
    tag: 'Service',
    method: 'delete',
    path: '/session',
    description: 'Removes the cookie.',
    open: true,
    answers: [{ status: 204, description: 'The cookie is removed.' }],
    errors: [],
  },
  createLink: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs/{id}/links',
    description:
      'Returns an address of a file of the job that works without a token until it expires, for players and feeds.',
    json: newLinkSchema,
    answers: [
      {
        status: 201,
        description: 'The link. It also ends when the token is revoked.',
        body: z.object({ url: z.url(), expiresAt: z.iso.datetime() }),
      },
    ],
    errors: ['malformed', 'not-found', 'not-finished', 'gone', 'upload-too-large', 'too-slow'],
  },
} as const satisfies Record<string, Operation>;
