import { checkBookFile } from '../book/check-book-file.ts';
import { checkOcrLanguages } from '../book/pdf/ocr/tesseract.ts';
import { dialogueTask, getPrompt } from '../narration/tasks/prompts.ts';
import { invalidValue } from '../core/errors.ts';
import { checkCast } from './casting/cast-source.ts';
import type { NarrationRequest } from './conversion.ts';
import { narrationOptions } from './options/narration-options.ts';
import { loadLexicon } from './tools/load-lexicon.ts';
import { readCoverFile } from './output/choose-cover.ts';
import { checkOutput } from './output/check-output.ts';

/**
 * Checks everything about a request that can be known before the book is read. Both doors call it before they prepare a
 * run, and every conversion before it begins. Throws `file-not-found`, `bad-value`, `book-damaged` or `book-unsupported`.
 */
export async function checkRequest(request: NarrationRequest): Promise<void> {
  const { bookFile, coverFile, ocrLanguage, lexicons, castSource, task = narrationOptions.task.default } = request;
  checkHosts(request);
  await checkBookFile(bookFile);
  await checkOutput(request);
  if (coverFile !== undefined) await readCoverFile(coverFile);
  await getPrompt(task, request);
  await loadLexicon(lexicons);
  if (castSource) await checkCast(castSource);
  if (ocrLanguage !== undefined) await checkOcrLanguages(ocrLanguage);
}

/** Two hosts need a script in turns, and their voices. */
function checkHosts({ hosts, task, castSource }: Pick<NarrationRequest, 'hosts' | 'task' | 'castSource'>): void {
  if (hosts !== 2) return;
  if (task !== dialogueTask) throw invalidValue('number of hosts', hosts, `1, or the task ${dialogueTask}`);
  if (castSource) throw invalidValue('number of hosts', hosts, '1 together with a cast');
}
