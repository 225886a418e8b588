import { exitCodes } from '../../src/cli/exit-codes.ts';
import { commandEntries } from '../../src/cli/command-entries.ts';
import type { Setting } from '../../src/core/settings.ts';
import { modelSettings } from '../../src/llm/model-settings.ts';
import { allSettings } from '../../src/pipeline/open/settings.ts';
import { statuses } from '../../src/server/errors/statuses.ts';
import { openApi } from '../../src/server/http/openapi.ts';
import { serverSettings } from '../../src/server/server-settings.ts';
import { providers } from '../../src/speech/registry.ts';
import { optionRows } from './option-rows.ts';

/** Renders the generated parts of the documents, by file and then by the name between the markers. */
export const docsTables: Readonly<Record<string, Readonly<Record<string, () => string | Promise<string>>>>> = {
  'docs/cli.md': { commands: commandTable, options: optionTables, 'exit codes': exitCodeTable },
  'docs/http.md': { 'http fields': fieldTable, 'http errors': statusTable },
  'docs/settings.md': { settings: settingTables },
};

function commandTable(): string {
  const rows = commandEntries.map(({ name, summary }) => [`\`${name}\``, summary]);
  return table(['command', 'what it does'], rows);
}

/** Commands whose options others share. What a command shares with them is only named. */
const bases = ['convert', 'audiobook'];
/** Fewer shared options are described again. */
const leastShared = 3;

async function optionTables(): Promise<string> {
  const rows = await optionRows();
  const commands = [...new Set(rows.map(({ command }) => command))];
  return commands.map((command) => `### audiobook ${command}\n\n${optionSection(command, rows)}`).join('\n\n');
}

type Row = Awaited<ReturnType<typeof optionRows>>[number];

function optionSection(command: string, rows: readonly Row[]): string {
  let own = rows.filter((row) => row.command === command);
  const shared: string[] = [];
  for (const base of bases.slice(0, bases.includes(command) ? bases.indexOf(command) : undefined)) {
    const known = rows.filter((row) => row.command === base);
    const same = own.filter((row) => known.some(sameOption(row)));
    if (same.length < leastShared) continue;
    own = own.filter((row) => !same.includes(row));
    shared.push(sharedOptions(base, same, known));
  }
  const ownTable = own.length === 0 ? '' : optionTable(own);
  if (shared.length === 0) return ownTable;
  return `${shared.join(' ')}${ownTable && ` Its own:\n\n${ownTable}`}`;
}

function sharedOptions(base: string, same: readonly Row[], known: readonly Row[]): string {
  const link = `[${base}](#audiobook-${base})`;
  const others = known.filter((row) => !same.some(sameOption(row)));
  if (others.length === 0) return `The options of ${link}.`;
  return others.length < same.length
    ? `The options of ${link} except ${flagsOf(others)}.`
    : `Of the options of ${link}: ${flagsOf(same)}.`;
}

function flagsOf(rows: readonly Row[]): string {
  return rows.map(({ flag }) => `\`${/--[\w-]+/u.exec(flag)?.[0] ?? flag}\``).join(', ');
}

function sameOption(row: Row): (other: Row) => boolean {
  const text = JSON.stringify({ ...row, command: '' });
  return (other) => JSON.stringify({ ...other, command: '' }) === text;
}

/** Returns the options under the headings of the help. */
function optionTable(rows: readonly Row[]): string {
  const headings = [...new Set(rows.map(({ heading = 'Options' }) => heading))];
  if (headings.length === 1) return tableOf(rows);
  return headings
    .map((one) => `#### ${one}\n\n${tableOf(rows.filter(({ heading = 'Options' }) => heading === one))}`)
    .join('\n\n');
}

function tableOf(rows: readonly Row[]): string {
  return table(
    ['option', 'description', 'default', 'HTTP field'],
    rows.map(({ flag, description, choices, default: value, field }) => [
      `\`${flag}\``,
      choices === undefined ? description : `${description}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
      value ?? '',
      field === undefined ? '' : `\`${field}\``,
    ]),
  );
}

/** What each exit code means. A new code does not compile until it is described. */
export const exitCodeMeanings: Readonly<Record<0 | (typeof exitCodes)[keyof typeof exitCodes], string>> = {
  0: 'done and complete',
  1: 'a bug',
  2: 'bad usage or value',
  3: 'file not found',
  4: 'a tool is missing',
  5: 'speech provider or language model not available',
  6: 'speech provider, language model or download failed',
  7: 'the media program failed, the output cannot be written, or the machine refuses something else',
  8: 'not a readable book: damaged, DRM, no text, over a limit, password needed',
  9: 'finished, but not complete (`--allow-gaps`) or with passages in doubt, or a file failed `check` or the requirements of `--acx`',
  130: 'canceled',
};

function exitCodeTable(): string {
  const rows = Object.entries(exitCodeMeanings).map(([code, meaning]) => {
    const names = Object.entries(exitCodes).filter(([, value]) => String(value) === code);
    return [code, meaning, names.map(([name]) => `\`${name}\``).join(', ')];
  });
  return table(['exit code', 'meaning', 'error codes'], rows);
}

interface SchemaProperty {
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

interface FormOperation {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly properties: Record<string, SchemaProperty> } }>
    >;
  };
}

function fieldTable(): string {
  const paths = Object.entries(openApi('')['paths'] as Record<string, { readonly post?: FormOperation }>);
  const fields = new Map<string, { readonly schema: SchemaProperty; readonly paths: string[] }>();
  for (const [path, { post }] of paths) {
    const properties = post?.requestBody?.content['multipart/form-data']?.schema.properties ?? {};
    for (const [name, schema] of Object.entries(properties)) {
      const field = fields.get(name) ?? { schema, paths: [] };
      field.paths.push(`\`${path}\``);
      fields.set(name, field);
    }
  }
  return table(
    ['field', 'description', 'in'],
    [...fields].map(([name, { schema, paths: used }]) => [`\`${name}\``, describe(schema), used.join(' ')]),
  );
}

function describe({ description = '', enum: choices }: SchemaProperty): string {
  return choices === undefined ? description : `${description}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`;
}

function statusTable(): string {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries(statuses)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  }
  const rows = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, codes]) => [String(status), codes.join(', ')]);
  return table(['status', 'codes'], rows);
}

function settingTables(): string {
  const grouped = new Set([...providers.flatMap(({ settings }) => settings), ...modelSettings].map(({ name }) => name));
  const sections: readonly (readonly [string, readonly Setting[]])[] = [
    ['General', allSettings().filter(({ name }) => !grouped.has(name))],
    ...providers
      .filter(({ settings }) => settings.length > 0)
      .map(({ id, settings }) => [`Speech provider \`${id}\``, settings] as const),
    ['Language models', modelSettings],
    ['HTTP service', serverSettings],
  ];
  return sections.map(([title, settings]) => `## ${title}\n\n${settingTable(settings)}`).join('\n\n');
}

function settingTable(settings: readonly Setting[]): string {
  return table(
    ['name', 'what it sets', 'default'],
    settings
      .filter(({ old }) => old === undefined)
      .map(({ name, aliases = [], description, secret, default: value }) => [
        [name, ...aliases].map((text) => `\`${text}\``).join(', '),
        secret ? `${description} (secret)` : description,
        value === undefined ? '' : `\`${value}\``,
      ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
