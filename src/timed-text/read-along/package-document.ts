import type { Contributor } from '../../core/book.ts';
import { languageTag, textDirection } from '../../core/language.ts';
import { clockValue } from './media-overlay.ts';
import { activeClass } from './style-sheet.ts';
import { attributes, escapeXml } from './xml.ts';

/** What a read-along says about itself. Only what is known is given. */
export interface ReadAlongMetadata {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly authors: readonly Contributor[];
  readonly contributors: readonly Contributor[];
  readonly narrator?: string | undefined;
  /** BCP-47 code of what is spoken and shown. */
  readonly language: string;
  readonly publisher?: string | undefined;
  /** `1813`, `1813-01` or `1813-01-28`. */
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly rights?: string | undefined;
  readonly subjects: readonly string[];
  /** Of the book that it was made from. */
  readonly isbn?: string | undefined;
  readonly series?: { readonly name: string; readonly position?: string | undefined } | undefined;
}

/** A file in the book, its path relative to the package document. */
export interface Item {
  readonly id: string;
  readonly href: string;
  readonly mediaType: string;
  readonly properties?: string;
  /** Id of the Media Overlay of a page. */
  readonly overlay?: string;
  /** How long a Media Overlay is. */
  readonly durationMs?: number;
  /** Pages are read in the order in which they are listed. */
  readonly isPage?: boolean;
}

interface Package {
  readonly metadata: ReadAlongMetadata;
  readonly identifier: string;
  readonly items: readonly Item[];
}

/** The package document (EPUB 3.3), with what EPUB 2 readers look for: `toc` of the spine and the cover's `meta`. */
export function packageDocument({ metadata, identifier, items }: Package): string {
  const { language } = metadata;
  const direction = textDirection(language) === 'rtl' ? 'rtl' : undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id"${attributes({ 'xml:lang': languageTag(language), dir: direction })}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${[...about(metadata, identifier), ...sound(metadata, items), ...access].join('\n')}
</metadata>
<manifest>
${items.map(itemMarkup).join('\n')}
</manifest>
<spine toc="ncx"${attributes({ 'page-progression-direction': direction })}>
${items.flatMap(({ id, isPage }) => (isPage ? [`<itemref idref="${id}"/>`] : [])).join('\n')}
</spine>
</package>
`;
}

function about(metadata: ReadAlongMetadata, identifier: string): string[] {
  const { title, subtitle, language, publisher, description, rights, isbn, date } = metadata;
  return [
    element('dc:identifier', identifier, { id: 'book-id' }),
    ...(isbn === undefined ? [] : [element('dc:source', `urn:isbn:${isbn}`)]),
    ...typedTitle('title', title, 'main'),
    ...typedTitle('subtitle', subtitle, 'subtitle'),
    element('dc:language', languageTag(language)),
    ...people('creator', metadata.authors),
    ...people('contributor', metadata.contributors),
    ...known('dc:publisher', publisher),
    ...known('dc:description', description),
    ...known('dc:rights', rights),
    ...known('dc:date', isDate(date) ? date : undefined),
    ...metadata.subjects.flatMap((subject) => known('dc:subject', subject)),
    ...series(metadata.series),
    element('meta', modified(date), { property: 'dcterms:modified' }),
  ];
}

function typedTitle(id: string, title: string | undefined, type: string): string[] {
  if (!isKnown(title)) return [];
  return [element('dc:title', title, { id }), element('meta', type, { refines: `#${id}`, property: 'title-type' })];
}

function people(kind: 'creator' | 'contributor', all: readonly Contributor[]): string[] {
  const named = all.filter(({ name }) => isKnown(name));
  return named.flatMap(({ name, role, sortName }, index) => {
    const id = `${kind}-${index + 1}`;
    const refines = `#${id}`;
    const code = role !== undefined && /^[a-z]{3}$/u.test(role);
    return [
      element(`dc:${kind}`, name, { id }),
      ...(code ? [element('meta', role, { refines, property: 'role', scheme: 'marc:relators' })] : []),
      ...(isKnown(sortName) ? [element('meta', sortName, { refines, property: 'file-as' })] : []),
    ];
  });
}

function series(of: ReadAlongMetadata['series']): string[] {
  if (of === undefined || !isKnown(of.name)) return [];
  const { name, position = '' } = of;
  return [
    element('meta', name, { property: 'belongs-to-collection', id: 'series' }),
    element('meta', 'series', { refines: '#series', property: 'collection-type' }),
    ...(/^\d+(?:\.\d+)*$/u.test(position)
      ? [element('meta', position, { refines: '#series', property: 'group-position' })]
      : []),
  ];
}

function sound({ narrator }: ReadAlongMetadata, items: readonly Item[]): string[] {
  const overlays = items.flatMap(({ id, durationMs }) => (durationMs === undefined ? [] : [{ id, durationMs }]));
  const wholeMs = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [
    element('meta', clockValue(wholeMs), { property: 'media:duration' }),
    ...overlays.map(({ id, durationMs }) =>
      element('meta', clockValue(durationMs), { refines: `#${id}`, property: 'media:duration' }),
    ),
    ...(isKnown(narrator) ? [element('meta', narrator, { property: 'media:narrator' })] : []),
    element('meta', activeClass, { property: 'media:active-class' }),
    ...(items.some(({ id }) => id === 'cover') ? ['<meta name="cover" content="cover"/>'] : []),
  ];
}

/** For readers and shops that ask what a person can perceive of it. */
const access = [
  ['accessMode', 'textual'],
  ['accessMode', 'auditory'],
  ['accessModeSufficient', 'textual'],
  ['accessModeSufficient', 'auditory'],
  ['accessibilityFeature', 'synchronizedAudioText'],
  ['accessibilityFeature', 'tableOfContents'],
  ['accessibilityHazard', 'none'],
].map(([property, value]) => `<meta property="schema:${property}">${value}</meta>`);

function itemMarkup({ id, href, mediaType, properties, overlay }: Item): string {
  return `<item${attributes({ id, href, 'media-type': mediaType, properties, 'media-overlay': overlay })}/>`;
}

function element(name: string, text: string, named: Readonly<Record<string, string>> = {}): string {
  return `<${name}${attributes(named)}>${escapeXml(text)}</${name}>`;
}

function known(name: string, text: string | undefined): string[] {
  return isKnown(text) ? [element(name, text)] : [];
}

/** Whether something of it can be read. */
export function isKnown(text: string | undefined): text is string {
  return text !== undefined && escapeXml(text).trim() !== '';
}

function isDate(date: string | undefined): date is string {
  if (date === undefined || !/^\d{4}(?:-\d{2}){0,2}$/u.test(date)) return false;
  const day = wholeDay(date);
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function wholeDay(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

/** The format wants a time; by the book's date, so that the same book gives the same bytes. */
function modified(date: string | undefined): string {
  return `${isDate(date) ? wholeDay(date) : '2000-01-01'}T00:00:00Z`;
}
