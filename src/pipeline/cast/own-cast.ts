import path from 'node:path';
import { expectationOf } from '../../narration/tasks/task.ts';
import type { NarrationRequest } from '../conversion.ts';
import { scriptsFolder } from '../output/output-paths.ts';
import { chooseTask, promptOf } from '../script/choose-task.ts';

/**
 * Returns the request of a narration with its cast: a book that is directed always has one, kept among its scripts where no other is asked
 * for. Throws as `chooseTask` and `promptOf` do.
 */
export async function withOwnCast<Request extends NarrationRequest>(request: Request): Promise<Request> {
  if (request.castSource !== undefined) return request;
  const task = chooseTask(request);
  if (!expectationOf(task, await promptOf(task, request)).direction) return request;
  const folder = request.scriptsFolder ?? scriptsFolder(request.output);
  return { ...request, castSource: { file: path.join(folder, 'cast.yaml'), isOwn: true } };
}
