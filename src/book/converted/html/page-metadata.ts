import { addTo } from '../../../core/collections/add-to.ts';
import { attribute, findAll, findFirst, textOf } from '../../epub/markup/markup-tree.ts';
import type { Parent } from '../../epub/markup/markup-tree.ts';
import type { MarkupMetadata, MarkupPerson } from '../markup-book.ts';
import { readGutenbergHeader } from '../gutenberg-header.ts';
import { startOfPage } from './start-of-page.ts';

/**
 * Reads what the head of a page says of it. A book of Project Gutenberg says more in its header, and the title in its head is
 * also that of the site.
 */
export function readPageMetadata(root: Parent): MarkupMetadata {
  const html = findFirst(root, 'html');
  const metas = readMetas(root);
  const header = readGutenbergHeader(startOfPage(root)) ?? {};
  const { title, author } = titleInHead(root, metas);
  const named = author === undefined ? [] : [{ name: author, role: 'aut' }];
  const people = [header.people ?? [], peopleOf(metas), named].find(({ length }) => length > 0);
  return {
    ...header,
    title: header.title ?? title,
    people,
    language: (html && attribute(html, 'lang')) ?? metas.get('dc.language')?.[0] ?? header.language,
    description: metas.get('description')?.[0],
  };
}

type Metas = ReadonlyMap<string, readonly string[]>;

/** Returns the contents of `<meta>` by their names, which are in small letters. */
function readMetas(root: Parent): Metas {
  const metas = new Map<string, string[]>();
  for (const element of findAll(root, 'meta')) {
    const content = attribute(element, 'content')?.trim() ?? '';
    const names = new Set([attribute(element, 'name'), attribute(element, 'property')].map((it) => it?.toLowerCase()));
    for (const name of names) if (name && content !== '') addTo(metas, name, content);
  }
  return metas;
}

function peopleOf(metas: Metas): MarkupPerson[] {
  return [...metas].flatMap(([name, values]) => {
    const role = /^marcrel\.([a-z]{3})$/u.exec(name)?.[1];
    if (role !== undefined) return values.map((value) => ({ ...catalogued(value), role }));
    return name === 'author' || name === 'dc.creator' ? values.map((value) => ({ name: value, role: 'aut' })) : [];
  });
}

/** A library writes `Carroll, Lewis, 1832-1898`. */
function catalogued(value: string): Pick<MarkupPerson, 'name' | 'sortName'> {
  const sortName = value.replace(/,\s*[^,]*\d[^,]*$/u, '');
  const [last = '', first = '', ...rest] = sortName.split(/,\s*/u);
  if (first === '' || rest.length > 0) return { name: sortName };
  return { name: `${first.replace(/\s*\([^)]*\)$/u, '')} ${last}`, sortName };
}

const site = String.raw`project gutenberg(?:['’]s)?(?:\s+e-?(?:book|text))?`;
const before = new RegExp(String.raw`^(?:the\s+)?${site}(?:\s+of\b|\s*[,:|—–-]|(?<=['’]s))\s*`, 'iu');
const after = new RegExp(String.raw`(?:\s*[|—–]\s*|\s+-\s+|,\s+(?=an?\s))(?:an?\s+)?${site}\.?$`, 'iu');

interface HeadTitle {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
}

/** Returns the title, and the author that stands behind it in that of Project Gutenberg. */
function titleInHead(root: Parent, metas: Metas): HeadTitle {
  const element = findFirst(root, 'title');
  if (element === undefined) return {};
  const whole = textOf(element);
  const own = whole.replace(before, '').replace(after, '');
  if (own === '' || own === whole) return { title: whole };
  const [, title = own, author] = /^(.+?),\s+by\s+([^,]+?)\.?$/u.exec(own) ?? [];
  return { title: metas.get('dc.title')?.[0] ?? title, author };
}
