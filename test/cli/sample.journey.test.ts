import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decode } from '../audio/sound.ts';
import { runCli } from '../helpers/run-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('audiobook sample writes one short file per voice from the text of the book', async () => {
  const folder = await temporaryFolder();
  const long = 'The tide came in over the flats, and nobody on the quay looked up. '.repeat(60);
  const documents = [
    ...(smallBook.documents ?? []),
    { path: 'd.xhtml', title: 'Tide', body: `<h1>Tide</h1><p>${long}</p>` },
  ];
  await writeBook(folder, { ...smallBook, documents });
  const args = ['sample', 'small.epub', '--seconds', '10', '--voice', 'flite:slt,flite:rms'];
  const first = await runCli([...args, '--chapter', 'Tide'], { folder });
  const files = ['flite slt', 'flite rms'].map((voice) => path.join(folder, `small.sample.${voice}.mp3`));
  expect(first).toMatchObject({ code: 0, stdout: files.map((file) => `${file}\n`).join('') });
  for (const file of files) {
    const seconds = (await decode(file, 16_000)).length / 16_000;
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(15);
  }
  const before = (await readdir(folder)).toSorted();
  const again = await runCli(args, { folder });
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(await runCli([...args, '--chapter', '99', '--force'], { folder })).toMatchObject({ code: 2, stdout: '' });
  expect((await readdir(folder)).toSorted()).toEqual(before);
});
