import { checkOcrLanguages } from '../book/pdf/ocr/tesseract.ts';
import type { TaskConfig } from '../narration/tasks/task.ts';
import { invalidValue } from '../core/errors.ts';
import { chooseTask, promptOf } from './script/choose-task.ts';
import { checkCast, isCastAsked } from './cast/cast-source.ts';
import type { NarrationRequest } from './conversion.ts';
import { loadLexicon } from './open/load-lexicon.ts';
import { checkCoverFile } from './read/choose-cover.ts';
import { checkOutput } from './output/check-output.ts';
import { checkStream } from './output/claim-output.ts';
import { checkSource } from './read/check-source.ts';

/**
 * Checks everything about a request that can be known before the book is read. Both doors call it before they prepare a
 * run, and every conversion before it begins. Throws `file-not-found`, `bad-value`, `book-damaged` or `book-unsupported`.
 */
export async function checkRequest(request: NarrationRequest): Promise<void> {
  const { coverFile, ocrLanguage, lexicons, castSource } = request;
  const task = chooseTask(request);
  checkHosts(task, request);
  await checkSource(request);
  if (request.stream) checkStream(request);
  else await checkOutput(request);
  if (coverFile !== undefined) await checkCoverFile(coverFile);
  await promptOf(task, request);
  await loadLexicon(lexicons);
  if (castSource) await checkCast(castSource);
  if (ocrLanguage !== undefined) await checkOcrLanguages(ocrLanguage);
}

/** Two hosts need a script in turns, and their voices. */
function checkHosts(
  { outputStructure }: TaskConfig,
  { hosts, castSource }: Pick<NarrationRequest, 'hosts' | 'castSource'>,
): void {
  if (hosts !== 2) return;
  if (outputStructure !== 'turns') throw invalidValue('number of hosts', hosts, '1, or the task podcast');
  if (isCastAsked(castSource)) throw invalidValue('number of hosts', hosts, '1 together with a cast');
}
