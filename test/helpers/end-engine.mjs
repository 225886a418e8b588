// Ends an engine while its reply is on the way, then prints 'ended'. The argument names the engine: `embedded` or `natural`.
import { setImmediate } from 'node:timers/promises';
import { EngineProcess } from '../../build/core/process/engine/engine-process.js';
import { ModelProcess } from '../../build/speech/natural/engine/model-process.js';

const running = process.argv[2] === 'embedded' ? embedded() : natural();
await setImmediate();
// Nothing is read until the reply has arrived.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
await running.engine.end();
await running.asked;
process.stdout.write('ended');

function embedded() {
  const engine = new EngineProcess(new URL('../../build/speech/embedded/engine-worker.js', import.meta.url));
  const { signal } = new AbortController();
  return { engine, asked: engine.ask({ task: 'espeak-voices' }, { signal }).catch(String) };
}

function natural() {
  const model = { kind: 'kokoro', folder: '/nonexistent' };
  const engine = new ModelProcess({ model, calls: 1, threads: 1 });
  return { engine, asked: engine.loaded().catch(String) };
}
