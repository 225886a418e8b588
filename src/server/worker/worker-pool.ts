import { throwIfCanceled } from '../../core/errors.ts';
import { retry } from '../../core/retry.ts';
import type { RetryPolicy } from '../../core/retry.ts';
import { WorkerProcess } from './worker-process.ts';
import type { RunInWorkerOptions } from './worker-process.ts';
import type { WorkerRequest } from './worker-messages.ts';

const startPolicy: RetryPolicy = { attempts: 30, firstDelayMs: 500, maxDelayMs: 10_000 };

/**
 * Runs requests in processes of their own, one request at a time in each. A process that worked well is kept for the next
 * request, because starting one costs a second, unless it holds much memory. Whatever happens in it, the service goes on.
 */
export class WorkerPool implements AsyncDisposable {
  readonly #maxIdle: number;
  readonly #maxBytes: number;
  readonly #idle: WorkerProcess[] = [];
  #closed = false;

  /** `maxIdle` is the number of processes that are kept between requests, `maxBytes` the heap that each may use. */
  constructor(maxIdle: number, maxBytes: number) {
    this.#maxIdle = maxIdle;
    this.#maxBytes = maxBytes;
  }

  /**
   * Runs a request and returns its result. After the signal is aborted, the process has a moment to clean up before it is
   * killed. Throws what the work throws, `canceled`, and `book-too-large` when the memory limit is exceeded.
   */
  async run<Value>(request: WorkerRequest, options: RunInWorkerOptions): Promise<Value> {
    throwIfCanceled(options.signal);
    const idle = this.#takeIdle();
    if (!idle) return await this.#runIn<Value>(await this.#start(options), request, options);
    try {
      return await this.#runIn<Value>(idle, request, options);
    } catch (thrown) {
      if (idle.hasStarted || options.signal.aborted) throw thrown;
      // It died before the request arrived.
      return await this.#runIn<Value>(await this.#start(options), request, options);
    }
  }

  /** Waits where too many files are open, as with many connections: the job is not to fail for it. */
  async #start({ signal }: Pick<RunInWorkerOptions, 'signal'>): Promise<WorkerProcess> {
    return await retry(async () => new WorkerProcess(this.#maxBytes), startPolicy, signal);
  }

  async #runIn<Value>(worker: WorkerProcess, request: WorkerRequest, options: RunInWorkerOptions): Promise<Value> {
    try {
      return await worker.run<Value>(request, options);
    } finally {
      if (!this.#closed && worker.isReusable && this.#idle.length < this.#maxIdle) this.#idle.push(worker);
      else await worker.kill();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map((worker) => worker.kill()));
  }

  /** An idle process may have died meanwhile. */
  #takeIdle(): WorkerProcess | undefined {
    return this.#idle.splice(0).reduce<WorkerProcess | undefined>((taken, worker) => {
      if (!worker.isReusable) return taken;
      if (taken) this.#idle.push(worker);
      return taken ?? worker;
    }, undefined);
  }
}
