import type { Contributor } from '../../core/book.ts';
import { languageTag, textDirection } from '../../core/language.ts';
import { clockValue } from './media-overlay.ts';
import { activeClass } from './style-sheet.ts';
import { escapeXml } from '../../core/strings/escape-xml.ts';
import { attributes, element, textElement } from '../../core/strings/xml.ts';
import type { XmlAttributes } from '../../core/strings/xml.ts';

/** Metadata of a read-along. Unknown fields are missing. */
export interface ReadAlongMetadata {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly authors: readonly Contributor[];
  readonly contributors: readonly Contributor[];
  readonly narrator?: string | undefined;
  /** BCP-47 code of text and speech. */
  readonly language: string;
  readonly publisher?: string | undefined;
  /** `1813`, `1813-01` or `1813-01-28`. */
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly rights?: string | undefined;
  readonly subjects: readonly string[];
  /** ISBN of the source book. */
  readonly isbn?: string | undefined;
  readonly series?: { readonly name: string; readonly position?: string | undefined } | undefined;
}

/** A file of the EPUB. */
export interface EpubItem {
  readonly id: string;
  /** Path relative to the package document. */
  readonly href: string;
  readonly mediaType: string;
  readonly properties?: string | undefined;
  /** Id of the Media Overlay of a page. */
  readonly overlay?: string | undefined;
  /** Duration of a Media Overlay. */
  readonly durationMs?: number | undefined;
  /** It is a page. Pages are read in the order of the list. */
  readonly isPage?: boolean | undefined;
  /** It is a picture on a page. */
  readonly isPicture?: boolean | undefined;
}

interface Package {
  readonly metadata: ReadAlongMetadata;
  readonly identifier: string;
  readonly items: readonly EpubItem[];
}

/** Returns the package document (EPUB 3.3), with `toc` and the cover's `meta` for EPUB 2 readers. */
export function packageDocument({ metadata, identifier, items }: Package): string {
  const { language } = metadata;
  const direction = textDirection(language) === 'rtl' ? 'rtl' : undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id"${attributes({ 'xml:lang': languageTag(language), dir: direction })}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${[...bookMetadata(metadata, identifier), ...sound(metadata, items), ...access(items)].filter((line) => line !== undefined).join('\n')}
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

/** Elements, and undefined for those that are left out. */
type Lines = readonly (string | undefined)[];

function bookMetadata(metadata: ReadAlongMetadata, identifier: string): Lines {
  const { title, subtitle, language, publisher, description, rights, isbn, date } = metadata;
  return [
    textElement('dc:identifier', identifier, { id: 'book-id' }),
    isbn === undefined ? undefined : textElement('dc:source', `urn:isbn:${isbn}`),
    ...typedTitle('title', title, 'main'),
    ...typedTitle('subtitle', subtitle, 'subtitle'),
    textElement('dc:language', languageTag(language)),
    ...people('creator', metadata.authors),
    ...people('contributor', metadata.contributors),
    optional('dc:publisher', publisher),
    optional('dc:description', description),
    optional('dc:rights', rights),
    optional('dc:date', isDate(date) ? date : undefined),
    ...metadata.subjects.map((subject) => optional('dc:subject', subject)),
    ...series(metadata.series),
    element('meta', { property: 'dcterms:modified' }, modified(date)),
  ];
}

function typedTitle(id: string, title: string | undefined, type: string): Lines {
  if (!isVisible(title)) return [];
  return [textElement('dc:title', title, { id }), element('meta', { refines: `#${id}`, property: 'title-type' }, type)];
}

function people(kind: 'creator' | 'contributor', all: readonly Contributor[]): Lines {
  const named = all.filter(({ name }) => isVisible(name));
  return named.flatMap(({ name, role, sortName }, index) => {
    const id = `${kind}-${index + 1}`;
    const refines = `#${id}`;
    const code = role !== undefined && /^[a-z]{3}$/u.test(role);
    return [
      textElement(`dc:${kind}`, name, { id }),
      code ? textElement('meta', role, { refines, property: 'role', scheme: 'marc:relators' }) : undefined,
      optional('meta', sortName, { refines, property: 'file-as' }),
    ];
  });
}

function series(of: ReadAlongMetadata['series']): Lines {
  if (of === undefined || !isVisible(of.name)) return [];
  const { name, position = '' } = of;
  return [
    textElement('meta', name, { property: 'belongs-to-collection', id: 'series' }),
    textElement('meta', 'series', { refines: '#series', property: 'collection-type' }),
    /^\d+(?:\.\d+)*$/u.test(position)
      ? textElement('meta', position, { refines: '#series', property: 'group-position' })
      : undefined,
  ];
}

function sound({ narrator }: ReadAlongMetadata, items: readonly EpubItem[]): Lines {
  const overlays = items.flatMap(({ id, durationMs }) => (durationMs === undefined ? [] : [{ id, durationMs }]));
  const wholeMs = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [
    element('meta', { property: 'media:duration' }, clockValue(wholeMs)),
    ...overlays.map(({ id, durationMs }) =>
      element('meta', { refines: `#${id}`, property: 'media:duration' }, clockValue(durationMs)),
    ),
    optional('meta', narrator, { property: 'media:narrator' }),
    element('meta', { property: 'media:active-class' }, activeClass),
    items.some(({ id }) => id === 'cover') ? '<meta name="cover" content="cover"/>' : undefined,
  ];
}

/** Accessibility metadata for readers and shops. */
function access(items: readonly EpubItem[]): string[] {
  const visual = items.some(({ isPicture }) => isPicture) ? [['accessMode', 'visual']] : [];
  return [
    ['accessMode', 'textual'],
    ['accessMode', 'auditory'],
    ...visual,
    ['accessModeSufficient', 'textual'],
    ['accessModeSufficient', 'auditory'],
    ['accessibilityFeature', 'synchronizedAudioText'],
    ['accessibilityFeature', 'tableOfContents'],
    ['accessibilityHazard', 'none'],
  ].map(([property, value]) => `<meta property="schema:${property}">${value}</meta>`);
}

function itemMarkup({ id, href, mediaType, properties, overlay }: EpubItem): string {
  return `<item${attributes({ id, href, 'media-type': mediaType, properties, 'media-overlay': overlay })}/>`;
}

function optional(name: string, text: string | undefined, named?: XmlAttributes): string | undefined {
  return isVisible(text) ? textElement(name, text, named) : undefined;
}

/** Reports whether a text has a visible character. */
export function isVisible(text: string | undefined): text is string {
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

/** Returns the required time. The book's date is used, so that the same book gives the same bytes. */
function modified(date: string | undefined): string {
  return `${isDate(date) ? wholeDay(date) : '2000-01-01'}T00:00:00Z`;
}
