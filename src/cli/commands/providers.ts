import { listProviders } from '../../pipeline/voices/list-providers.ts';
import { defineCommand } from '../define-command.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import { jsonOptions } from '../run-options.ts';
import { formatTable } from '../view/format-table.ts';

/** `audiobook providers`: lists the speech providers, and why some are not available. */
export const providersCommand = defineCommand({
  description: 'Lists the speech providers and whether each is available.',
  options: jsonOptions,
  async run({ context, options }) {
    const providers = await listProviders(await loadProcessSettings(context), context.signal);
    if (options.json) {
      context.stdout.write(`${JSON.stringify(providers)}\n`);
      return 0;
    }
    const rows = providers.map(({ id, alias, kind, available, reason, onlyWhenNamed, limit, defaultVoice }) => [
      id,
      alias ?? '-',
      kind,
      `${limit.max} ${limit.unit}`,
      defaultVoice ?? '-',
      `${available ? 'available' : `not available: ${reason}`}${onlyWhenNamed ? ', only when named' : ''}`,
    ]);
    context.stdout.write(formatTable([['ID', 'ALIAS', 'KIND', 'LIMIT', 'VOICE', 'STATE'], ...rows]));
    return 0;
  },
});
