import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../helpers/end-engine.mjs', import.meta.url));

describe('an engine that is ended while its reply is on the way', () => {
  it.concurrent.each(['embedded', 'natural'])('is waited for by the program: %s', async (engine) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, engine]);
    expect(stdout).toBe('ended');
  });
});
