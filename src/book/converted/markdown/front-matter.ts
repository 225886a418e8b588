import { parse } from 'yaml';
import { z } from 'zod';
import type { MarkupMetadata } from '../markup-book.ts';
import { readHeaderLines } from './header-lines.ts';

/** A Markdown text without its front matter, and what that says. */
export interface FrontMatter {
  readonly metadata: MarkupMetadata;
  readonly text: string;
}

const line = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const person = z
  .union([
    z.string().transform((name) => ({ name, role: 'aut' })),
    z
      .object({ name: line, text: line, role: line })
      .transform(({ name, text, role }) => ({ name: name ?? text ?? '', role: roleOf(role) })),
  ])
  .catch({ name: '', role: 'aut' });
const people = z
  .union([z.array(person), person.transform((one) => [one])])
  .transform((all) => all.filter(({ name }) => name !== ''))
  .optional()
  .catch(undefined);
const titles = z.array(z.object({ type: line, text: line }));
/** Pandoc's title is a text, or a list of several with their types. */
const title = z.union([titles, line]);

/** The fields of Pandoc, Jekyll and Hugo; others, and values of other types, are ignored. */
const schema = z.object({
  title,
  subtitle: line,
  author: people,
  authors: people,
  creator: people,
  language: line,
  lang: line,
  publisher: line,
  date: line,
  description: line,
  rights: line,
});

const maxLength = 100_000;

/**
 * Divides a text from the header at its start: YAML between `---` and `---` (or `...`), or one of `readHeaderLines`. Without a
 * valid one the text is whole.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const start = text.slice(0, maxLength);
  const yaml = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?\n)(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/u.exec(start);
  const other = yaml === null ? readHeaderLines(start) : undefined;
  const fields = yaml === null ? schema.safeParse(other?.fields).data : parseFields(yaml[1] ?? '');
  if (fields === undefined) return { metadata: {}, text };
  return { metadata: metadataOf(fields), text: text.slice(yaml?.[0].length ?? other?.length) };
}

type Fields = z.infer<typeof schema>;

function metadataOf({ author, authors, creator, lang, language, ...others }: Fields): MarkupMetadata {
  const { title: written, subtitle, ...lines } = others;
  const listed = Array.isArray(written) ? written : [{ type: 'main', text: written }];
  const textOf = (type: string): string | undefined => listed.find((one) => one.type === type)?.text;
  const texts = { title: textOf('main') ?? listed[0]?.text, subtitle: subtitle ?? textOf('subtitle') };
  const given = Object.entries({ ...lines, ...texts, language: language ?? lang });
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    people: author ?? authors ?? creator ?? [],
  };
}

/** An alias or two are common; thousands are an attack. */
const maxAliasCount = 10;

function parseFields(source: string): Fields | undefined {
  try {
    return schema.parse(parse(source, { schema: 'failsafe', maxAliasCount, logLevel: 'silent' }));
  } catch {
    return undefined;
  }
}

const roles: ReadonlyMap<string, string> = new Map([
  ['author', 'aut'],
  ['editor', 'edt'],
  ['translator', 'trl'],
  ['illustrator', 'ill'],
  ['narrator', 'nrt'],
]);

/** A role is a word of Pandoc or a MARC relator code. */
function roleOf(role = 'author'): string {
  return roles.get(role.toLowerCase()) ?? (/^[a-z]{3}$/u.test(role) ? role : 'ctb');
}
