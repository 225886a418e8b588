import { isBookTitle } from '../../titles/book-title.ts';
import { isPlaceholderName, isPlaceholderText, writtenDescription } from '../../titles/placeholder-name.ts';
import type { BookMetadata, Contributor } from '../../../core/book.ts';
import { attribute, findAll, findFirst, localName, rawText, textOf } from '../markup/markup-tree.ts';
import type { Element } from '../markup/markup-tree.ts';
import { decodeReferences } from '../markup/decode-references.ts';
import type { PackageDocument } from './package-document.ts';

/** Metadata from the package, with the declared languages for `chooseLanguage`. */
export type DeclaredMetadata = Omit<BookMetadata, 'language' | 'languageSource'> & {
  readonly languages: readonly string[];
};

/** Reads the metadata of a package document, written as in EPUB 2, EPUB 3 or by calibre. */
export function readEpubMetadata(book: PackageDocument): DeclaredMetadata {
  const reader = new MetadataReader(book);
  const titles = reader.titles();
  const people = [...reader.people('creator', 'aut'), ...reader.people('contributor', undefined)];
  const authors = uniquePeople(people.filter(({ role }) => role === 'aut'));
  return {
    title: titles.main,
    authors,
    contributors: uniquePeople(people.filter(({ role }) => role !== 'aut')),
    subjects: [...new Set(reader.all('subject'))],
    languages: reader.all('language'),
    subtitle: titles.subtitle,
    sortTitle: titles.sort,
    publisher: unlessPlaceholder(reader.first('publisher')),
    date: reader.date(),
    description: writtenDescription(textOfHtml(reader.raw('description'))),
    isbn: reader.isbn(),
    rights: reader.first('rights'),
    series: reader.series(),
  };
}

class MetadataReader {
  readonly #elements: readonly Element[];
  readonly #refinements = new Map<string, Element[]>();

  constructor(book: PackageDocument) {
    const metadata = findFirst(book.root, 'metadata');
    this.#elements = metadata ? findAll(metadata, ...names) : [];
    for (const meta of this.#elements) {
      const refines = meta.attribs['refines'];
      if (refines === undefined) continue;
      const list = this.#refinements.get(refines.replace(/^#/u, '')) ?? [];
      this.#refinements.set(refines.replace(/^#/u, ''), [...list, meta]);
    }
  }

  all(name: string): string[] {
    return this.#named(name)
      .map((element) => textOf(element))
      .filter((text) => text !== '');
  }

  first(name: string): string | undefined {
    return this.all(name)[0];
  }

  raw(name: string): string | undefined {
    const [element] = this.#named(name);
    return element && rawText(element);
  }

  titles(): { readonly main: string; readonly subtitle: string | undefined; readonly sort: string | undefined } {
    const titles = this.#named('title').filter((element) => textOf(element) !== '');
    const typed = (type: string): Element | undefined =>
      titles.find((title) => this.#refined(title, 'title-type') === type);
    const main = typed('main') ?? titles.find((title) => this.#refined(title, 'title-type') === undefined) ?? titles[0];
    const subtitle = typed('subtitle');
    const text = main ? textOf(main) : '';
    return {
      main: usableTitle(text),
      subtitle: subtitle && subtitle !== main ? textOf(subtitle) : undefined,
      sort:
        (main && (this.#refined(main, 'file-as') ?? attribute(main, 'file-as'))) ?? this.#legacy('calibre:title_sort'),
    };
  }

  /** Returns each person once for each of their roles: an author can also be the illustrator. */
  people(name: string, defaultRole: string | undefined): Contributor[] {
    return this.#named(name).flatMap((element) => {
      const person = unlessPlaceholder(textOf(element));
      if (person === undefined) return [];
      const sortName = unlessPlaceholder(this.#refined(element, 'file-as') ?? attribute(element, 'file-as'));
      const refined = this.#refinedAll(element, 'role');
      const roles = refined.length > 0 ? refined : [attribute(element, 'role') ?? defaultRole];
      return roles.map((role) => ({ name: person, role: role?.toLowerCase(), sortName }));
    });
  }

  /** Returns the date of publication, or a date without an event. Ignores impossible years (calibre's 0101). */
  date(): string | undefined {
    const dates = this.#named('date');
    const published = dates.find((date) => /publication|original/u.test(attribute(date, 'event') ?? ''));
    const unnamed = dates.find((date) => attribute(date, 'event') === undefined);
    const found = published ?? unnamed;
    const day = found && /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/u.exec(textOf(found))?.[0];
    return day !== undefined && Number(day.slice(0, 4)) >= 1000 ? day : undefined;
  }

  isbn(): string | undefined {
    for (const element of [...this.#named('identifier'), ...this.#named('source')]) {
      const digits = textOf(element)
        .replace(/^urn:isbn:|^isbn[:\s]*/iu, '')
        .replaceAll(/[\s-]/gu, '')
        .toUpperCase();
      if (isIsbn(digits)) return digits;
    }
    return undefined;
  }

  series(): BookMetadata['series'] {
    const collection = this.#elements.find((meta) => attribute(meta, 'property') === 'belongs-to-collection');
    const name = (collection && textOf(collection)) ?? this.#legacy('calibre:series');
    if (name === undefined || name === '') return undefined;
    const position =
      (collection && this.#refined(collection, 'group-position')) ?? this.#legacy('calibre:series_index');
    return position === undefined ? { name } : { name, position: position.replace(/\.0+$/u, '') };
  }

  #named(name: string): Element[] {
    return this.#elements.filter((element) => localName(element) === name);
  }

  #refined(element: Element, property: string): string | undefined {
    return this.#refinedAll(element, property)[0];
  }

  #refinedAll(element: Element, property: string): string[] {
    const metas = this.#refinements.get(element.attribs['id'] ?? '') ?? [];
    return metas
      .filter((candidate) => attribute(candidate, 'property') === property)
      .map((meta) => textOf(meta))
      .filter((text) => text !== '');
  }

  /** Returns the value of an EPUB 2 `<meta name= content=>`. */
  #legacy(name: string): string | undefined {
    const meta = this.#elements.find((element) => element.attribs['name'] === name);
    return meta?.attribs['content'];
  }
}

const names =
  'title creator contributor language publisher date description subject identifier source rights meta'.split(' ');

/** Returns undefined for placeholders that converters write. */
function unlessPlaceholder(text: string | undefined): string | undefined {
  return text === undefined || isPlaceholderName(text) ? undefined : text.trim();
}

function usableTitle(text: string): string {
  return isBookTitle(text) && !isPlaceholderText(text) ? text.trim() : '';
}

/** Returns the text of HTML, which many descriptions are, escaped or not. */
function textOfHtml(html: string | undefined): string | undefined {
  if (html === undefined) return undefined;
  const untagged = html.replaceAll(/<\/?(?:p|br|div)\b[^>]{0,500}>/giu, ' ').replaceAll(/<\/?[a-z][^>]{0,500}>/giu, '');
  return decodeReferences(untagged).replaceAll(/\s+/gu, ' ').trim();
}

function uniquePeople(people: readonly Contributor[]): Contributor[] {
  const keys = people.map(({ name, role }) => `${role} ${name}`);
  return people.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Reports whether these are 10 or 13 digits with a valid check digit. */
function isIsbn(digits: string): boolean {
  const values = Array.from(digits, (digit) => (digit === 'X' ? 10 : Number(digit)));
  const sum = (weight: (index: number) => number): number =>
    values.reduce((total, value, index) => total + value * weight(index), 0);
  if (/^97[89]\d{10}$/u.test(digits)) return sum((index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
  return /^\d{9}[\dX]$/u.test(digits) && sum((index) => 10 - index) % 11 === 0;
}
