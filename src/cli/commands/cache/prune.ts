import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { durationSchema } from '../../../pipeline/options/text-schemas.ts';
import { pruneCache } from '../../../pipeline/store/cache-contents.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import { jsonOptions } from '../../run-options.ts';
import { prunedLine } from './pruned-line.ts';

const unitBytes: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const sizePattern = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])?b)?$/iu;

const sizeSchema = z
  .string()
  .trim()
  .regex(sizePattern)
  .transform((text) => {
    const [, amount, unit = ''] = sizePattern.exec(text) ?? [];
    return Number(amount) * (unitBytes[unit.toLowerCase()] ?? 1);
  });

/** `audiobook cache prune`: removes what was not used for long, or what is too much. */
export const pruneCommand = defineCommand({
  description:
    'Removes from the segment store what was not used for longer than an age, and what was not used for longest until ' +
    'the store fits a size. Waits for no run: it ends with exit code 2 while one uses the store.',
  options: {
    olderThan: {
      flag: '--older-than <age>',
      schema: durationSchema,
      label: 'age',
      expected: 'an age such as 30d, 12h or 90m',
      description: 'remove what was not used for longer than this',
    },
    maxSize: {
      flag: '--max-size <size>',
      schema: sizeSchema,
      label: 'size',
      expected: 'a size such as 5GB or 500MB',
      description: 'remove what was not used for longest, until the store is no larger',
    },
    ...jsonOptions,
  },
  async run({ context, options: { olderThan, maxSize, json } }) {
    if (olderThan === undefined && maxSize === undefined) {
      throw new AudiobookError('usage', "Say what to remove: 'audiobook cache prune --older-than 30d'.");
    }
    const settings = await loadProcessSettings(context);
    const maxAgeMs = olderThan === undefined ? undefined : olderThan * 1000;
    const pruned = await pruneCache(settings, context.cacheFolder, { maxAgeMs, maxBytes: maxSize });
    context.stdout.write(json ? `${JSON.stringify(pruned)}\n` : prunedLine(pruned));
    return 0;
  },
});
