import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EnginePool } from '../../src/speech/embedded/engine-pool.ts';
import { espeakSystem } from '../../src/speech/embedded/espeak/espeak-system.ts';
import type { EspeakEngine } from '../../src/speech/embedded/espeak/espeak-engine.ts';
import { isProcessRunning } from '../helpers/is-process-running.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const table = ' 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)';

/** Puts an espeak-ng in front of the one of this machine, which runs `speak` for a text, and returns its engine and its folder. */
async function installed(pool: EnginePool, speak: string): Promise<{ engine: EspeakEngine; folder: string }> {
  const folder = await temporaryFolder();
  const answers = `--version) echo 'eSpeak NG text-to-speech: 9.9' ;; --voices) echo '${table}' ;;`;
  const program = `#!/bin/sh\ncase "$1" in ${answers} *) cd '${folder}'; ${speak} ;; esac\n`;
  await writeFile(path.join(folder, 'espeak-ng'), program, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await espeakSystem(pool);
  if (!engine) throw new Error('The program is not found.');
  return { engine, folder };
}

describe('the espeak-ng of this machine', () => {
  it('is killed with its process when its text is canceled', async () => {
    const pool = new EnginePool(1);
    await using _ended = pool;
    const { engine, folder } = await installed(pool, 'echo $$ > pid.new; mv pid.new pid; exec sleep 300');
    expect(engine.version).toBe('system 9.9');
    const abort = new AbortController();
    const spoken = engine.speak('gmw/en-US', 'A text.', abort.signal).catch((error: unknown) => error);
    const readPid = async (): Promise<string> => await readFile(path.join(folder, 'pid'), 'utf8').catch(() => '');
    await expect.poll(readPid).not.toBe('');
    const pid = Number(await readPid());
    expect(isProcessRunning(pid)).toBe(true);
    abort.abort();
    expect(await spoken).toMatchObject({ code: 'canceled' });
    await expect.poll(() => isProcessRunning(pid)).toBe(false);
  });

  it('that fails is named with its exit code, also when it ends before its text is written to it', async () => {
    const pool = new EnginePool(1);
    await using _ended = pool;
    const { engine } = await installed(pool, 'echo Broken >&2; exit 3');
    // Whether the text finds its reader gone is a matter of chance, and more likely on a busy machine.
    for (let run = 0; run < 100; run += 1) {
      await expect(engine.speak('gmw/en-US', 'A text.', new AbortController().signal)).rejects.toMatchObject({
        code: 'provider-failed',
        retryable: true,
        message: 'The embedded speech engine failed: espeak-ng ended with exit code 3.',
      });
    }
  });
});
