import { commandEntries } from '../../src/cli/command-entries.ts';
import type { CommandDefinition } from '../../src/cli/define-command.ts';
import { optionChoices, shownDefault } from '../../src/pipeline/options/option.ts';

/** An option of a command, as the documents show it. */
export interface OptionRow {
  /** Name of the command, such as `convert`. */
  readonly command: string;
  /** Flag with its placeholder, such as `-o, --output <file>`. */
  readonly flag: string;
  readonly heading: string | undefined;
  readonly description: string;
  readonly choices: readonly string[] | undefined;
  readonly default: string | undefined;
  /** Field of the HTTP service, when there is one. */
  readonly field: string | undefined;
  /** Why an option of a conversion has no field, in one word. */
  readonly cliOnly: string | undefined;
}

/** Returns the options of every command, in the order of the help. Old names are not among them. */
export async function optionRows(): Promise<readonly OptionRow[]> {
  const rows = await Promise.all(commandEntries.map(async ({ name, load }) => rowsOf(name, await load())));
  return rows.flat();
}

function rowsOf(command: string, { options, subcommands = {}, old }: CommandDefinition): OptionRow[] {
  if (old !== undefined) return [];
  const inner = Object.entries(subcommands).flatMap(([name, definition]) => rowsOf(`${command} ${name}`, definition));
  const own = Object.values(options).flatMap((option) => {
    const { flag, heading, description, field, cliOnly } = option;
    if (flag === undefined || option.old !== undefined) return [];
    const choices = flag.includes('<') ? optionChoices(option) : undefined;
    return [{ command, heading, flag, description, choices, default: shownDefault(option), field, cliOnly }];
  });
  return [...own, ...inner];
}
