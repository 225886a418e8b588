import type { EpubOptions } from '../../helpers/epub-builder.ts';
import { smallBook } from '../../helpers/small-book.ts';

const paragraphs = Array.from({ length: 26 }, (_, index) => `<p>Boat number ${index} went over the bar at noon.</p>`);

/** A book with one of everything that an option of reading is about. */
export const letters: EpubOptions = {
  ...smallBook,
  title: 'Letters from the Quay',
  documents: [
    {
      path: 'copyright.xhtml',
      title: 'Copyright',
      body: '<h1>Copyright</h1><p>Copyright 1999 by Zephyrina Press. All rights reserved.</p>',
    },
    {
      path: 'one.xhtml',
      title: 'Letter 1',
      body:
        '<h1>Letter 1</h1><p>The kettle sang.<a epub:type="noteref" href="#n1">1</a></p>' +
        '<aside epub:type="footnote" id="n1"><p>A note about kettles.</p></aside>' +
        '<table><tr><td>Tea</td><td>Sugar</td></tr></table>' +
        '<h2>Afternoon</h2><p>Rain fell on the harbour wall until evening came.</p>',
    },
    {
      path: 'two.xhtml',
      title: 'Letter 2',
      body:
        '<h1>Letter 2</h1><p>She wrote <ruby>kanji<rt>reading</rt></ruby> on the wall.</p>' +
        '<p>1:1 Tide rose. 1:2 Tide fell. 1:3 Tide stayed.</p>' +
        '<p><img src="gull.png" alt="A gull on a post"/></p>' +
        '<pre><code>let tide = 12;\nprint(tide);</code></pre>' +
        '<p>It is <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>2</mn></math> today.</p>',
    },
    { path: 'more.xhtml', body: '<p>The letter has no more than this page.</p>' },
    { path: 'three.xhtml', title: 'The Bridge', body: `<h1>The Bridge</h1>${paragraphs.join('')}` },
  ],
};
