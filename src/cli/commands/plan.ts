import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { conversionRequest } from '../conversion-request.ts';
import { configOptions } from '../config/config-options.ts';
import { bookArgument, defineCommand } from '../define-command.ts';
import { jsonOptions } from '../run-options.ts';
import { showPlan } from './plan/show-plan.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook plan BOOK`: says what a conversion would make, and what it would take. */
export const planCommand = defineCommand({
  description:
    'Says what a conversion with the same options would make: chapters, length, cost and time. Nothing is spoken and no ' +
    'language model is asked. With --task or --prompt-file it is the conversion of `audiobook audiobook`.',
  argument: bookArgument,
  readsConfigs: true,
  options: { ...jsonOptions, ...configOptions, ...narratedConversionOptions },
  async run({ context, options, args: [book = ''] }) {
    const { json, provider } = options;
    const defaults = { workingFolder: context.workingFolder, defaultFormat: 'mp3' } as const;
    return await withPassword(context, options.password, async (password) => {
      const request = conversionRequest(book, { ...options, password }, defaults);
      return await showPlan(context, request, { json, provider });
    });
  },
});
