import { xhtmlPage } from './chapter-page.ts';
import { escapeXml } from '../../core/strings/escape-xml.ts';

/** Content of both tables of contents. Paths are relative to them. */
export interface TableOfContents {
  readonly title: string;
  readonly language: string;
  readonly identifier: string;
  readonly chapters: readonly { readonly title: string; readonly page: string }[];
}

/** Returns the table of contents of EPUB 3. */
export function navigationPage({ title, language, chapters }: TableOfContents): string {
  const items = chapters.map(
    (chapter) => `<li><a href="${escapeXml(chapter.page)}">${escapeXml(chapter.title)}</a></li>`,
  );
  const toc = `<nav epub:type="toc" role="doc-toc">\n<h1>${escapeXml(title)}</h1>\n<ol>\n${items.join('\n')}\n</ol>\n</nav>`;
  return xhtmlPage({ title, language, head: '<link rel="stylesheet" href="style.css"/>', body: toc });
}

/** Returns the table of contents of EPUB 2, for old readers. */
export function ncxDocument({ title, identifier, chapters }: TableOfContents): string {
  const points = chapters.map(
    (chapter, index) =>
      `<navPoint id="n${index + 1}" playOrder="${index + 1}"><navLabel><text>${escapeXml(chapter.title)}</text></navLabel>` +
      `<content src="${escapeXml(chapter.page)}"/></navPoint>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head>
<meta name="dtb:uid" content="${escapeXml(identifier)}"/>
<meta name="dtb:depth" content="1"/>
<meta name="dtb:totalPageCount" content="0"/>
<meta name="dtb:maxPageNumber" content="0"/>
</head>
<docTitle><text>${escapeXml(title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`;
}
