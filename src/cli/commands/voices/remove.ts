import { removeVoices } from '../../../pipeline/voices/install-voices.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';

/** `audiobook voices remove NAME…`: removes installed natural voices. */
export const removeCommand = defineCommand({
  description: 'Removes installed natural voices, by model or voice.',
  argument: { name: '<name...>', description: 'models or voices' },
  options: {},
  async run({ context, args }) {
    const settings = await loadProcessSettings(context);
    for (const { id, name } of await removeVoices(args, settings)) context.stdout.write(`Removed ${name} (${id})\n`);
    return 0;
  },
});
