import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const documents = new URL('../../docs/cli.md', import.meta.url);
const progress = new URL('../../src/core/progress.ts', import.meta.url);

/** Types of events in the table of the documents. */
async function documentedTypes(): Promise<ReadonlySet<string>> {
  const [, section = ''] = /^## Progress for programs$(.*?)^## /msu.exec(await readFile(documents, 'utf8')) ?? [];
  const cells = [...section.matchAll(/^\| (`.*?) \|/gmu)].flatMap(([, cell = '']) => cell.split(', '));
  return new Set(cells.map((cell) => cell.replaceAll('`', '')));
}

describe('--progress json', () => {
  it('writes an event per line, without control characters, and nothing else', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const args = ['convert', 'small.epub', '--progress', 'json', '--max-chapters', '2'];
    const { code, stdout, stderr } = await runCli(args, { folder, environment: { TTS_PROVIDER: 'embedded' } });
    expect([code, stdout]).toEqual([0, `${path.join(folder, 'small.mp3')}\n`]);
    // oxlint-disable-next-line no-control-regex -- that is the question
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f]/u);
    const events = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; time: string });
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === 'chapter-start')).toHaveLength(2);
    expect(types.indexOf('plan-made')).toBeLessThan(types.indexOf('segment-spoken'));
    const requests = ['request-start', 'request-end'].map((type) => types.filter((one) => one === type).length);
    expect(requests[0]).toBeGreaterThan(1);
    expect(requests[1]).toBe(requests[0]);
    for (const { time } of events) expect(new Date(time).toISOString()).toBe(time);
    const known = await documentedTypes();
    expect(types.filter((type) => !known.has(type))).toEqual([]);
  });

  it('has every type of event in the documents', async () => {
    const declared = [...(await readFile(progress, 'utf8')).matchAll(/type: '([\w-]+)'/gu)].map(([, type]) => type);
    const known = await documentedTypes();
    expect(declared.filter((type = '') => !known.has(type))).toEqual([]);
    expect(declared.length).toBeGreaterThan(15);
  });

  it('is refused in another form', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await runCli(['convert', 'small.epub', '--progress', 'xml'], { folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining("Invalid progress 'xml'. Expected auto or json.")]);
  });
});
