import { listProviders } from '../../../pipeline/voices/list-providers.ts';
import { defineCommand } from '../../define-command.ts';
import { formatTable } from '../../view/format-table.ts';
import { jsonOptions } from '../../options.ts';

/** `audiobook providers`: lists the speech providers, and why some are not available. */
export const command = defineCommand({
  description: 'Lists the speech providers and whether each is available.',
  options: jsonOptions,
  async run({ context, settings, print }) {
    const providers = await listProviders(await settings(), context.signal);
    const rows = providers.map(({ id, alias, kind, available, reason, onlyWhenNamed, limit, defaultVoice }) => [
      id,
      alias ?? '-',
      kind,
      `${limit.max} ${limit.unit}`,
      defaultVoice ?? '-',
      `${available ? 'available' : `not available: ${reason}`}${onlyWhenNamed ? ', only when named' : ''}`,
    ]);
    print(providers, () => formatTable([['ID', 'ALIAS', 'KIND', 'LIMIT', 'VOICE', 'STATE'], ...rows]));
  },
});
