import type { ChildProcess } from 'node:child_process';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { ChildHold } from '../../core/process/child-hold.ts';
import { forkChild } from '../../core/process/fork-child.ts';
import { hasGroups, killGroup } from '../../core/process/kill-child.ts';
import type { Pcm } from '../../core/pcm.ts';
import { soundFd } from './engine-protocol.ts';
import type { EngineMessage, EngineRequest, EngineText } from './engine-protocol.ts';
import { SoundReader } from './sound-reader.ts';

/** The reply of an engine to a request. */
export type EngineReply = EngineMessage | { readonly pcm: Pcm };

/** Number of the last characters of standard error that are kept for the error. */
const maxStderrLength = 500;

/** A speech engine in a child process, where it can crash, hang and be killed alone. Handles one request at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #hold: ChildHold;
  readonly #ended: Promise<string>;
  #running = true;
  /** Takes the answer to the request in flight. */
  #take: (answer: unknown) => void = () => {};
  /** Fails the request in flight. */
  #fail: (reason: string) => void = () => {};
  #stderr = '';

  /** Throws a retryable `output-failed` when too many files are open. */
  constructor() {
    this.#child = forkChild(new URL('./engine-worker.js', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      // A group of its own, which is killed with the programs in it.
      detached: hasGroups,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    this.#child.stderr?.on('data', (text) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-maxStderrLength);
    });
    const sounds = new SoundReader((pcm) => this.#take({ pcm }));
    const arriving = this.#child.stdio[soundFd];
    if (arriving && 'read' in arriving) arriving.on('data', (bytes: Buffer) => sounds.add(bytes));
    this.#child.on('message', (message) => this.#take(message));
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#running = false;
        this.#fail(reason);
        resolve(reason);
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    });
    this.#hold = new ChildHold(this.#child);
  }

  /** False once the process has ended or was killed. */
  get isRunning(): boolean {
    return this.#running;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a request and returns the reply. Throws a retryable `provider-failed` when the engine fails or exits. An abort kills the process. */
  async ask(request: EngineRequest, signal: AbortSignal): Promise<EngineReply> {
    let reply: unknown;
    await this.#exchange(request, signal, (answer) => {
      reply = answer;
      return true;
    });
    if (!isReply(reply)) throw engineFailure('invalid reply');
    if ('failure' in reply) throw engineFailure(reply.failure);
    return reply;
  }

  /** Speaks a text. Throws as `ask`. */
  async speak(text: EngineText, signal: AbortSignal): Promise<Pcm> {
    const reply = await this.ask(text, signal);
    if ('pcm' in reply) return reply.pcm;
    throw new AudiobookError('internal', `The speech engine replied to '${text.task}' without audio.`);
  }

  /** Speaks texts and gives each in their order to `onAnswer`, or undefined for one that fails. Throws as `ask`. */
  async speakAll(
    texts: readonly EngineText[],
    signal: AbortSignal,
    onAnswer: (place: number, pcm: Pcm | undefined) => void,
  ): Promise<void> {
    let answered = 0;
    await this.#exchange(texts, signal, (answer) => {
      const pcm = isReply(answer) && 'pcm' in answer && answer.pcm.sampleRate > 0 ? answer.pcm : undefined;
      onAnswer(answered, pcm);
      answered += 1;
      return answered === texts.length;
    });
  }

  /** Sends a request and gives each answer to `take`, which returns whether it is the last one. */
  async #exchange(request: EngineRequest, signal: AbortSignal, take: (answer: unknown) => boolean): Promise<void> {
    this.#hold.hold();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        this.#kill();
        settle(() => reject(canceled(signal)));
      };
      let isSettled = false;
      const settle = (finish: () => void): void => {
        if (isSettled) return;
        isSettled = true;
        signal.removeEventListener('abort', abort);
        this.#take = () => {};
        this.#fail = () => {};
        this.#hold.release();
        finish();
      };
      this.#take = (answer) => {
        if (take(answer)) settle(resolve);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#fail = (reason) => settle(() => reject(engineFailure(`ended with ${reason}`, this.#stderr)));
      this.#child.send(request, (error) => {
        if (error) settle(() => reject(engineFailure(error.message)));
      });
    });
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#hold.hold();
    this.#kill();
    await this.#ended;
    this.#hold.release();
  }

  /** Kills it and the program that it runs. */
  #kill(): void {
    this.#running = false;
    killGroup(this.#child);
  }
}

function isReply(message: unknown): message is EngineReply {
  return (
    typeof message === 'object' &&
    message !== null &&
    ['pcm', 'words', 'sounds', 'voices', 'failure'].some((name) => name in message)
  );
}

/** Standard error goes into the cause only: it may contain paths of this machine. */
function engineFailure(reason: string, stderr = ''): AudiobookError {
  const cause = stderr === '' ? undefined : new Error(stderr);
  return new AudiobookError('provider-failed', `The embedded speech engine failed: ${reason}.`, {
    retryable: true,
    cause,
  });
}
