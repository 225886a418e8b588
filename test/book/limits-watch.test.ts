import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { isProcessRunning } from '../helpers/is-process-running.ts';

/** Starts a process that hangs, watched like one that reads a book, and waits. */
const parent = `
  const hanging = \`
    const { Worker } = require('node:worker_threads');
    const watch = new Worker(new URL(process.argv[1]), { workerData: { megabytes: 10_000, seconds: 1000, parent: process.ppid } });
    watch.once('online', () => {
      require('node:fs').writeSync(1, String(process.pid));
      for (;;);
    });\`;
  const stdio = ['ignore', 'inherit', 'inherit'];
  require('node:child_process').spawn(process.execPath, ['--eval', hanging, process.argv[1]], { stdio });`;

// Windows tells nobody that a parent has ended.
it.skipIf(process.platform === 'win32')(
  'a reader that hangs ends when the program that started it is killed',
  async () => {
    const watch = pathToFileURL(path.resolve('dist/limits-watch-worker.js')).href;
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const program = spawn(process.execPath, ['--eval', parent, watch], { stdio: [...stdio] });
    const [data]: unknown[] = await once(program.stdout, 'data');
    const pid = Number(String(data));
    onTestFinished(() => {
      if (isProcessRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    expect(pid).toBeGreaterThan(0);
    program.kill('SIGKILL');
    // Both processes had its other end.
    await once(program.stdout.resume(), 'end');
  },
);
