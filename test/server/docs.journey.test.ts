import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPage } from '../helpers/browser.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { shortBook } from '../helpers/small-book.ts';
import { startService } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');

/** Returns how many operations the document of the service has. */
async function countOperations(url: string): Promise<number> {
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(document);
  return Object.values(paths).reduce((sum, operations) => sum + Object.keys(operations).length, 0);
}

describe('/docs', () => {
  it('is a local page with local files, under a policy that allows nothing else', async () => {
    await using service = await startService();
    const response = await fetch(`${service.url}/docs/`);
    expect([response.status, response.url]).toEqual([200, `${service.url}/docs`]);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;connect-src 'self';" +
        "media-src 'self' blob:;manifest-src 'self';worker-src 'self';base-uri 'self';form-action 'none';frame-ancestors 'none'",
    );
    const files = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, file]) => file ?? '');
    expect(files).toHaveLength(7);
    for (const file of files) {
      const found = await fetch(new URL(file, response.url));
      expect([file, found.status, (await found.arrayBuffer()).byteLength > 100]).toEqual([file, 200, true]);
    }
  });

  it.skipIf(noChromium)(
    'shows the operations in a browser and runs them, without requests to other hosts',
    async () => {
      await using kokoro = await startKokoroServer();
      await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
      await using opened = await openPage(`${service.url}/docs`);
      const { page, complaints } = opened;
      await page.locator('.opblock-summary-path', { hasText: '/synthesize' }).waitFor();
      // In the colors of the page, as the device wants them.
      const paper = async (): Promise<unknown> =>
        await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(await paper()).toBe('rgb(250, 249, 246)');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark-mode').waitFor();
      expect(await paper()).toBe('rgb(23, 22, 20)');
      expect(await page.locator('.opblock').count()).toBe(await countOperations(service.url));
      await page.locator('.opblock-summary-path', { hasText: '/health' }).click();
      await page.locator('#operations-Service-health .execute').click();
      await page.locator('#operations-Service-health .live-responses-table', { hasText: '"status": "ok"' }).waitFor();
      // Only a file is chosen.
      const operation = page.locator('#operations-Conversions-synthesize');
      await operation.locator('.opblock-summary').click();
      const buffer = Buffer.from(await buildEpub(shortBook));
      await operation
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'a.epub', mimeType: 'application/epub+zip', buffer });
      const [response] = await Promise.all([
        page.waitForResponse(`${service.url}/synthesize`),
        operation.locator('.execute').click(),
      ]);
      expect([response.status(), response.headers()['content-type']]).toEqual([200, 'audio/mpeg']);
      expect(complaints).toEqual([]);
    },
  );
});
