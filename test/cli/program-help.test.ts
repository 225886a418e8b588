import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { OutputStream, ProcessContext } from '../../src/cli/process-context.ts';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { programHelp } from '../../src/cli/tables/program-help.ts';

describe('the list of commands', () => {
  it('is the one of commander in a pipe and at each width of a terminal', async () => {
    const longest = Math.max(...(programHelp(1000) ?? '').split('\n').map(({ length }) => length));
    expect(programHelp(longest - 1)).toBeUndefined();
    for (const columns of [undefined, 1000, longest, longest - 1, 40, 0]) {
      const expected = await printed(runCommandLine, ['--help'], columns);
      expect(expected).toContain('display help for command');
      for (const argv of [[], ['--help'], ['-h'], ['help']]) {
        expect(await printed(main, argv, columns), `${argv.join(' ')} in ${columns} columns`).toBe(expected);
      }
    }
  });

  it('leaves the help of a command to the command', async () => {
    for (const argv of [
      ['help', 'cover'],
      ['cover', '--help'],
    ]) {
      const help = await printed(main, argv, 100);
      expect(help).toContain('Usage: audiobook cover [options] <book>');
      expect(help).toBe(await printed(runCommandLine, argv, 100));
    }
  });
});

async function printed(
  run: (context: ProcessContext) => Promise<number>,
  argv: readonly string[],
  columns: number | undefined,
): Promise<string> {
  const written: string[] = [];
  const stream = { columns, write: (text: string) => written.push(text) } as unknown as OutputStream;
  const folders = { workingFolder: '.', configFolder: '.', cacheFolder: '.', stateFolder: '.' };
  const { signal } = new AbortController();
  const { stdin } = process;
  const context = { argv, environment: {}, ...folders, stdin, stdout: stream, stderr: stream, signal };
  expect(await run(context)).toBe(0);
  return written.join('');
}
