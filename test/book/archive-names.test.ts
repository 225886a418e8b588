import { describe, expect, it } from 'vitest';
import { readFixture } from '../helpers/read-fixture.ts';

const body = '<h1>One</h1><p>The ferry left the quay at dawn.</p>';

describe('a file of a book', () => {
  it.each([
    ['./a.xhtml', 'OEBPS/./a.xhtml'],
    ['a.xhtml', './OEBPS/a.xhtml'],
    ['text/a.xhtml', 'OEBPS/text/../text/a.xhtml'],
    ['../a.xhtml', 'OEBPS/../a.xhtml'],
    ['text/a.xhtml', 'OEBPS//text/a.xhtml'],
    ['a.xhtml', 'OEBPS\\.\\a.xhtml'],
  ])('is found as %s under the name %s in the archive', async (path, entryName) => {
    const { chapters, warnings } = await readFixture({ documents: [{ path, entryName, title: 'One', body }] });
    expect(chapters.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([
      ['One', 'The ferry left the quay at dawn.'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('is ignored when its name leads out of the book', async () => {
    const outside = { path: 'a.xhtml', entryName: 'OEBPS/../../OEBPS/a.xhtml', title: 'One', body };
    const reading = readFixture({ documents: [outside, { path: 'b.xhtml', title: 'Two', body }] });
    expect((await reading).warnings[0]).toContain('leads out of the book');
  });
});
