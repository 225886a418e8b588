import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { killChild } from '../../../src/core/process/kill-child.ts';
import { runProgram } from '../../../src/core/process/run-program.ts';
import { startProgram } from '../../../src/core/process/start-program.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function isGone(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return false;
  } catch {
    return true;
  }
}

describe('runProgram', () => {
  it('returns what the program wrote', async () => {
    const { stdout, stderr } = await runProgram('sh', ['-c', 'echo "$1"; echo oops >&2', 'sh', '$HOME "a b"']);
    expect([stdout.toString(), stderr]).toEqual(['$HOME "a b"\n', 'oops\n']);
  });

  it.each([
    ['text', 'a book'],
    ['bytes', Buffer.from('a book')],
    ['a stream', Readable.from(['a ', 'book'])],
  ])('feeds %s to its standard input', async (_kind, input) => {
    expect((await runProgram('cat', [], { input })).stdout.toString()).toBe('a book');
  });

  it('closes its standard input when there is nothing to read', async () => {
    expect((await runProgram('cat', [])).stdout).toHaveLength(0);
  });

  it('accepts a program that does not read its input', async () => {
    expect((await runProgram('true', [], { input: Buffer.alloc(1_000_000) })).stdout).toHaveLength(0);
  });

  it('stops the program when its input fails', async () => {
    const input = new Readable({ read: () => input.destroy(new Error('the disk is gone')) });
    await expect(runProgram('cat', [], { input })).rejects.toThrow('the disk is gone');
  });

  it.each(['/no/such/program', '/etc/passwd', '/etc/passwd/program', '/'])(
    'reports that %s cannot be started',
    async (program) => {
      await expect(runProgram(program, [], { input: 'x' })).rejects.toMatchObject({
        failure: 'not-started',
        code: expect.stringMatching(/^E[A-Z]+$/u),
      });
    },
  );

  it('reports the exit code and the end of standard error', async () => {
    const script = 'for i in $(seq 5000); do echo line $i >&2; done; exit 3';
    const failure = await runProgram('sh', ['-c', script]).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      failure: 'exited',
      exitCode: 3,
      message: 'sh exited with code 3',
      stderr: expect.stringMatching(/line 5000\n$/u),
    });
    expect(failure).toHaveProperty('stderr.length', 8192);
  });

  it('reports the signal that killed the program', async () => {
    const running = runProgram('sh', ['-c', 'kill -9 $$']);
    await expect(running).rejects.toMatchObject({ failure: 'killed', message: 'sh was killed with signal SIGKILL' });
  });

  it('kills a program that takes too long', async () => {
    const running = runProgram('sleep', ['60'], { timeoutMs: 50 });
    await expect(running).rejects.toMatchObject({ failure: 'timed-out' });
  });

  it('kills a program that writes too much', async () => {
    const running = runProgram('cat', ['/dev/zero'], { maxOutputBytes: 1000 });
    await expect(running).rejects.toMatchObject({ failure: 'too-much-output' });
  });

  it('does not start a program when the signal is already aborted', async () => {
    const running = runProgram('/no/such/program', [], { signal: AbortSignal.abort() });
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
  });

  it('is done at once after an abort, even when a child of the program holds its output open', async () => {
    const controller = new AbortController();
    const pidFile = path.join(await temporaryFolder(), 'pid');
    const script = `sleep 600 & echo $! >'${pidFile}'; wait`;
    const running = runProgram('sh', ['-c', script], { signal: controller.signal });
    const child = async () => Number(await readFile(pidFile, 'utf8').catch(() => '0'));
    await expect.poll(child).toBeGreaterThan(0);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
    process.kill(await child());
  });

  it('passes on only the given environment', async () => {
    const { stdout } = await runProgram('env', [], { env: { PATH: process.env['PATH'], WORD: 'x' } });
    expect(stdout.toString().trim().split('\n').toSorted()).toEqual([`PATH=${process.env['PATH']}`, 'WORD=x']);
  });
});

describe('startProgram', () => {
  it('streams through the program', async () => {
    await using running = startProgram('cat', []);
    running.stdin.write('one ');
    running.stdin.end('two');
    const chunks = await Readable.from(running.stdout).toArray();
    await running.ended;
    expect(Buffer.concat(chunks).toString()).toBe('one two');
  });

  it('kills the program and waits for its end', async () => {
    const running = startProgram('sleep', ['60']);
    await running.stop();
    expect(isGone(running.pid)).toBe(true);
    await expect(running.ended).rejects.toMatchObject({ failure: 'killed' });
    await running.stop();
  });

  it('kills a program that is stopped before it has started', async () => {
    const running = startProgram('sleep', ['60'], { signal: AbortSignal.abort() });
    await expect(running.ended).rejects.toMatchObject({ code: 'canceled' });
    expect(isGone(running.pid)).toBe(true);
  });

  it('fails with the first reason', async () => {
    const running = startProgram('sleep', ['60']);
    void running.stop(new Error('the first'));
    void running.stop(new Error('the second'));
    await expect(running.ended).rejects.toThrow('the first');
  });

  it('leaves a program time to end by itself', async () => {
    const script = 'trap "echo saved; exit 0" TERM; echo ready; while :; do sleep 0.02; done';
    const running = startProgram('sh', ['-c', script], { killGraceMs: 600_000 });
    await once(running.stdout, 'data');
    const rest = text(running.stdout);
    await running.stop();
    expect(await rest).toBe('saved\n');
  });

  it('kills a program that ignores SIGTERM once the time is up', async () => {
    const running = startProgram('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.02; done'], {
      killGraceMs: 200,
    });
    await once(running.stdout, 'data');
    await running.stop();
    expect(isGone(running.pid)).toBe(true);
  });
});

it('a program that could not be started is not killed, which would kill all processes of the group', async () => {
  const program = spawn('/nonexistent');
  const kill = vi.spyOn(program, 'kill').mockReturnValue(true);
  const failed = once(program, 'error').catch((error: unknown) => error);
  killChild(program, 'SIGKILL');
  await failed;
  expect(kill).not.toHaveBeenCalled();
});
