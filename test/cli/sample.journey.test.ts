import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decode } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
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
  const first = await inProcessCli([...args, '--chapter', 'Tide'], { folder });
  const files = ['flite slt', 'flite rms'].map((voice) => path.join(folder, `small.sample.${voice}.mp3`));
  expect(first).toMatchObject({ code: 0, stdout: files.map((file) => `${file}\n`).join('') });
  for (const file of files) {
    const seconds = (await decode(file, 16_000)).length / 16_000;
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(15);
  }
  const before = (await readdir(folder)).toSorted();
  const again = await inProcessCli(args, { folder });
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(await inProcessCli([...args, '--chapter', '99', '--force'], { folder })).toMatchObject({
    code: 2,
    stdout: '',
  });
  expect((await readdir(folder)).toSorted()).toEqual(before);
});

it('audiobook sample --directed speaks a page as it stands, and as it is directed', async () => {
  const folder = await temporaryFolder();
  const page =
    '<p>“Come here,” whispered Dora. “There is somebody at the door.”</p><p>Nobody answered.</p>' +
    '<p>“Who is it?” shouted Tom.</p>';
  const documents = [...(smallBook.documents ?? []), { path: 'd.xhtml', title: 'Door', body: `<h1>Door</h1>${page}` }];
  await writeBook(folder, { ...smallBook, documents });
  const made = await inProcessCli(['sample', 'small.epub', '--directed', '--seconds', '10', '--voice', 'flite:slt'], {
    folder,
  });
  const files = ['plain', 'directed'].map((kind) => path.join(folder, `small.sample.${kind}.mp3`));
  expect(made).toMatchObject({
    code: 0,
    stdout: files.map((file) => `${file}\n`).join(''),
    stderr: expect.stringContaining('3 directed passages: 3 by pace and level.'),
  });
  const [plain = 0, directed = 0] = await Promise.all(files.map(async (file) => (await decode(file, 16_000)).length));
  expect(plain).toBeGreaterThan(5 * 16_000);
  // Two whispered sentences are slower than the shouted one is faster.
  expect(directed).toBeGreaterThan(plain);
  expect(directed).toBeLessThan(plain * 1.2);
});
