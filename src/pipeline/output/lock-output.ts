import { readFile, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { hiddenSibling } from '../../core/files/atomic-file.ts';
import { AudiobookError, canceled, systemCode } from '../../core/errors.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { outputError } from '../../core/files/output-error.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { lockPath } from '../../core/process/lock-path.ts';
import { isProcessAlive, processPlace } from '../../core/process/process-alive.ts';
import { resolveTarget } from '../../core/files/resolve-target.ts';
import { runRecordPath } from './earlier-results.ts';

/** The process that writes an output, as the record of its run names it. */
const ownerSchema = z.object({ process: z.string(), place: z.string() });

/** Options of `lockOutput`. */
export interface OutputLockOptions {
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  /** Time to wait while another run holds the lock, in milliseconds. Default: 0. */
  readonly waitMs?: number | undefined;
  /** Called once when the wait begins, with a sentence about the other run. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/**
 * Locks an output for one run, and makes its folder when the folder around that exists. Disposing undoes both; a folder with
 * files stays. Throws `bad-value` when another run holds the lock for longer than `waitMs`. The lock of a dead process is taken over: at once when the
 * process ran here, after a few seconds otherwise.
 */
export async function lockOutput(output: string, options: OutputLockOptions): Promise<AsyncDisposable> {
  const { signal, waitMs = 0, onWait } = options;
  const untilMs = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await tryLockOutput(output, options);
    } catch (thrown) {
      if (!(thrown instanceof AudiobookError) || !thrown.retryable || performance.now() >= untilMs) throw thrown;
      if (isFirst) onWait?.(thrown.message);
      await delay(pollMs, undefined, { signal }).catch(() => {
        throw canceled(signal);
      });
    }
  }
}

const pollMs = 1000;

async function tryLockOutput(output: string, { signal, warn }: OutputLockOptions): Promise<AsyncDisposable> {
  const folder = path.dirname(output);
  const isNew = await makeFolder(folder);
  const undo = async (): Promise<void> => (isNew ? await rmdir(folder).catch(() => undefined) : undefined);
  const { path: target } = await resolveTarget(output);
  try {
    const lock = await lockPath(hiddenSibling(target, 'lock'), {
      signal,
      isAbandoned: async () => await isAbandoned(output),
      inUse: () => inUse(output, 'Another run'),
      onLost: () => warn(`The lock of ${output} was removed. Another run may write the same files.`),
    });
    return {
      async [Symbol.asyncDispose]() {
        await lock[Symbol.asyncDispose]();
        await undo();
      },
    };
  } catch (thrown) {
    await undo();
    throw systemCode(thrown) === undefined ? thrown : outputError(thrown, output);
  }
}

/** Reports whether the owner is dead. Asks twice: a new owner may not have written its record yet. */
async function isAbandoned(output: string): Promise<boolean> {
  const first = await readOwner(output);
  if (first === undefined || first.place !== processPlace()) return false;
  if (isProcessAlive(first.process)) throw inUse(output, `Process ${Number.parseInt(first.process, 10)}`);
  await delay(newOwnerMs);
  return (await readOwner(output))?.process === first.process;
}

const newOwnerMs = 100;

async function readOwner(output: string): Promise<z.infer<typeof ownerSchema> | undefined> {
  const text = await readFile(runRecordPath(output), 'utf8').catch(() => '');
  const parsed = ownerSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

function inUse(output: string, owner: string): AudiobookError {
  const message = `${owner} is already writing ${output}. Wait for it to end (--wait), or choose another output.`;
  return new AudiobookError('bad-value', message, { retryable: true });
}
