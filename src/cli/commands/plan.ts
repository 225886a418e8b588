import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { conversionRequest } from '../conversion-request.ts';
import { configOptions } from '../config/config-options.ts';
import { namedSource, oneBookOptions } from '../batch/one-book.ts';
import { defineCommand, oneBookArgument } from '../define-command.ts';
import { jsonOptions } from '../run-options.ts';
import { showPlan } from './plan/show-plan.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook plan BOOK`: says what a conversion would make, and what it would take. */
export const planCommand = defineCommand({
  description:
    'Says what a conversion with the same options would make: chapters, length, cost and time. Nothing is spoken and no ' +
    'language model is asked. With --task or --prompt-file it is the conversion of `audiobook audiobook`.',
  argument: oneBookArgument,
  readsConfigs: true,
  options: { ...jsonOptions, ...configOptions, ...oneBookOptions, ...narratedConversionOptions },
  async run({ context, options, args }) {
    const { json, provider, asOneBook } = options;
    const source = await namedSource(context, { words: args, title: asOneBook });
    const defaults = { workingFolder: context.workingFolder, defaultFormat: 'mp3' } as const;
    return await withPassword(context, options.password, async (password) => {
      const request = conversionRequest(source, { ...options, password }, defaults);
      return await showPlan(context, request, { json, provider });
    });
  },
});
