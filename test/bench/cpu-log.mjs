// Loaded with `node --import` into every process of a run: writes the CPU seconds of the process, and of its first thread, into
// the folder CPU_LOG. The first thread runs the program; the engines of voices and recognizers compute in others (Linux only).
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.CPU_LOG;
/** Clock ticks per second in which Linux counts CPU time. */
const ticksPerSecond = 100;

if (folder !== undefined && isMainThread) {
  // Engines are ended by a signal: what they did since the last note is lost.
  setInterval(note, 50).unref();
  process.on('exit', note);
}

function note() {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const first = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  const { user, system } = process.cpuUsage();
  const program = path.basename(process.argv[1] ?? '');
  const total = (user + system) / 1e6;
  const file = path.join(folder, `${process.pid}.json`);
  writeFileSync(`${file}.new`, JSON.stringify({ program, total, first }));
  renameSync(`${file}.new`, file);
}
