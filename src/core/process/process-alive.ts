import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from '../errors.ts';

let ownIdentity: string | undefined;

/**
 * Returns `4711-1f2e3d4c5b6a`: the id of this process and, on Linux, a hash of the time at which it started. The system gives
 * the id to a later process, the pair to none. Elsewhere it is the id alone.
 */
export function processIdentity(): string {
  ownIdentity ??= [process.pid, startHash(process.pid)].filter((part) => part !== undefined).join('-');
  return ownIdentity;
}

/**
 * Returns an id of the place that gives out process ids: on Linux the start of the machine and the container,
 * elsewhere the name of the machine. A process id means nothing in another place.
 */
export function processPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * Reports whether the process with this `processIdentity`, or a bare process id, is running. An id without a start time, or
 * one whose start time cannot be read, counts as running while any process has it.
 */
export function isProcessAlive(identity: string): boolean {
  const [, id, started] = /^([1-9]\d*)(?:-([0-9a-f]+))?$/u.exec(identity.trim()) ?? [];
  if (id === undefined || !hasProcess(Number(id))) return false;
  const now = started === undefined ? undefined : startHash(Number(id));
  return now === undefined || now === started;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCode(thrown) === 'EPERM';
  }
}

/** The start time counts from the start of the machine, which the boot id identifies. */
function startHash(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name, in parentheses, may hold anything. The start time is the 20th field after it (proc_pid_stat(5)).
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return createHash('sha256').update(`${boot} ${startTime}`).digest('hex').slice(0, 12);
  } catch {
    return undefined;
  }
}
