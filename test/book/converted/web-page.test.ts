import { describe, expect, it } from 'vitest';
import { countWords } from '../../../src/text/count-words.ts';
import { readFile, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';

const sentence = (about: string): string =>
  `${about} walked along the quay before the lamps were lit, and nothing that was said there, on that evening, was repeated. `;
const prose = (about: string): string => `<p>${sentence(about).repeat(4).trim()}</p>`;
const links = (...names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="https://example.org/${name}">${name}</a></li>`).join('')}</ul>`;

/** The parts of a saved page, by what becomes of them. */
const parts = {
  navigation: `<a href="#content">Skip to content</a><nav>${links('Home', 'News', 'About')}</nav><div class="breadcrumbs">${links('Start', 'Harbour')}</div>`,
  advertisement: `<div id="cookie-consent"><p>${'We use cookies to give you the best experience on our site, as you know. '.repeat(3)}</p><button>Accept</button></div>
<section class="newsletterSignup"><p>Get our letter every week.</p></section>`,
  comments: `<section id="comments"><h3>Two answers</h3>${'<p>I was there that evening, and I can say that the lamps were never lit at all, whatever they write.</p>'.repeat(2)}</section>`,
  surroundings: `<div class="share">Share this</div><aside class="related"><h4>More for you</h4>${prose('Dora')}</aside><footer><p>Example Press 2024</p></footer>`,
};
const article = `<article><header><h1>The Lamps of the Quay</h1></header>${prose('Anna')}<h2>The boat</h2>${prose('Bruno')}
<blockquote><p>It was late.</p></blockquote><p>Yes.</p><ul><li>One lamp</li><li>Two boats</li></ul>${prose('Clara')}
<figure><img src="a.png" alt=""/><figcaption>The quay at night</figcaption></figure></article>`;
const page = (main: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>The Lamps of the Quay | Example Press</title></head><body class="has-sidebar">
${parts.navigation}${parts.advertisement}<div class="layout"><main>${main}</main>${parts.surroundings}${parts.comments}</div></body></html>`;
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<button>[^<]*<\/button>/gu, '')
    .replaceAll(/<\/?(?:p|li|h\d|ul|div|a)[^>]*>/gu, ' ')
    .replaceAll(/<[^>]*>/gu, ' ');

describe('a saved page', () => {
  it('is read without what stands around its article, of which no word is lost', async () => {
    const book = await readFile('page.html', page(article));
    const [source, spoken] = [wordsOf(textOf(article)), wordsOf(spokenText(book))];
    expect([surplus(source, spoken), surplus(spoken, source)]).toEqual([[], []]);
  });

  it('lists every other word with a reason, and reads it on request', async () => {
    const { leftOut } = await readFile('page.html', page(article));
    const counts = Object.fromEntries(leftOut.map(({ reason, words }) => [reason, words]));
    const expected = Object.entries(parts).map(([reason, markup]) => [reason, countWords(textOf(markup))] as const);
    expect(counts).toEqual(Object.fromEntries(expected));
    const whole = await readFile('page.html', page(article), { include: Object.keys(parts) });
    const everything = wordsOf(textOf(page(article)).replace('The Lamps of the Quay | Example Press', ''));
    expect(surplus(everything, wordsOf(spokenText(whole)))).toEqual([]);
  });

  it('keeps prose that stands apart from the article, with the short lines beside it', async () => {
    const apart = `<div class="x17">${prose('Emma')}<p>No.</p></div>`;
    const spoken = spokenText(await readFile('page.html', page(`${article}${apart}`)));
    expect(spoken).toContain('Emma walked');
    expect(spoken).toContain('No.');
  });

  it('is read whole when its article has suspiciously few words', async () => {
    const markup = `<html><body><nav>${links('Home')}</nav><div class="comments">${prose('Anna').repeat(30)}</div><p>A few words.</p></body></html>`;
    expect(spokenText(await readFile('page.html', markup))).toContain('Anna walked');
  });

  it('that is a book with a menu loses no chapter', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Chapter ${index + 1}`);
    const chapters = names
      .map((name) => `<section><h1>${name}</h1><p>“Yes.”</p>${prose(name)}<p>* * *</p></section>`)
      .join('');
    const book = await readFile(
      'book.html',
      `<html><body><nav id="TOC">${links(...names)}</nav>${chapters}</body></html>`,
    );
    expect(book.chapters.map(({ title }) => title)).toEqual(names);
    expect(surplus(wordsOf(textOf(chapters)), wordsOf(spokenText(book)))).toEqual([]);
  });
});

describe('a hostile page', () => {
  it.each([
    ['texts', '<div><span>a</span></div>'.repeat(55_000)],
    ['nested elements', `${'<div>'.repeat(400)}${prose('Anna')}`],
    ['links', '<a href="#">a</a>'.repeat(20_000)],
    ['attributes', `<div class="${'ad '.repeat(200_000)}">word</div>`],
  ])('with very many %s is read', async (_name, markup) => {
    const book = await readFile('page.html', `<html><body><nav>Menu</nav>${prose('Bruno')}${markup}</body></html>`);
    expect(spokenText(book)).toContain('Bruno walked');
  });
});
