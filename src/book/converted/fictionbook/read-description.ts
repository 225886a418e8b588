import { attribute, childrenOf, findAll, textOf } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import type { MarkupMetadata, MarkupPerson } from '../markup-book.ts';
import { binaryId } from './find-binary.ts';

/** The metadata in the description of a FictionBook, and the id of its cover image. */
export interface FictionBookDescription {
  readonly metadata: MarkupMetadata;
  readonly coverId: string | undefined;
}

/** Reads the description of a FictionBook; one without a description says nothing. */
export function readDescription(description: Element | undefined): FictionBookDescription {
  const title = childOf(description, 'title-info');
  const publication = childOf(description, 'publish-info');
  const cover = childOf(childOf(title, 'coverpage'), 'image');
  return {
    metadata: {
      title: textIn(title, 'book-title'),
      people: [...peopleIn(title, 'author', 'aut'), ...peopleIn(title, 'translator', 'trl')],
      language: textIn(title, 'lang'),
      description: textIn(title, 'annotation'),
      subjects: textIn(title, 'keywords')?.split(/\s*,\s*/u),
      date: textIn(publication, 'year') ?? dateIn(title),
      publisher: textIn(publication, 'publisher'),
      isbn: textIn(publication, 'isbn'),
      series: seriesOf(childOf(title, 'sequence')),
    },
    coverId: cover && binaryId(cover),
  };
}

function childOf(parent: Element | undefined, name: string): Element | undefined {
  return parent && childrenOf(parent, name)[0];
}

function textIn(parent: Element | undefined, name: string): string | undefined {
  const found = childOf(parent, name);
  const text = found && textOf(found);
  return text === '' ? undefined : text;
}

function dateIn(parent: Element | undefined): string | undefined {
  const date = childOf(parent, 'date');
  return date && (attribute(date, 'value') ?? textOf(date));
}

function seriesOf(sequence: Element | undefined): MarkupMetadata['series'] {
  const name = sequence && attribute(sequence, 'name')?.trim();
  return name ? { name, position: attribute(sequence, 'number') } : undefined;
}

function peopleIn(parent: Element | undefined, name: string, role: string): MarkupPerson[] {
  return (parent ? childrenOf(parent, name) : []).flatMap((person) => {
    const [first, middle, last, nickname] = ['first-name', 'middle-name', 'last-name', 'nickname'].map(
      (part) => findAll(person, part).map((element) => textOf(element))[0] ?? '',
    );
    const given = [first, middle].filter(Boolean).join(' ');
    const whole = [given, last].filter(Boolean).join(' ');
    if (whole === '') return nickname ? [{ name: nickname, role }] : [];
    return [{ name: whole, role, sortName: last && given ? `${last}, ${given}` : undefined }];
  });
}
