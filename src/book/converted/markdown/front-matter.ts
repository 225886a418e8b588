import { parse } from 'yaml';
import { z } from 'zod';
import type { MarkupMetadata } from '../markup-book.ts';

/** A Markdown text without its front matter, and what that says. */
export interface FrontMatter {
  readonly metadata: MarkupMetadata;
  readonly text: string;
}

const line = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const names = z
  .union([z.string().transform((name) => [name]), z.array(z.string())])
  .optional()
  .catch(undefined);

/** The fields of Pandoc, Jekyll and Hugo; others, and values of other types, are ignored. */
const schema = z.object({
  title: line,
  subtitle: line,
  author: names,
  authors: names,
  language: line,
  lang: line,
  publisher: line,
  date: line,
  description: line,
  rights: line,
});

const maxLength = 100_000;

/** Divides a text from the YAML between `---` and `---` (or `...`) at its start. Without a valid one the text is whole. */
export function splitFrontMatter(text: string): FrontMatter {
  const start = text.slice(0, maxLength);
  const found = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?\n)(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/u.exec(start);
  const fields = found === null ? undefined : parseFields(found[1] ?? '');
  if (found === null || fields === undefined) return { metadata: {}, text };
  const { author, authors, lang, language, ...others } = fields;
  const people = (author ?? authors ?? []).map((name) => ({ name, role: 'aut' }));
  const given = Object.entries({ ...others, language: language ?? lang }).filter(([, value]) => value !== undefined);
  return { metadata: { ...Object.fromEntries(given), people }, text: text.slice(found[0].length) };
}

function parseFields(source: string): z.infer<typeof schema> | undefined {
  try {
    return schema.parse(parse(source, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' }));
  } catch {
    return undefined;
  }
}
