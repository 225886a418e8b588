import { describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { faultsOf } from '../helpers/browser.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import { epubFile, pageStage, pageTime } from '../helpers/page-stage.ts';
import { startService, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const stage = pageStage();

/** Whether the covers in view were loaded. */
const seenCoversAreThere = `[...document.querySelectorAll('.shelf img')]
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .every((image) => image.complete)`;

describe.skipIf(stage.isMissing)('many things on the page', pageTime, () => {
  it('are 400 chapters, of which none is wider than a phone, and whose titles are text', async () => {
    const documents = Array.from({ length: 400 }, (_, index) => ({
      path: `${index}.xhtml`,
      title: index === 0 ? '<img src=x onerror=alert(1)> & more' : `Chapter ${index + 1}`,
      body: `<p>Day ${index + 1} on the quay of the town.</p>`,
    }));
    await using opened = await stage.open('', { viewport: { width: 360, height: 700 } });
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', await epubFile('long.epub', { documents }));
    await page.getByRole('button', { name: '400 chapters' }).click();
    expect(await page.getByRole('checkbox').count()).toBe(400);
    await page.getByText('<img src=x onerror=alert(1)> & more', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'None' }).click();
    expect(await page.getByRole('button', { name: 'Make the audiobook' }).isDisabled()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('are 300 books, which are asked for by 60, and of which only those near the view ask for their covers', async () => {
    const cacheFolder = await temporaryFolder();
    const titles = ['<b onclick=x>Bold</b> & "quoted"', 'ألف ليلة وليلة', '紅樓夢'];
    const books = Array.from({ length: 300 }, (_, index) => ({ title: titles[index] ?? `Book ${index + 1}` }));
    await writeFinishedBooks(await openJobsFolder(cacheFolder), books);
    await using service = await startService({ cacheFolder, pageFolder: builtPage() });
    await using opened = await stage.open(service.url, { viewport: { width: 1440, height: 900 } });
    const { page, complaints } = opened;
    const covers: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('.png?')) covers.push(request.url());
    });
    await page.route(/\/library\?/u, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { readonly books: readonly object[]; readonly total: number };
      const withCovers = list.books.map((book, index) => ({ ...book, cover: `/icons/icon-192.png?${index}` }));
      await route.fulfill({ response, json: { ...list, books: withCovers } });
    });
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByText('300 books').waitFor();
    expect(await page.locator('.shelf li').count()).toBe(60);
    await waitUntil(async () => Boolean(await page.evaluate(seenCoversAreThere)));
    expect(covers.length).toBeGreaterThan(5);
    expect(covers.length).toBeLessThan(150);
    await waitUntil(async () => {
      await page.keyboard.press('End');
      return (await page.locator('.shelf li').count()) === 300;
    });
    await page.getByLabel('Order').selectOption({ label: 'by title' });
    await waitUntil(async () => (await page.locator('.shelf strong').first().textContent()) === titles[0]);
    await page.getByLabel('Search').fill('紅樓');
    await page.getByText('1 book', { exact: true }).waitFor();
    await page.getByRole('link', { name: '紅樓夢' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
