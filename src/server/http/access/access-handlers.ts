import type { RequestHandler } from 'express';
import type { Caller } from '../../access/caller.ts';
import { RequestError } from '../../errors/request-error.ts';
import { basePathOf } from '../base-path.ts';
import { jobOf } from '../jobs/job-of.ts';
import { finished } from '../jobs/send-job.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../service.ts';
import { loginSchema, newLinkSchema } from './access-operations.ts';
import type { accessOperations } from './access-operations.ts';
import { callerOf, linkUse, sessionUse } from './check-token.ts';
import { clearSession, setSession } from './session-cookie.ts';

/** Returns the handlers of operations for pages and players. */
export function accessHandlers(service: Service): Readonly<Record<keyof typeof accessOperations, RequestHandler>> {
  const { callers, attempts, grants, jobs, codes } = service;
  const viewOf = ({ name, role }: Caller) => {
    return { required: callers.isRequired, name, role, mark: callers.markOf(name) };
  };
  return {
    getSession: (_request, response) => void response.json(viewOf(callerOf(response))),
    async logIn(request, response) {
      const login = await readBody(request, response, service, loginSchema);
      const caller = attempts.check(request.ip, () =>
        'code' in login ? codes.take(login.code) : callers.find(login.token),
      );
      if (!caller)
        throw new RequestError(
          'unauthorized',
          'code' in login ? 'The code is wrong, too old, or was used.' : 'Wrong token.',
        );
      const grant = grants.issue({ ...sessionUse, by: caller.name, expires: secondsFromNow(sessionSeconds) });
      setSession(request, response, grant, sessionSeconds);
      response.json(viewOf(caller));
    },
    logOut(request, response) {
      clearSession(request, response);
      response.status(204).end();
    },
    async createLink(request, response) {
      const { name, hours } = await readBody(request, response, service, newLinkSchema);
      const { id, files } = finished(await jobOf(jobs, request));
      if (name !== undefined && !files?.some((file) => file.name === name)) {
        throw new RequestError('not-found', 'The job has no file of this name.');
      }
      const expires = secondsFromNow(Math.round(hours * 3600));
      const grant = grants.issue({ ...linkUse(id, name), by: callerOf(response).name, expires });
      const file = name === undefined ? 'result' : `files/${encodeURIComponent(name)}`;
      const url = `${request.protocol}://${request.host}${basePathOf(response)}/jobs/${id}/${file}?grant=${grant}`;
      response.status(201).json({ url, expiresAt: new Date(expires * 1000).toISOString() });
    },
  };
}

const sessionSeconds = 30 * 24 * 60 * 60;

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
