import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { conversionRequest } from '../../pipeline/conversion-request.ts';
import { namedBook } from '../books/named-books.ts';
import { showPlan } from '../books/show-plan.ts';
import { defineCommand, oneBookArgument } from '../define-command.ts';
import { configOptions, jsonOptions, oneBookOptions } from '../options.ts';
import { withAnswers } from '../with-answers.ts';

/** `audiobook plan BOOK`: says what a conversion would make, and what it would take. */
export const command = defineCommand({
  description:
    'Says what a conversion with the same options would make: chapters, length, cost and time. Nothing is spoken and no ' +
    'language model is asked. With --task or --prompt-file it is the conversion of `audiobook audiobook`.',
  argument: oneBookArgument,
  readsConfigs: true,
  options: { ...narratedConversionOptions, ...oneBookOptions, ...jsonOptions, ...configOptions },
  async run({ context, options, args: words }) {
    const { workingFolder: folder } = context;
    const book = await namedBook(context, { ...options, words });
    return await withAnswers(context, options, async (answers) => {
      const request = conversionRequest(book, { ...options, ...answers }, { folder, defaultFormat: 'mp3' });
      return await showPlan(context, request, options);
    });
  },
});
