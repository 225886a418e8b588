import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerRequest } from './answer-request.ts';
import type { PageImage, Recognition } from './pdf/document/pdf-options.ts';
import type { ReadResponse, ReadRequest, RecognitionResponse } from './reader-messages.ts';
import { limitsOf } from './read-limits.ts';

/** Id of the program that waits for the book. */
const { ppid: parent } = process;

// This process reads one book and ends. Another thread watches the memory because reading may block this one.
process.once('message', (request: ReadRequest) => {
  const { memoryMegabytes: megabytes } = limitsOf(request.choices);
  const watch = new URL('./memory-watch-worker.js', import.meta.url);
  new Worker(watch, { workerData: { megabytes, parent } }).unref();
  void reply(request);
});

async function reply(request: ReadRequest): Promise<void> {
  const message = await answerRequest(request, askParent);
  process.send?.(message, () => process.disconnect());
}

/** The parent starts the recognition program because it has the PATH and can cancel it. */
async function askParent(page: PageImage): Promise<Recognition | undefined> {
  process.send?.({ page } satisfies ReadResponse);
  const [response]: RecognitionResponse[] = await once(process, 'message');
  return response?.recognition;
}
