import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { ConversionPlan } from '../../src/pipeline/plan/plan-conversion.ts';
import { buildDocx, paragraph, run } from '../helpers/docx-builder.ts';
import { buildPdf, column } from '../helpers/pdf-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { textIn, unzip } from '../helpers/unzip.ts';

const speech = ['--voice', 'flite:slt', '--loudness', 'off'];
const asOne = ['parts', '--as-one-book', 'All Waters'];

const names = ['1 Opening.epub', '2 Plan.pdf', '3 The River.txt', '4 Page.html', '10 End.docx'];
const titles = ['The Small Book', 'The Plan', '3 The River', 'The Page', 'The End'];

async function writeParts(folder: string): Promise<string> {
  const parts = path.join(folder, 'parts');
  await mkdir(parts);
  const [epub = '', pdf = '', text = '', page = '', word = ''] = names;
  await writeBook(parts, smallBook, epub);
  const drawn = buildPdf({
    info: { Title: 'The Plan' },
    pages: [{ texts: column(72, 100, ['The plan was a boat.']) }],
  });
  await writeFile(path.join(parts, pdf), drawn);
  await writeFile(path.join(parts, text), 'The river ran on to the sea, and nobody stopped it there.\n');
  await writeFile(
    path.join(parts, page),
    '<!doctype html><html><head><title>The Page</title></head><body><p>On this page it rained.</p></body></html>',
  );
  const document = { body: paragraph(run('Then the boat came home.')), core: '<dc:title>The End</dc:title>' };
  await writeFile(path.join(parts, word), await buildDocx(document));
  await writeFile(path.join(parts, 'notes.csv'), 'a,b\n1,2\n');
  await writeFile(path.join(parts, 'cover.json'), '{}');
  return parts;
}

async function runAll(folder: string, ...commands: readonly (readonly string[])[]): Promise<readonly CliResult[]> {
  const results: CliResult[] = [];
  for (const argv of commands) results.push(await inProcessCli(argv, { folder }));
  return results;
}

function printed(result: CliResult | undefined): unknown {
  expect(result).toMatchObject({ code: 0 });
  return JSON.parse(result?.stdout ?? '');
}

describe('audiobook --as-one-book', () => {
  it('makes one audiobook of a folder of all kinds, each file a chapter', async () => {
    const folder = await temporaryFolder();
    const parts = await writeParts(folder);
    const files = names.map((name) => path.join(parts, name));
    const [planned, listed, made, again, one, told] = await runAll(
      folder,
      ['plan', ...asOne, '--json', ...speech],
      ['chapters', ...asOne],
      ['convert', ...asOne, '--json', ...speech],
      ['convert', ...asOne, '--json', ...speech],
      ['convert', ...asOne, '--chapters', '1-2', '-o', 'plan.opus', '--read-along', '--json', ...speech],
      ['audiobook', ...asOne, '--task', 'direct', '--chapters', '2-3', '-o', 'told.m4b', '--json', ...speech],
    );
    const plan = printed(planned) as ConversionPlan;
    expect(plan).toMatchObject({ title: 'All Waters', authors: ['Ada Example'], language: 'en' });
    expect(plan.chapters.map(({ title, file }) => [title, file])).toEqual(
      titles.map((title, at) => [title, files[at]]),
    );
    expect(listed?.stdout).toMatch(/3 +3 The River +12/u);
    const report = printed(made) as ConversionReport;
    expect(report).toMatchObject({
      complete: true,
      output: path.join(folder, 'All Waters.mp3'),
      book: { title: 'All Waters', authors: ['Ada Example'], file: files[0], files },
    });
    expect(report.chapters.map(({ title, file }) => [title, file])).toEqual(
      titles.map((title, at) => [title, files[at]]),
    );
    expect(made?.stderr).toContain('Not in the book, because the program does not read them as books: notes.csv.');
    expect(printed(again)).toMatchObject({ unchanged: true });
    const some = printed(one) as ConversionReport;
    expect(some.chapters).toMatchObject([
      { number: 1, title: 'The Small Book' },
      { number: 2, title: 'The Plan', file: files[1] },
    ]);
    expect(some.times).toBeUndefined();
    const readAlong = await unzip(path.join(folder, 'plan.read-along.epub'));
    expect(textIn(readAlong, 'OEBPS/text/chapter-002.xhtml')).toContain('>The plan was a boat.</span>');
    const narrated = printed(told) as ConversionReport;
    expect(narrated.chapters.map(({ number, file }) => [number, file])).toEqual([
      [2, files[1]],
      [3, files[2]],
    ]);
    expect(narrated.segments.spoken).toBe(0);
  });

  it('speaks only the chapter of a file that was edited, and knows a finished result', async () => {
    const folder = await temporaryFolder();
    const parts = await writeParts(folder);
    const into = ['--out-dir', 'out', '--name', '{author} - {title}/{title}.mp3', '--skip-existing', '--json'];
    const night = ['convert', ...asOne, ...into, ...speech];
    const [first, second] = await runAll(folder, night, night);
    const before = printed(first) as ConversionReport;
    expect(before.output).toBe(path.join(folder, 'out/Ada Example - All Waters/All Waters.mp3'));
    expect(second).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/1 skipped\n$/u) as string });
    await writeFile(path.join(parts, '3 The River.txt'), 'The river ran dry, and all the boats lay in the sand.\n');
    await rm(path.join(parts, '10 End.docx'));
    const [third, alone] = await runAll(folder, night, [
      'convert',
      path.join(parts, '1 Opening.epub'),
      '-o',
      before.output,
      ...speech,
    ]);
    const edited = printed(third) as ConversionReport;
    expect(edited.output).toBe(before.output);
    expect(edited.segments.spoken).toBe(edited.chapters[2]?.segments);
    expect(edited.chapters).toHaveLength(4);
    expect(alone).toMatchObject({ code: 2 });
    expect(alone?.stderr).toContain('exists and was not made from this book');
  });

  it('keeps the order of the words, and names the file that cannot be read', async () => {
    const folder = await temporaryFolder();
    const parts = await writeParts(folder);
    await writeFile(path.join(parts, '5 Broken.epub'), 'PK\u0003\u0004 and no more');
    await writeFile(path.join(folder, 'a.txt'), 'The first of two texts is this one.');
    const twice = ['parts/3 The River.txt', 'a.txt', 'parts/1*.epub', '--as-one-book', 'Order', '--dry-run', '--json'];
    const [ordered, broken, several, blank] = await runAll(
      folder,
      ['convert', ...twice],
      ['convert', ...asOne, ...speech],
      ['plan', 'a.txt', 'parts/2 Plan.pdf'],
      ['convert', 'a.txt', '--as-one-book', ' '],
    );
    expect((printed(ordered) as ConversionPlan).chapters.map(({ title }) => title)).toEqual([
      '3 The River',
      'a',
      'The Small Book',
    ]);
    expect(broken).toMatchObject({ code: 8, stdout: '' });
    expect(broken?.stderr).toMatch(/^audiobook: 5 Broken\.epub: /mu);
    expect(several).toMatchObject({ code: 2, stdout: '' });
    expect(several?.stderr).toContain('The command takes one book. --as-one-book TITLE makes one of several.');
    expect(blank?.stderr).toContain("Invalid title ' '.");
  });
});
