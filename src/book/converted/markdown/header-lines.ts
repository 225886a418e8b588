import { parse } from 'yaml';

/** The fields of a header in another form than YAML, and where the text begins. */
export interface HeaderLines {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly length: number;
}

/** Reads the header of Hugo (TOML between `+++`), Pandoc (`% Title`) or MultiMarkdown (`Title: …`); undefined without one. */
export function readHeaderLines(text: string): HeaderLines | undefined {
  return readToml(text) ?? readPercentLines(text) ?? readTitleLines(text);
}

/** Only the values before the first table, each in one line, which YAML writes in the same way. */
function readToml(text: string): HeaderLines | undefined {
  const found = /^\uFEFF?\+{3}[^\S\n]*\r?\n([\s\S]*?\n)\+{3}[^\S\n]*(?:\r?\n|$)/u.exec(text);
  if (found === null) return undefined;
  const lines = (found[1] ?? '').split(/^\[/mu, 1)[0]?.split(/\r?\n/u) ?? [];
  const fields = lines.flatMap((line): [string, unknown][] => {
    const [, name, value] = /^\s*([\w-]{1,100})\s*=\s*(\S.*)$/u.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, valueOf(value)]];
  });
  return { fields: Object.fromEntries(fields), length: found[0].length };
}

function valueOf(source: string): unknown {
  try {
    return parse(source, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function readPercentLines(text: string): HeaderLines | undefined {
  const found = /^\uFEFF?(?:%[^\n]*\n(?:[^\S\n]+\S[^\n]*\n)*){1,3}/u.exec(text);
  if (found === null) return undefined;
  const [title, authors, date] = found[0]
    .replace(/^\uFEFF?%/u, '')
    .split(/\n%/u)
    .map((part) => part.trim());
  const author = authors?.split(/\s*(?:;|\r?\n)\s*/u).filter((name) => name !== '');
  return { fields: { title: title?.replaceAll(/\s+/gu, ' '), author, date }, length: found[0].length };
}

function readTitleLines(text: string): HeaderLines | undefined {
  const found = /^\uFEFF?(?:title: [^\n]+\n)(?:[a-z][a-z ]{0,30}: [^\n]+\n)+(?=\s*\n)/iu.exec(text);
  if (found === null) return undefined;
  const fields = [...found[0].matchAll(/^\uFEFF?([a-z ]+): (.+)$/gimu)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.trim(),
  ]);
  return { fields: Object.fromEntries(fields), length: found[0].length };
}
