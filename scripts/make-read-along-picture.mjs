// Draws docs/images/read-along.webp: a page of a book beside the same page of its read-along while it plays, by day and by
// night, in foliate-js in the installed Chromium.
//   npm run build && node scripts/make-read-along-picture.mjs [book] [number of a chapter] [sentence] [file]
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { startBrowser } from './page-stage.mjs';

/** @typedef {import('playwright-core').Page} Page */

const root = path.join(import.meta.dirname, '..');
const [
  book = path.join(root, 'test/books/the-last-tram.epub'),
  chapter = '2',
  sentence = '8',
  picture = path.join(root, 'docs/images/read-along.webp'),
] = process.argv.slice(2);
const foliate = path.dirname(createRequire(import.meta.url).resolve('foliate-js/view.js'));
const viewport = { width: 440, height: 720 };
const gap = 12;

const opening = `<!doctype html><meta name="color-scheme" content="light dark">
<script type="importmap">{ "imports": { "construct-style-sheets-polyfill": "data:text/javascript," } }</script>
<style>body { margin: 0; height: 100vh; background: Canvas } foliate-view { height: 100% }</style><body><script type="module">
await import('/foliate/view.js');
window.view = document.createElement('foliate-view');
document.body.append(view);
await view.open(new File([await (await fetch('/book.epub')).blob()], 'book.epub'));
view.renderer.setStyles('@media (prefers-color-scheme: dark) { html { color: #ddd; background: #121212 } }');
window.isOpen = true;
</script>`;

/** Plays the chapter until its sentence is marked, and returns the index of the document. */
const playTo = `async (count) => {
  const { sections } = view.book;
  const first = sections.findIndex(({ mediaOverlay }) => mediaOverlay);
  await view.goTo(first);
  return await new Promise((done, failed) => {
    let marked = 0;
    view.mediaOverlay.addEventListener('error', ({ detail }) => failed(detail));
    view.mediaOverlay.addEventListener('highlight', ({ detail: { text } }) => {
      marked += 1;
      if (marked < count) return;
      view.mediaOverlay.pause();
      setTimeout(() => done(sections.findIndex(({ id }) => id === text.split('#')[0])), 500);
    });
    view.mediaOverlay.start(first).catch(failed);
  });
}`;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-picture-'));
const browser = await startBrowser();
try {
  const sound = path.join(folder, 'book.mp3');
  const options = ['--read-along', '--voice', 'flite:slt', '--chapters', chapter, '--quiet', '-o', sound];
  execFileSync(process.execPath, [path.join(root, 'bin/audiobook.js'), 'convert', book, ...options], {
    stdio: 'inherit',
  });
  const readAlong = await open(path.join(folder, 'book.read-along.epub'));
  const index = await readAlong.evaluate(`(${playTo})(${sentence})`);
  const source = await open(book);
  await source.evaluate(`view.goTo(${index})`);
  const pages = [
    await source.screenshot(),
    await readAlong.screenshot(),
    await (await night(source)).screenshot(),
    await (await night(readAlong)).screenshot(),
  ];
  const { width, height } = viewport;
  await sharp({ create: { width: 4 * width + 3 * gap, height, channels: 3, background: '#8a8a8a' } })
    .composite(pages.map((input, place) => ({ input, left: place * (width + gap), top: 0 })))
    .webp({ quality: 80 })
    .toFile(picture);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Opens a book in foliate-js.
 * @param {string} file
 */
async function open(file) {
  const page = await browser.newPage({ viewport });
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return await route.fulfill({ contentType: 'text/html', body: opening });
    if (pathname === '/book.epub') return await route.fulfill({ contentType: 'application/epub+zip', path: file });
    await route.fulfill({ path: path.join(foliate, path.normalize(pathname.slice('/foliate/'.length))) });
  });
  // An address that is secure, because foliate-js hashes with Web Crypto; its requests never leave the browser.
  await page.goto('http://localhost/');
  await page.waitForFunction('window.isOpen');
  return page;
}

/** @param {Page} page */
async function night(page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  return page;
}
