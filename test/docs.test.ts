import { access, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withCommand } from '../src/cli/implied-command.ts';
import { commandEntries } from '../src/cli/command-entries.ts';
import type { Option } from '../src/pipeline/options/option.ts';
import { providers } from '../src/speech/registry.ts';
import { docsTables } from './helpers/docs-tables.ts';
import { manPage } from './helpers/man-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = async (file: string): Promise<string> => await readFile(path.join(root, file), 'utf8');

/** All documents, relative to the root. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'src/README.md',
  'examples/README.md',
  'test/books/README.md',
  ...(await readdir(path.join(root, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** `npm run docs` sets it: the tables are then written instead of compared. */
const writes = process.env['UPDATE_DOCS'] !== undefined;

describe.each(Object.entries(docsTables))('the generated tables of %s', (file, tables) => {
  it.each(Object.entries(tables))('have %s as the program has it', async (name, render) => {
    const text = await read(file);
    const marked = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)(?:.*?\\n)?(<!-- end of ${name} -->)`, 'su');
    const rendered = await render();
    const expected = text.replace(marked, (_match, start: string, end: string) => `${start}\n${rendered}\n\n${end}`);
    expect(text).toMatch(marked);
    if (writes) await writeFile(path.join(root, file), expected);
    expect(writes || text === expected, 'run `npm run docs`').toBe(true);
  });
});

describe('the man page', () => {
  it('says what the tables of the help say', async () => {
    const page = await manPage();
    if (writes) await writeFile(path.join(root, 'man', 'audiobook.1'), page);
    expect(writes || (await read('man/audiobook.1')) === page, 'run `npm run docs`').toBe(true);
    expect([...page.matchAll(/^\.SS audiobook ([\w\\-]+)/gmu)].map(([, name]) => name?.replaceAll('\\', ''))).toEqual(
      expect.arrayContaining(commandEntries.map(({ name }) => name)),
    );
  });
});

describe('the documents', () => {
  it.each(documents)('%s links only to files and headings that exist', async (file) => {
    const links = [...(await read(file)).matchAll(/\]\((?!https?:)([^)\s]+)\)/gu)].map(([, link = '']) => link);
    const broken = await Promise.all(links.map(async (link) => ((await leadsSomewhere(file, link)) ? [] : [link])));
    expect(broken.flat()).toEqual([]);
  });

  it('name every command and speech provider where a reader looks for them', async () => {
    const [cli, voices] = [await read('docs/cli.md'), await read('docs/voices.md')];
    const untold = commandEntries.filter(({ name }) => !cli.includes(`\`${name}\``));
    expect(untold, 'write in docs/cli.md what each is for').toEqual([]);
    const ids = providers.flatMap(({ id, aliases }) => [id, ...aliases]);
    const unnamed = ids.filter((id) => !voices.includes(`\`${id}\``));
    expect(unnamed, 'give each a line in the table of providers in docs/voices.md').toEqual([]);
  });

  it.each(documents.filter((file) => /README|guides|troubleshooting/u.test(file)))(
    '%s shows only commands and flags that exist',
    async (file) => {
      const lines = [...(await read(file)).matchAll(/^(?:audiobook|30 2 \* \* \* audiobook) (.*?)(?: {2,}#.*)?$/gmu)];
      const unknown = await Promise.all(lines.map(async ([, line = '']) => await unknownFlags(line.split(' '))));
      expect(unknown.flat()).toEqual([]);
    },
  );

  it.each(documents.filter((file) => /guides|troubleshooting/u.test(file)))(
    '%s is for people: no sentence has 25 words',
    async (file) => {
      expect(sentencesOf(await read(file)).filter((sentence) => sentence.split(' ').length >= 25)).toEqual([]);
    },
  );

  it('keep README.md short', async () => {
    expect((await read('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  });
});

/** Returns the sentences of a document, and its cells and items; what is shown as code is none. */
function sentencesOf(text: string): readonly string[] {
  const paragraphs = text.replaceAll(/^```.*?^```$/gmsu, '\n\n').split(/\n\s*\n|\n(?=[-#|])|(?<=\|)\s/u);
  return paragraphs.flatMap((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').split(/(?<=[.!?:]) (?=[\p{Lu}`*[])/u));
}

/** Returns the flags of a command line that its command does not have. */
async function unknownFlags(words: readonly string[]): Promise<readonly string[]> {
  const [name = '', second = ''] = withCommand({ argv: words, workingFolder: root });
  const outer = await commandEntries.find((entry) => entry.name === name)?.load();
  const { options } = outer?.subcommands?.[second] ?? outer ?? { options: {} };
  const known = Object.values<Option>(options).flatMap(
    ({ flag = '' }) => flag.match(/(?<![\w-])--?[a-z][\w-]*/gu) ?? [],
  );
  return words.filter((word) => /^--?[a-z]/u.test(word) && ![...known, '--help', '--version'].includes(word));
}

async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  const [place = '', anchor] = link.split('#');
  const target = place === '' ? file : path.join(path.dirname(file), place);
  if (anchor !== undefined) return anchorsOf(await read(target)).includes(anchor);
  return await access(path.join(root, target)).then(
    () => true,
    () => false,
  );
}

/** As GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
