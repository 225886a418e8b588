import type { Browser } from 'playwright-core';
import type { Unzipped } from './unzip.ts';

/** How a document of an EPUB is laid out. */
export interface DocumentLayout {
  /** Left and top edge of each letter, in pixels, one after the other in the order of the text. */
  readonly letters: readonly number[];
  /** Type and color of each run of letters that have the same. */
  readonly styles: readonly string[];
  /** Width and height of all that can be scrolled to, in pixels. */
  readonly size: readonly number[];
}

const measure = `(() => {
  const letters = [];
  const styles = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { color, font, letterSpacing, textDecorationLine, textTransform } = getComputedStyle(node.parentElement);
    const style = [color, font, letterSpacing, textDecorationLine, textTransform].join(' ');
    for (let at = 0; at < node.length; at += 1) {
      if (/\\s/u.test(node.data[at])) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, top } = range.getBoundingClientRect();
      letters.push(left, top);
      if (styles.at(-1) !== style) styles.push(style);
    }
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { letters, styles, size: [scrollWidth, scrollHeight] };
})()`;

/** Lays a document out in a window of 600 by 800 pixels, with the styles and pictures of its EPUB. */
export async function layoutOf(
  browser: Browser,
  files: ReadonlyMap<string, Unzipped>,
  document: string,
): Promise<DocumentLayout> {
  const page = await browser.newPage({ viewport: { width: 600, height: 800 } });
  try {
    await page.route('**', async (route) => {
      const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      const file = files.get(name);
      const contentType = types.get(name.slice(name.lastIndexOf('.') + 1));
      await route.fulfill(file ? { body: file.bytes, ...(contentType && { contentType }) } : { status: 404 });
    });
    await page.goto(`http://book.test/${document.split('/').map(encodeURIComponent).join('/')}`);
    return await page.evaluate<DocumentLayout>(measure);
  } finally {
    await page.close();
  }
}

const types: ReadonlyMap<string, string> = new Map([
  ['xhtml', 'application/xhtml+xml'],
  ['html', 'application/xhtml+xml'],
  ['htm', 'application/xhtml+xml'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
]);
