import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { AudiobookError, canceled } from '../../core/errors.ts';
import type { EngineReply, EngineRequest } from './engine-protocol.ts';

/** How much of what a dying engine wrote goes into the error. */
const lastWordsLength = 500;

/** A speech engine in a process of its own, so that it can crash, hang and be killed alone. Answers one request at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<string>;
  #running = true;
  /** Fails the request that is under way. */
  #fail: (how: string) => void = () => {};
  #lastWords = '';

  constructor() {
    const worker = fileURLToPath(new URL('./engine-worker.js', import.meta.url));
    this.#child = fork(worker, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (words) => {
      this.#lastWords = `${this.#lastWords}${words}`.slice(-lastWordsLength);
    });
    this.#ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#running = false;
        this.#fail(how);
        resolve(how);
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    });
    this.#keepAlive(false);
  }

  /** False once the process has ended or is about to. */
  get isRunning(): boolean {
    return this.#running;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Throws a retryable `provider-failed` when the engine fails or its process ends; an abort kills the process. */
  async ask(request: EngineRequest, signal: AbortSignal): Promise<EngineReply> {
    this.#keepAlive(true);
    const reply = await new Promise<EngineReply>((resolve, reject) => {
      const abort = (): void => {
        this.#kill();
        settle(() => reject(canceled(signal)));
      };
      const settle = (finish: () => void): void => {
        signal.removeEventListener('abort', abort);
        this.#child.off('message', answer);
        this.#fail = () => {};
        this.#keepAlive(false);
        finish();
      };
      const answer = (message: unknown): void =>
        settle(() => (isReply(message) ? resolve(message) : reject(failure('gave no answer'))));
      signal.addEventListener('abort', abort, { once: true });
      this.#child.once('message', answer);
      this.#fail = (how) => settle(() => reject(failure(`ended with ${how}`, this.#lastWords)));
      this.#child.send(request, (error) => {
        if (error) settle(() => reject(failure(error.message)));
      });
    });
    if ('failure' in reply) throw failure(reply.failure);
    return reply;
  }

  /** Ends the process, however busy it is, and waits until it is gone. */
  async end(): Promise<void> {
    this.#keepAlive(true);
    this.#kill();
    await this.#ended;
    this.#keepAlive(false);
  }

  /** An idle engine must not keep the program running; one that speaks must. */
  #keepAlive(yes: boolean): void {
    const change = yes ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
    if (this.#child.stderr instanceof Socket) this.#child.stderr[change]();
  }

  #kill(): void {
    this.#running = false;
    this.#child.kill('SIGKILL');
  }
}

function isReply(message: unknown): message is EngineReply {
  return (
    typeof message === 'object' && message !== null && ['pcm', 'voices', 'failure'].some((name) => name in message)
  );
}

/** What the process wrote goes into the cause only: it may hold paths of this machine. */
function failure(what: string, lastWords = ''): AudiobookError {
  return new AudiobookError('provider-failed', `The embedded speech engine failed: ${what}.`, {
    retryable: true,
    ...(lastWords && { cause: new Error(lastWords) }),
  });
}
