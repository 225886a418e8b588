import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isProcessAlive, processIdentity } from '../../../src/core/process/process-alive.ts';

describe('isProcessAlive', () => {
  it('is true for this process, with and without its start', () => {
    expect([processIdentity(), String(process.pid)].map(isProcessAlive)).toEqual([true, true]);
  });

  it('is true for a process of another user', () => {
    expect(isProcessAlive('1')).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is false for an earlier process that had the id of this one', () => {
    expect(isProcessAlive(`${process.pid}-0123456789ab`)).toBe(false);
  });

  it('is false for a process that has ended', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    expect(isProcessAlive(String(child.pid))).toBe(false);
  });

  it.each(['', '0', '-1', 'x', '1.5', '99999999', 'NaN'])("is false for '%s'", (identity) => {
    expect(isProcessAlive(identity)).toBe(false);
  });
});
