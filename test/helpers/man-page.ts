import { commandTable } from '../../src/cli/tables/command-rows.ts';
import type { CommandRow, FlagRow } from '../../src/cli/tables/command-rows.ts';
import { examples } from '../../src/cli/tables/examples.ts';
import { exitCodeMeanings } from './docs-tables.ts';

/** Commands whose common flags are described once. */
const conversions = ['convert', 'audiobook', 'plan'];

/** Returns the manual page of the program, in the macros of man(7), made from the tables of the help. */
export async function manPage(): Promise<string> {
  const table = await commandTable();
  const flagsOf = conversions.map((name) => table.find((command) => command.name === name)?.flags ?? []);
  const shared = (flagsOf[0] ?? []).filter((flag) => flagsOf.every((flags) => flags.some(sameFlag(flag))));
  return [
    '.\\" Made by `npm run docs` from the tables of the help.',
    '.TH AUDIOBOOK 1 "" audiobook "User Commands"',
    section('NAME', 'audiobook \\- turns a book into an audiobook'),
    section('SYNOPSIS', '.B audiobook\n.I command\n.RI [ options ]\n.RI [ arguments ]'),
    section(
      'DESCRIPTION',
      'Converts EPUB, PDF, text and other books to audio files with chapter marks, tags and cover.\n' +
        'Every command shows its options and examples with\n.BR \\-\\-help .',
    ),
    '.SH COMMANDS',
    ...table.flatMap((command) => commandText(command, '', shared)),
    '.SH OPTIONS OF CONVERSIONS',
    'Options of\n.BR convert ,\n.B audiobook\nand\n.BR plan ;\nmany of them are those of\n.BR watch ,\ntoo.',
    ...flagTexts(shared),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `.TP\n.B ${code}\n${plain(meaning)}`),
    section('SEE ALSO', 'docs/cli.md and docs/settings.md of the package, which describe settings and files.'),
    '',
  ].join('\n');
}

function section(title: string, text: string): string {
  return `.SH ${title}\n${text}`;
}

function commandText(command: CommandRow, before: string, shared: readonly FlagRow[]): readonly string[] {
  const name = `${before}${command.name}`;
  const words = command.arguments.map((argument) => ` ${argument.name}`).join('');
  const isConversion = conversions.includes(name) || name === 'watch';
  const own = command.flags.filter((flag) => !isConversion || !shared.some(sameFlag(flag)));
  const lines = (examples[name] ?? []).map(({ run, does }) => `.TP\n.B audiobook ${plain(run)}\n${plain(does)}`);
  return [
    `.SS audiobook ${plain(name)}${plain(words)}`,
    plain(command.description),
    ...flagTexts(own),
    ...(lines.length === 0 ? [] : ['.PP\nExamples:', ...lines]),
    ...command.commands.flatMap((inner) => commandText(inner, `${name} `, shared)),
  ];
}

function sameFlag({ flag, description }: FlagRow): (other: FlagRow) => boolean {
  return (other) => other.flag === flag && other.description === description;
}

/** Returns the options under the headings of the help. */
function flagTexts(flags: readonly FlagRow[]): readonly string[] {
  const headings = [...new Set(flags.map(({ heading }) => heading))];
  return headings.flatMap((one) => {
    const title = headings.length === 1 || one === undefined ? [] : [`.PP\n.I ${plain(one)}`];
    return [...title, ...flags.filter(({ heading }) => heading === one).map(flagText)];
  });
}

function flagText({ flag, description }: FlagRow): string {
  return `.TP\n.B ${plain(flag)}\n${plain(description)}`;
}

/** Escapes what the formatter would read as a command. Text of our tables has one line. */
function plain(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('’', '\\(cq').replace(/^[.']/u, '\\&$&');
}
