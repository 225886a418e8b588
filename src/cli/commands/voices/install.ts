import { installVoices } from '../../../pipeline/voices/install-voices.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { acceptLicence } from '../../accept-licence.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import { downloadView } from '../../view/download-view.ts';

/** `audiobook voices install NAME…`: downloads natural voices. */
export const installCommand = defineCommand({
  description:
    'Downloads natural voices. A name is a model (kokoro), a voice (kokoro:af_heart, piper:en_GB-cori-high) or a language (fr), which means the best model for it.',
  argument: { name: '<name...>', description: 'models, voices or languages' },
  options: {
    acceptLicence: {
      flag: '--accept-licence',
      schema: switchSchema,
      description: 'accept the licences of the models, also those that restrict the use',
    },
    quiet: { flag: '-q, --quiet', schema: switchSchema, description: 'print nothing but errors' },
  },
  async run({ context, options, args }) {
    const settings = await loadProcessSettings(context);
    const view = downloadView(context.stderr, { quiet: options.quiet });
    const accepts = options.acceptLicence ? async () => true : acceptLicence(context);
    try {
      const { signal } = context;
      for await (const { model, isNew } of installVoices(args, { settings, signal, accepts, onEvent: view.onEvent })) {
        view.close();
        const what = isNew ? 'Installed' : 'Already installed:';
        if (!options.quiet) {
          context.stdout.write(
            `${what} ${model.name} (${model.id}), licence ${model.licence.name}: ${model.licence.url}\n`,
          );
        }
      }
    } finally {
      view.close();
    }
    return 0;
  },
});
