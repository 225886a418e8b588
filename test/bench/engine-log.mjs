// Loaded with `node --import` into every process of a run: appends what is asked of the engines of natural voices, and when they
// answer, to the file ENGINE_LOG, one JSON object a line. Times are milliseconds since 1970.
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const file = process.env.ENGINE_LOG;
const { fork } = childProcess;

if (file !== undefined) {
  childProcess.fork = (module, ...rest) => {
    const child = fork(module, ...rest);
    return module.endsWith('natural-worker.js') ? logged(child) : child;
  };
  syncBuiltinESMExports();
}

function logged(child) {
  const { send } = child;
  child.send = (message, ...rest) => {
    note(child, message.task === 'load' ? { load: message } : { ask: message });
    return send.call(child, message, ...rest);
  };
  child.on('message', ({ id, loaded, pcm, computeMs }) => {
    if (loaded) note(child, { loaded });
    else note(child, { id, computeMs, samples: pcm?.samples.length, sampleRate: pcm?.sampleRate });
  });
  return child;
}

function note({ pid }, entry) {
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), pid, ...entry })}\n`);
}
