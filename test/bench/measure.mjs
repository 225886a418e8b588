import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Clock ticks per second in which Linux counts CPU time. */
const ticksPerSecond = 100;

/** Returns the CPU seconds (user and system) of all ended children of this process (Linux only). */
export async function childrenCpuSeconds() {
  const text = await readFile('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Waits until a child exits and returns the CPU seconds that it took by itself, up to a tenth of a second before (Linux only). */
export async function lastCpuSeconds(child) {
  const ended = once(child, 'exit');
  let seconds = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const text = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    seconds = Math.max(seconds, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond || 0);
    await Promise.race([ended, delay(100)]);
  }
  return seconds;
}

/** Waits until a child exits and returns its peak resident memory in megabytes (Linux only). */
export async function peakMegabytes(child) {
  const ended = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024);
    await Promise.race([ended, delay(100)]);
  }
  return peak;
}

/** Returns the median duration of several runs of `work` in seconds. */
export function medianSeconds(runs, work) {
  const seconds = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return (performance.now() - started) / 1000;
  });
  return seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)];
}

/** Prints rows as aligned columns. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '));
}
