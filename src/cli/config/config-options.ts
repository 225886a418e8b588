import { z } from 'zod';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { OptionGroup } from '../../pipeline/options/option.ts';

/** Options about the configs that a conversion reads. */
export const configOptions = {
  profile: {
    flag: '--profile <name>',
    schema: z.string().max(100),
    expected: 'a name of at most 100 characters',
    description: 'use the values of this profile of audiobook.config.yaml',
  },
  config: {
    flag: '--config <file>',
    schema: z.string(),
    description: 'read this config and no other; none reads no config',
    defaultNote: 'audiobook.config.json, .yaml or .mjs beside the book, in the current folder and in that of the user',
  },
} as const satisfies OptionGroup;

/** The option of the conversions that keeps the voice of a series. */
export const rememberOptions = {
  remember: {
    flag: '--remember',
    schema: switchSchema,
    description:
      'speak with the provider, voice and lexicons of the last book of the same series, and keep those of this one',
  },
} as const satisfies OptionGroup;
