import { bookKinds } from '../../core/book.ts';
import { commandEntries } from '../command-entries.ts';

/** The text of the help before the options. */
export const programDescription = `Turns an ${bookKinds} file into an audiobook.`;

/** The option that every command has, with its description. */
export const debugFlag = ['--debug', 'on failure, show the stack trace and the causes'] as const;

/** Width of a help text that is not shown in a terminal. */
export const pipedColumns = 100;

/**
 * Returns the help of the program as commander prints it, which takes longer to load than the rest of this answer. Undefined
 * when a line is longer than `columns`, because commander wraps it.
 */
export function programHelp(columns: number): string | undefined {
  const options: readonly Row[] = [
    ['-V, --version', 'output the version number'],
    debugFlag,
    ['-h, --help', 'display help for command'],
  ];
  const commands = commandEntries.map(({ name, summary }): Row => [name, summary]);
  commands.push(['help [command]', 'display help for command']);
  const width = Math.max(...[...options, ...commands].map(([name]) => name.length));
  const rows = (list: readonly Row[]) => list.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
  const head = `Usage: audiobook [options] [command]\n\n${programDescription}\n`;
  const help = `${head}\nOptions:\n${rows(options)}\nCommands:\n${rows(commands)}`;
  return help.split('\n').every((line) => line.length <= columns) ? help : undefined;
}

/** An entry of the help: as it is typed, and its effect. */
type Row = readonly [name: string, text: string];
