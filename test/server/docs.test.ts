import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { startService } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');

describe('/docs', () => {
  it('is a local page with local files, under a policy that allows nothing else', async () => {
    await using service = await startService();
    const response = await fetch(`${service.url}/docs/`);
    expect([response.status, response.url]).toEqual([200, `${service.url}/docs`]);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
        "media-src 'self' blob:;base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    const files = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, file]) => file ?? '');
    expect(files).toHaveLength(4);
    for (const file of files) {
      const found = await fetch(service.url + file);
      expect([file, found.status, (await found.arrayBuffer()).byteLength > 100]).toEqual([file, 200, true]);
    }
  });

  it.skipIf(noChromium)('shows the operations in a browser and runs one, without requests to other hosts', async () => {
    await using service = await startService();
    const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage();
      const requested: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${service.url}/docs`);
      await page.locator('.opblock-summary-path', { hasText: '/synthesize' }).waitFor();
      expect(await page.locator('.opblock').count()).toBe(15);
      await page.locator('.opblock-summary-path', { hasText: '/synthesize' }).click();
      await page.locator('.opblock.is-open input[type=file]').waitFor();
      await page.locator('.opblock-summary-path', { hasText: '/health' }).click();
      await page.locator('.opblock.is-open .execute').first().click();
      await page.locator('.opblock.is-open .live-responses-table', { hasText: '"status": "ok"' }).waitFor();
      expect(complaints).toEqual([]);
      const elsewhere = requested.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'));
      expect(elsewhere).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
