import type { Settings } from '../../../core/settings.ts';
import type { ListedModel } from '../../../pipeline/voices/list-natural-models.ts';
import type { VoiceInstallEvent } from '../../../pipeline/voices/install-voices.ts';
import type { OptionGroup } from '../../../pipeline/options/option.ts';
import { defineCommand } from '../../define-command.ts';
import type { CommandDefinition, Invocation } from '../../define-command.ts';
import { downloadView } from '../../view/download-view.ts';

/** A model that is in place. */
interface Installed {
  readonly model: Pick<ListedModel, 'id' | 'name' | 'licence'>;
  readonly isNew: boolean;
}

/** The surroundings of an installation. */
interface InstallTools {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly onEvent: (event: VoiceInstallEvent) => void;
}

/** Shows the downloads of models, and prints each that is in place. */
export async function showInstalled(
  {
    context,
    options: { quiet },
    settings,
  }: Pick<Invocation<OptionGroup>, 'context' | 'settings'> & {
    readonly options: { readonly quiet?: boolean | undefined };
  },
  install: (tools: InstallTools) => AsyncIterable<Installed>,
): Promise<void> {
  const { signal, stdout, stderr } = context;
  const loaded = await settings();
  const view = downloadView(stderr, { quiet });
  try {
    for await (const { model, isNew } of install({ settings: loaded, signal, onEvent: view.onEvent })) {
      view.close();
      const { name, id, licence } = model;
      const what = isNew ? 'Installed' : 'Already installed:';
      if (!quiet) stdout.write(`${what} ${name} (${id}), licence ${licence.name}: ${licence.url}\n`);
    }
  } finally {
    view.close();
  }
}

/** Returns the command that removes models by name. */
export function removeCommand(
  description: string,
  names: string,
  remove: (names: readonly string[], settings: Settings) => Promise<readonly Pick<ListedModel, 'id' | 'name'>[]>,
): CommandDefinition {
  return defineCommand({
    description,
    argument: { name: '<name...>', description: names },
    options: {},
    async run({ context, args, settings }) {
      for (const { id, name } of await remove(args, await settings()))
        context.stdout.write(`Removed ${name} (${id})\n`);
    },
  });
}

/** Languages that a row of a table has room for. */
const maxLanguages = 8;

/** Returns languages for a table, and only the number of many. */
export function shownLanguages(languages: readonly string[]): string {
  return languages.length > maxLanguages ? `${languages.length} languages` : languages.join(' ');
}
