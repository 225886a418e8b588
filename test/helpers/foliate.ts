import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';

/** A place at which foliate-js was stopped right after it had marked another element, and what it showed and played there. */
export interface Marked {
  /** Reference of the overlay to the marked element, from the root of the archive. */
  readonly reference: string;
  /** Text of the element, without the readings of ruby. */
  readonly text: string;
  /** Computed color behind it. */
  readonly background: string;
  /** Place in the audio file, in seconds. */
  readonly seconds: number;
}

/** The Media Overlay of a document. */
export interface Overlay {
  /** Name in the archive. */
  readonly name: string;
  /** Number of its clips. */
  readonly clips: number;
}

/** Where the page is. An address that is secure, because foliate-js hashes with Web Crypto; its requests never leave the browser. */
const origin = 'http://localhost';

/** Its only package beside itself adds to browsers what Chromium has. */
const importMap = JSON.stringify({ imports: { 'construct-style-sheets-polyfill': 'data:text/javascript,' } });

const reader = `<!doctype html><meta name="color-scheme" content="light dark">
<script type="importmap">${importMap}</script><body style="margin:0;height:100vh">`;

/** Opens a book in a page. Its view is `view`, and all sounds that it made are `sounds`. */
const openBook = `(async () => {
  window.sounds = [];
  const { Audio } = window;
  window.Audio = function (url) { sounds.push(new Audio(url)); return sounds.at(-1); };
  await import('/foliate/view.js');
  window.view = document.createElement('foliate-view');
  document.body.append(view);
  await view.open(new File([await (await fetch('/book.epub')).blob()], 'book.epub'));
})()`;

/**
 * Plays the first document that has one of the overlays, stops at each mark, and goes on shortly before the end of its clip, until
 * `count` elements were marked.
 */
const playDocument = `(async ({ overlays, count }) => {
  const { sections, media } = view.book;
  const isOurs = (name) => overlays.find((overlay) => overlay.name === name);
  const index = sections.findIndex(({ mediaOverlay }) => isOurs(mediaOverlay?.href));
  const expected = Math.min(count, isOurs(sections[index].mediaOverlay.href).clips);
  await view.goTo(index);
  const frame = () => new Promise((next) => setTimeout(next, 20));
  const marks = () =>
    view.renderer.getContents().flatMap(({ doc }) => [...doc.getElementsByClassName(media.activeClass)]);
  const found = [];
  let last;
  await new Promise((done, failed) => {
    const stopAt = async ({ text, end }) => {
      const sound = sounds.at(-1);
      const seconds = sound.currentTime;
      view.mediaOverlay.pause();
      const id = text.split('#')[1];
      for (let tries = 0; !marks().some((element) => element.id === id); tries += 1) {
        if (tries > 1000) throw new Error('Not marked: ' + text);
        await frame();
      }
      const element = marks().find((marked) => marked.id === id);
      const background = getComputedStyle(element).backgroundColor;
      const spoken = element.cloneNode(true);
      for (const reading of spoken.querySelectorAll('rt, rp')) reading.remove();
      found.push({ reference: text, text: spoken.textContent, background, seconds });
      if (found.length >= expected) return done();
      sound.currentTime = Math.max(sound.currentTime, end - 0.1);
      view.mediaOverlay.resume();
    };
    // It takes a pause before the sound has begun again for an error.
    view.mediaOverlay.addEventListener('error', ({ detail }) => detail.name === 'AbortError' || failed(detail));
    view.mediaOverlay.addEventListener('highlight', ({ detail }) => {
      // It tells again when it goes on.
      if (detail.text === last) return;
      last = detail.text;
      stopAt(detail).catch(failed);
    });
    // Slowly, so that a busy machine does not miss a whole clip.
    view.mediaOverlay.setRate(0.5);
    view.mediaOverlay.start(index).catch(failed);
  });
  return found;
})`;

/** Opens a book in foliate-js, the reader inside Foliate and Readest. The page has its view as `view`. */
export async function openInFoliate(browser: Browser, book: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**', async (route) => await answer(route, book));
  await page.goto(`${origin}/`);
  await page.evaluate(openBook);
  return page;
}

async function answer(route: Route, book: string): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return await route.fulfill({ contentType: 'text/html', body: reader });
  if (pathname === '/book.epub') return await route.fulfill({ contentType: 'application/epub+zip', path: book });
  const folder = path.dirname(createRequire(import.meta.url).resolve('foliate-js/view.js'));
  const code = await readFile(path.join(folder, path.normalize(pathname.slice('/foliate/'.length))), 'utf8');
  await route.fulfill({ contentType: 'text/javascript', body: code.replace(...mend) });
}

/**
 * Where foliate-js 1.0.1 looks for the document that it shows, it assigns the index in place of comparing it: nothing in the first
 * document of a book, whose index is 0, is ever marked. The pages of a fixed layout have no index.
 */
const mend = ['x.index = resolved.index', '(x.index ?? resolved.index) === resolved.index'] as const;

/** Plays a book in foliate-js until it has marked `count` elements, or all of a document that has fewer. */
export async function playInFoliate(
  browser: Browser,
  book: string,
  options: { readonly overlays: readonly Overlay[]; readonly count: number },
): Promise<readonly Marked[]> {
  const page = await openInFoliate(browser, book);
  try {
    return await page.evaluate<readonly Marked[]>(`${playDocument}(${JSON.stringify(options)})`);
  } finally {
    await page.close();
  }
}
