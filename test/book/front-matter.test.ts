import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence = 'This is a sentence of the story that has quite enough words to count as running text for everyone.';
const story = { path: 'story.xhtml', title: 'Story', body: `<h1>Story</h1>${`<p>${sentence}</p>`.repeat(12)}` };
const about = `<h1>About the Author</h1><p>Ann Writer was born in Leeds in 1950. The Sea was published by Faber and first published
  in America in 1994. She holds a licence to fly gliders.</p>`;
const onText = `<h1>A Note on the Text</h1><p>This story was first published in 1911. The first edition of the book, published by Methuen,
  changed the end; the text of the magazine is in the public domain.</p>`;
const rights =
  '<p>Copyright © 2010 by Ann Writer. First published by Faber. Printed in Leeds. ISBN 978-1-2345-6789-7</p>';

const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const reasons = ({ leftOut }: Book): string[] =>
  leftOut.map(({ reason, document }) => `${reason} ${document.slice(6)}`);

describe('a copyright page', () => {
  it('is not a note about the author or the text, whether the contents list it or not', async () => {
    const documents = [{ path: 'a.xhtml', body: onText }, story, { path: 'b.xhtml', body: about }];
    const nav = [
      { label: 'A Note on the Text', href: 'a.xhtml' },
      { label: 'Story', href: 'story.xhtml' },
      { label: 'About the Author', href: 'b.xhtml' },
    ];
    const listed = await readFixture({ documents, nav });
    expect(titles(listed)).toEqual(['A Note on the Text', 'Story', 'About the Author']);
    expect(listed.leftOut).toEqual([]);
    expect((await readFixture({ documents, nav: nav.slice(1, 2) })).leftOut).toEqual([]);
  });

  it('is known by a year of rights or an ISBN, unless the contents list it by a name of its own', async () => {
    const documents = [{ path: 'a.xhtml', body: rights }, story];
    const own = { label: 'Story', href: 'story.xhtml' };
    const listedAs = async (label: string) =>
      reasons(await readFixture({ documents, nav: [{ label, href: 'a.xhtml' }, own] }));
    expect(reasons(await readFixture({ documents, nav: [own] }))).toEqual(['copyright a.xhtml']);
    expect(await listedAs('Copyright')).toEqual(['copyright a.xhtml']);
    expect(await listedAs('Copyright © 2010 by Ann Writer')).toEqual(['copyright a.xhtml']);
    expect(await listedAs('About the Author')).toEqual([]);
  });

  it('is known by several notices of rights, whatever the contents call it', async () => {
    const body = `<h1>A Guide</h1><p>Copyright © 2019 Ann Writer</p><p>Copyright © 2004 Ben Writer</p>
      <p>You may copy it under the terms of the licence, which is in the public domain.</p>`;
    const nav = [
      { label: 'A Guide', href: 'a.xhtml' },
      { label: 'Story', href: 'story.xhtml' },
    ];
    expect(reasons(await readFixture({ documents: [{ path: 'a.xhtml', body }, story], nav }))).toEqual([
      'copyright a.xhtml',
    ]);
  });
});

describe('a dedication or an epigraph', () => {
  it.each(['t.xhtml', 'titlepage.xhtml'])('is read where it is marked up inside a title page (%s)', async (name) => {
    const body = `<section epub:type="titlepage"><h1>The Test Book</h1><p>Ann Writer</p>
      <p epub:type="dedication">For my mother, who never read it.</p>
      <blockquote epub:type="epigraph"><p>All happy families are alike.</p></blockquote></section>`;
    const book = await readFixture({
      title: 'The Test Book',
      documents: [{ path: name, body }, story],
      nav: [{ label: 'Story', href: 'story.xhtml' }],
    });
    const spoken = book.chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text));
    expect(spoken.slice(0, 3)).toEqual(['For my mother, who never read it.', 'All happy families are alike.', 'Story']);
    expect(reasons(book)).toEqual([`title-page ${name}`]);
  });

  it('is not read where it is hidden', async () => {
    const body = `<section epub:type="titlepage"><h1>The Test Book</h1><p epub:type="dedication" hidden="hidden">For me.</p></section>`;
    const book = await readFixture({ title: 'The Test Book', documents: [{ path: 't.xhtml', body }, story] });
    expect(reasons(book)).toEqual(['title-page t.xhtml', 'hidden t.xhtml']);
  });
});
