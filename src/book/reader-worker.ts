import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WatchedLimits } from './limits-watch-worker.ts';
import { answerRequest } from './answer-request.ts';
import type { PageImage, Recognition } from './pdf/document/pdf-options.ts';
import type { ReadResponse, ReadRequest, RecognitionResponse } from './reader-messages.ts';
import { limitsOf } from './read-limits.ts';

/** Id of the program that waits for the book. */
const { ppid: parent } = process;

let watch: Worker | undefined;

// This process reads one book and ends. Another thread watches its memory and time because reading may block this one.
process.once('message', (request: ReadRequest) => {
  const { memoryMegabytes: megabytes, seconds } = limitsOf(request.choices);
  const workerData: WatchedLimits = { megabytes, seconds, parent };
  watch = new Worker(new URL('./limits-watch-worker.js', import.meta.url), { workerData });
  watch.unref();
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
  // A thread of this process: no window can listen.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  watch?.postMessage('next page');
  return response?.recognition;
}
