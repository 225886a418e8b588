import { execFileSync } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Starts the installed Chromium. Sound may play without a click, as on a page that a person uses. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'];
  return await chromium.launch({ executablePath, args });
}

/** A page, and what its console and its requests complained about. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts, of the policy for content, and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** Opens an address in a fresh profile. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    // The requests of a worker are not seen by `page.route`.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => {
    // A book without a cover has none to send.
    const isCover = message.location().url.endsWith('/cover');
    if (message.type() === 'error' && !isCover) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== origin) complaints.push(`Asked ${address.href}`);
  });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

/** Schemes of colors, and widths of a phone and a desktop. */
const schemes = ['light', 'dark'] as const;
const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 720 },
];

/** Returns what is wrong with a page as it is shown: violations that axe finds in light and dark, and what is wider than a screen. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const fault of await violationsOf(page)) faults.push(`${colorScheme}: ${fault}`);
  }
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (width > viewport.width) faults.push(`${width} pixels wide on a screen of ${viewport.width}`);
  }
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Returns the violations that axe finds on a page, each with the elements. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
