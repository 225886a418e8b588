import { describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { openPage, violationsOf } from '../helpers/browser.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { startService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const noChromium = isProgramMissing('chromium');

describe.skipIf(noChromium)('addresses for other apps', () => {
  it('are made, copied, shown once, and revoked on the page', async () => {
    const cacheFolder = await temporaryFolder();
    await writeFinishedBooks(await openJobsFolder(cacheFolder), [{ title: 'In an app' }]);
    const settings = { AUDIOBOOK_TOKEN: 'a-secret-token' };
    await using service = await startService({ pageFolder: builtPage(), cacheFolder, basePath: '/audio', settings });
    await using opened = await openPage(`${service.url}/audio/library`, {
      viewport: { width: 360, height: 700 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, complaints } = opened;
    await page.getByLabel('Token').fill('a-secret-token');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('Signed in', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Listen in another app' }).click();
    await page.getByLabel('Name of the app').fill('<i>Pod</i>');
    await page.getByRole('button', { name: 'Make addresses' }).click();
    await page.getByRole('button', { name: 'Copy: Address for podcast apps' }).click();
    const address = await page.getByLabel('Address for podcast apps').first().inputValue();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    expect(address).toContain(`${service.url}/audio/feed.xml?token=`);
    expect(await (await fetch(address)).text()).toContain('In an app');
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.reload();
    await page.getByText('<i>Pod</i>').waitFor();
    expect(await page.content()).not.toContain('token=');
    await page.getByRole('button', { name: 'Revoke the addresses of <i>Pod</i>' }).click();
    await page.getByRole('button', { name: 'Revoke them' }).click();
    await page.getByText('<i>Pod</i>').waitFor({ state: 'detached' });
    expect((await fetch(address)).status).toBe(401);
    expect(complaints.filter((one) => !one.includes('status of 401'))).toEqual([]);
  });
});
