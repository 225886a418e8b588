import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const build = new URL('../../../build/', import.meta.url);

/** Runs code in a process that may open no file any more, and returns what it threw. `ended` is what an unhandled error prevents. */
async function withoutFiles(module: string, code: string): Promise<unknown> {
  const script = `
    import { openSync, writeSync } from 'node:fs';
    const { AudiobookError } = await import('${new URL('core/errors.js', build).href}');
    const module = await import('${new URL(module, build).href}');
    try { for (;;) openSync('/dev/null'); } catch {}
    let thrown;
    try { ${code} } catch (error) { thrown = error; }
    setImmediate(() => {
      const { code, retryable } = thrown instanceof AudiobookError ? thrown : { code: String(thrown) };
      writeSync(1, JSON.stringify({ code, retryable, ended: 'in order' }));
      process.exit();
    });`;
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('sh', limited);
  return JSON.parse(stdout);
}

describe.skipIf(process.platform === 'win32')('a program with too many open files', () => {
  it.each([
    ['an engine', 'core/process/engine/engine-process.js', "new module.EngineProcess(new URL('file:///engine.js'))"],
    [
      'a model',
      'speech/natural/engine/model-process.js',
      'new module.ModelProcess({ model: {}, calls: 1, threads: 1, onLog: () => {} })',
    ],
    ['a conversion', 'server/worker/worker-process.js', 'new module.WorkerProcess(1e9)'],
  ])('goes on where the process of %s cannot be started', async (_name, module, code) => {
    expect(await withoutFiles(module, code)).toEqual({ code: 'output-failed', retryable: true, ended: 'in order' });
  });

  it('does not take ffmpeg for missing', async () => {
    const code = "await import('node:child_process'); await module.locateFfmpeg()";
    const thrown = await withoutFiles('audio/ffmpeg/locate-ffmpeg.js', code);
    expect(thrown).toEqual({ code: 'output-failed', retryable: false, ended: 'in order' });
  });
});
