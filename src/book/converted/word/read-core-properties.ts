import { findFirst, textOf } from '../../epub/markup/markup-tree.ts';
import { parseXml } from '../../epub/markup/parse-markup.ts';
import type { MarkupLimits } from '../../epub/markup/parse-markup.ts';
import type { MarkupMetadata } from '../markup-book.ts';

/** Reads the properties of a Word document (`docProps/core.xml`). Several authors are divided by semicolons. */
export function readCoreProperties(text: string, limits: MarkupLimits): MarkupMetadata {
  const root = parseXml(text, limits);
  const field = (name: string): string | undefined => {
    const element = findFirst(root, name);
    return element === undefined ? undefined : textOf(element) || undefined;
  };
  const list = (name: string, separator: RegExp): string[] =>
    (field(name) ?? '')
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return {
    title: field('title'),
    people: list('creator', /;/u).map((name) => ({ name, role: 'aut' })),
    language: field('language'),
    description: field('description'),
    subjects: list('keywords', /[;,]/u),
  };
}
