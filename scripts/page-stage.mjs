// A real service with its page in the installed Chromium, for scripts that draw pictures of it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** @typedef {import('playwright-core').Page} Page */

const root = path.join(import.meta.dirname, '..');
const images = path.join(root, 'docs/images');
const schemes = /** @type {const} */ (['light', 'dark']);
const sizes = { desktop: { width: 1200, height: 800 }, phone: { width: 360, height: 720 } };

/** Address of a speech service that says it is out of order, and of a model that is never asked. */
export async function startServices() {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const json = { 'content-type': 'application/json' };
    if (url === '/v1/audio/voices')
      response.writeHead(200, json).end(JSON.stringify({ voices: ['af_heart', 'bm_george'] }));
    else if (url === '/api/tags')
      response.writeHead(200, json).end(JSON.stringify({ models: [{ name: 'gemma3:12b' }] }));
    else if (url.startsWith('/v1/'))
      response.writeHead(503, json).end(JSON.stringify({ detail: 'The model is being loaded.' }));
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/**
 * Starts a service in a folder of its own, on a free port.
 * @param {Readonly<Record<string, string>>} settings
 */
export async function startService(settings) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-pictures-'));
  const child = spawn(process.execPath, [path.join(root, 'bin/audiobook.js'), 'serve', '--port', '0'], {
    env: {
      ...process.env,
      AUDIOBOOK_JOBS_DIR: path.join(folder, 'jobs'),
      AUDIOBOOK_CACHE_DIR: path.join(folder, 'cache'),
      AUDIOBOOK_DATA_DIR: path.join(folder, 'data'),
      AUDIOBOOK_PREFLIGHT: 'off',
      ...settings,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  const url = String(line).trim();
  return {
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the installed Chromium. */
export async function startBrowser() {
  const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--mute-audio'] });
}

/**
 * Takes four pictures of a state, light and dark on a desktop and a phone, and writes them as one.
 * @param {Page} page
 * @param {string} name
 * @param {string | undefined} singles Folder for the four pictures as they are.
 */
export async function takeState(page, name, singles) {
  /** @type {sharp.OverlayOptions[]} */
  const parts = [];
  for (const [row, colorScheme] of schemes.entries()) {
    let left = 0;
    for (const [device, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const png = await page.screenshot();
      if (singles !== undefined) {
        await mkdir(singles, { recursive: true });
        await writeFile(path.join(singles, `${name}-${colorScheme}-${device}.png`), png);
      }
      const input = await sharp(png).resize({ height: rowHeight }).png().toBuffer();
      parts.push({ input, left, top: row * (rowHeight + gap) });
      left += Math.round((viewport.width / viewport.height) * rowHeight) + gap;
    }
  }
  const width = Math.round((1.5 + 0.5) * rowHeight) + gap;
  const canvas = { width, height: 2 * rowHeight + gap, channels: /** @type {const} */ (3), background: '#8a8a8a' };
  await sharp({ create: canvas })
    .composite(parts)
    .webp({ quality: 70 })
    .toFile(path.join(images, `page-${name}.webp`));
  await page.setViewportSize(sizes.desktop);
  await page.emulateMedia({ colorScheme: 'light' });
}

const rowHeight = 480;
const gap = 8;

/**
 * Waits until the page shows a text.
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function untilShown(page, text) {
  await page.getByText(text).first().waitFor({ timeout: 120_000 });
}

/**
 * Waits until this many seconds of a book were heard.
 * @param {Page} page
 * @param {number} seconds
 */
export async function untilHeard(page, seconds) {
  while (Number(await page.evaluate("document.querySelector('#book-audio').currentTime")) < seconds) await delay(100);
}

/** A book as shops sell it, whose text is encrypted. */
export async function lockedBook() {
  const zip = new ZipFile();
  const text = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Locked.</p></body></html>';
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { compress: false });
  zip.addBuffer(
    Buffer.from(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    'META-INF/container.xml',
  );
  zip.addBuffer(
    Buffer.from(
      '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData><enc:CipherReference URI="one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>',
    ),
    'META-INF/encryption.xml',
  );
  zip.addBuffer(
    Buffer.from(
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Locked</dc:title></metadata><manifest><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    ),
    'b.opf',
  );
  zip.addBuffer(Buffer.from(text), 'one.xhtml');
  zip.end();
  return await buffer(zip.outputStream);
}
