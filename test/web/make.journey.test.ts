import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { faultsOf, violationsOf } from '../helpers/browser.ts';
import { lockedPdf } from '../helpers/locked-pdf.ts';
import { drop, epubFile, pageStage, pageTime } from '../helpers/page-stage.ts';
import { waitForJob, waitUntil } from '../helpers/start-service.ts';

const books = fileURLToPath(new URL('../books/', import.meta.url));

const stage = pageStage();

interface MadeJob {
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
}

async function jobOf(id: string): Promise<MadeJob> {
  return (await waitForJob(stage.service, id, 'done')) as unknown as MadeJob;
}

/** Stops a job whose sound no one needs. */
async function remove(id: string): Promise<void> {
  await fetch(`${stage.service.url}/jobs/${id}`, { method: 'DELETE' });
}

describe.skipIf(stage.isMissing)('the place to make audiobooks', pageTime, () => {
  it('makes what was chosen: chapters, file, title, tags and cover', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await page.getByRole('heading', { name: 'Drop a book.' }).waitFor();
    await drop(page, await epubFile());
    await page.getByRole('button', { name: '3 chapters' }).click();
    await page.getByRole('checkbox', { name: 'Noon' }).uncheck();
    await page.getByRole('button', { name: '2 of 3 chapters' }).waitFor();
    await page.getByRole('button', { name: 'M4B' }).click();
    await page.getByRole('radio', { name: 'MP3' }).check();
    await page.getByRole('checkbox', { name: 'Subtitles as SRT' }).check();
    await page.getByRole('button', { name: 'Tags and cover' }).click();
    await page.getByLabel('Series').fill('Quays');
    await page.getByLabel('Narrator').fill('A. Voice');
    await page.getByLabel('Year').fill('1999');
    const red = sharp({ create: { width: 200, height: 300, channels: 3, background: '#c01020' } });
    await page
      .getByLabel('Choose another cover')
      .last()
      .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await red.png().toBuffer() });
    await page.getByRole('button', { name: 'Use the cover of the book' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // Without a language model, rules direct the audiobook.
    await page.getByRole('button', { name: 'read as written' }).click();
    await page.getByText('No language model is set up, so rules prepare the book.').waitFor();
    expect(await page.getByRole('radio', { name: 'a podcast about it' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'the book, prepared for listening' }).check();
    await page.getByRole('button', { name: 'prepared for listening and read' }).waitFor();
    await page.getByText('More choices').click();
    const planned = page.waitForResponse(/\/plan$/u);
    await page.getByLabel('Footnotes').selectOption('read after the chapter');
    expect((await planned).status()).toBe(200);
    await page.getByLabel('Speed of the voice').selectOption('1.25×');
    await page.getByLabel('Pauses').selectOption('short');
    await page.getByLabel('Tables').selectOption('left out');
    await page.getByLabel('Tables').selectOption('read row by row');
    await page.getByText('More choices (3 changed)').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText('It costs nothing.').waitFor();
    await page
      .getByLabel('Title', { exact: true })
      .fill('A Smaller Book, of Salt and Rope and Weather in Northern Harbours');
    await page.getByLabel('Author').fill('Bea Sample');
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    await page.getByRole('heading', { name: 'A Smaller Book' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const { kind, options } = await jobOf(id);
    expect(kind).toBe('audiobook');
    expect(options).toMatchObject({ chapters: '1,3', format: 'mp3', subtitles: 'srt', notes: 'end', speed: '1.25' });
    expect(options).toMatchObject({ pauses: 'tight' });
    expect(options).not.toHaveProperty('tables');
    expect(options['meta']).toEqual(
      expect.arrayContaining(['author=Bea Sample', 'series=Quays', 'narrator=A. Voice', 'year=1999']),
    );
    const cover = await fetch(`${stage.service.url}/jobs/${id}/cover`);
    const { dominant } = await sharp(Buffer.from(await cover.arrayBuffer())).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g + 100);
    expect(complaints).toEqual([]);
  });

  it('makes all of many dropped books like the first', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    const titles = ['One of Two', 'Two of Two'];
    await drop(page, ...(await Promise.all(titles.map(async (title) => await epubFile(`${title}.epub`, { title })))));
    await page.getByText('Book 1 of 2').waitFor();
    await page.getByRole('button', { name: 'M4B' }).click();
    await page.getByRole('radio', { name: 'Opus' }).check();
    // The others may not be read yet.
    await page.getByRole('button', { name: 'Make all 2 like this' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    const { jobs } = (await (await fetch(`${stage.service.url}/jobs`)).json()) as {
      readonly jobs: readonly { readonly id: string; readonly title: string }[];
    };
    const made = jobs.filter(({ title }) => titles.includes(title));
    expect(made.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    for (const { id } of made) {
      const job = await fetch(`${stage.service.url}/jobs/${id}`);
      expect(await job.json()).toMatchObject({ options: { format: 'opus' } });
      await remove(id);
    }
    expect(complaints).toEqual([]);
  });

  it('asks for the password of a PDF until it is right', async () => {
    await using opened = await stage.open();
    const { page } = opened;
    const file = { name: 'locked.pdf', mimeType: 'application/pdf', buffer: Buffer.from(lockedPdf) };
    await page.setInputFiles('input[type=file]', file);
    await page.getByLabel('Password of the PDF').fill('wrong');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').getByText('That password does not open it.').waitFor();
    await page.getByLabel('Password of the PDF').fill('openpassword');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: /\d+ chapters?/u }).waitFor();
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.getByRole('main').getByText('It is finished.').waitFor();
  });

  it('offers to recognize text only where there are pages', async () => {
    await using opened = await stage.open();
    const { page } = opened;
    await page.setInputFiles('input[type=file]', path.join(books, 'small/pictures.pdf'));
    await page.getByRole('button', { name: 'Recognize the text of its pictures' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another book' }).click();
    const empty = [{ path: 'one.xhtml', title: 'One', body: '<p><img src="a.png" alt=""/></p>' }];
    await page.setInputFiles('input[type=file]', await epubFile('empty.epub', { documents: empty }));
    await page.getByRole('alert').getByText('This book has no text.').waitFor();
    expect(await page.getByRole('button', { name: 'Recognize' }).count()).toBe(0);
  });

  it('has the color of a cover while it is seen, in light and dark, and voices of other languages', async () => {
    const create = { width: 60, height: 90, channels: 3, background: '#b01ea8' } as const;
    const cover = { bytes: await sharp({ create }).png().toBuffer() };
    await using opened = await stage.open();
    const { page } = opened;
    await page.setInputFiles('input[type=file]', await epubFile('small.epub', { cover }));
    const ownColor = async (): Promise<string> =>
      await page.evaluate<string>("document.documentElement.style.getPropertyValue('--accent')");
    const colors = [''];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: '3 chapters' }).waitFor();
      await waitUntil(async () => !colors.includes(await ownColor()));
      colors.push(await ownColor());
      expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
    }
    await page.getByRole('button', { name: 'slt' }).click();
    await page.getByLabel('Language').selectOption({ label: 'French' });
    await page.getByText('No voice for French here').or(page.getByRole('radio').first()).waitFor();
    await page.getByRole('button', { name: 'Not this book' }).click();
    await waitUntil(async () => (await ownColor()) === '');
  });
});
