import { languageByName } from '../../core/language.ts';
import type { MarkupMetadata } from './markup-book.ts';

const fields = /^(title|subtitle|author|translator|editor|illustrator|language)\s*:\s*(\S.*(?:\n[^\S\n]+\S.*)*)/gimu;
const roles: ReadonlyMap<string, string> = new Map([
  ['author', 'aut'],
  ['translator', 'trl'],
  ['editor', 'edt'],
  ['illustrator', 'ill'],
]);

/** Reads the header of a text of Project Gutenberg (`Title: …`, `Author: …`); undefined for other texts. */
export function readGutenbergHeader(text: string): MarkupMetadata | undefined {
  const start = text.slice(0, 20_000).replaceAll('\r\n', '\n');
  const end = /\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG/iu.exec(start);
  if (end === null) return undefined;
  const found = [...start.slice(0, end.index).matchAll(fields)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value: value.replaceAll(/\s+/gu, ' ').trim(),
  }));
  const valueOf = (field: string): string | undefined => found.find(({ name }) => name === field)?.value;
  const language = valueOf('language');
  return {
    title: valueOf('title'),
    subtitle: valueOf('subtitle'),
    language: language === undefined ? undefined : languageByName(language.toLowerCase()),
    people: found.flatMap(({ name, value }) => {
      const role = roles.get(name);
      return role === undefined ? [] : [{ name: value, role }];
    }),
  };
}
