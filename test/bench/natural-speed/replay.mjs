import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Clock ticks per second in which Linux counts CPU time. */
const ticksPerSecond = 100;

/** Asks an engine for utterances, the longest first, so many at once, and returns its CPU seconds and wall seconds without the load. */
export async function replay(worker, { load, utterances, calls }) {
  const child = fork(worker, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(calls + 4) },
  });
  child.send(load);
  const [{ loaded }] = await once(child, 'message');
  if (!loaded) throw new Error('The model cannot be loaded.');
  const [cpuBefore, started] = [cpuSeconds(child.pid), performance.now()];
  const left = utterances.toSorted((one, other) => other.text.length - one.text.length);
  const waiting = new Map();
  let samples = 0;
  child.on('message', ({ id, pcm }) => {
    samples += pcm.samples.length / pcm.sampleRate;
    waiting.get(id)?.();
  });
  const speak = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const answered = new Promise((resolve) => waiting.set(next.id, resolve));
      child.send({ ...next, task: 'speak' });
      await answered;
    }
  };
  await Promise.all(Array.from({ length: calls }, speak));
  const result = {
    cpu: cpuSeconds(child.pid) - cpuBefore,
    wall: (performance.now() - started) / 1000,
    loadCpu: cpuBefore,
    audio: samples,
  };
  child.kill('SIGKILL');
  // Its CPU time is counted when it has ended.
  await once(child, 'exit');
  return result;
}

function cpuSeconds(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
