import { execFileSync } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

let browser: Promise<Browser> | undefined;

/** Returns the installed Chromium. The files of a process share one, which ends with it. */
async function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser();
  return await browser;
}

/** Starts a Chromium. Sound may play without a click, as on a page that a person uses. */
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
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const shared = await sharedBrowser();
  const context = await shared.newContext({
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
    const { url: about } = message.location();
    if (message.type() === 'error' && !about.endsWith('/cover')) complaints.push(`${message.text()} (${about})`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== origin) complaints.push(`Asked ${address.href}`);
  });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

/** Widths of a phone and a desktop. */
const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 720 },
];

/** Returns what is wrong with a page as it is shown: violations that axe finds in light and dark, and what is wider than a screen. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  await page.emulateMedia({ colorScheme: 'dark' });
  // The other rules find the same in both.
  for (const fault of await violationsOf(page, ['color-contrast'])) faults.push(`dark: ${fault}`);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const fault of await violationsOf(page)) faults.push(`light: ${fault}`);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (width > viewport.width) faults.push(`${width} pixels wide on a screen of ${viewport.width}`);
  }
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Returns the violations of all rules, or of some, that axe finds on a page, each with the elements. */
export async function violationsOf(page: Page, rules?: string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
