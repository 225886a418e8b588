import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function text(...args: readonly string[]) {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'a.txt'), 'Dr. Ada paid $5.\n\nIt rained.\n');
  await writeFile(path.join(folder, 'names.yaml'), 'Ada: ay-da\n');
  return await inProcessCli(['text', 'a.txt', ...args], { folder });
}

it('--diff shows the sentences that are spoken otherwise, in both forms', async () => {
  const { code, stdout } = await text('--diff', '--lexicon', 'names.yaml');
  expect(code).toBe(0);
  expect(stdout).toContain('- Dr. Ada paid $5.\n+ Doctor ay-da paid five dollars.\n');
  expect(stdout).not.toContain('rained');
});

it('--spoken has the readings of the lexicon', async () => {
  const { stdout } = await text('--spoken', '--lexicon', 'names.yaml');
  expect(stdout).toContain('Doctor ay-da paid five dollars.');
});

it.each([
  [['--diff', '--format', 'json'], /--diff prints pairs of lines/u],
  [['--lexicon', 'names.yaml'], /add --spoken, --diff or --phonemes/u],
  [['--diff', '--phonemes'], /takes neither --spoken nor --diff/u],
])('refuses %j', async (args, message) => {
  const { code, stderr } = await text(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
