import { z } from 'zod';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import { expectedName, nameTemplate } from './name-template.ts';

/** Options about how the audiobooks of many books are named. */
export const namingOptions = {
  outFolder: {
    flag: '--out-dir <folder>',
    schema: z.string(),
    label: 'output folder',
    description: 'folder for the audiobooks; it is made when it is missing',
    defaultNote: 'the current folder',
    isPath: true,
  },
  name: {
    flag: '--name <template>',
    schema: z.string().max(500).transform(nameTemplate),
    expected: expectedName,
    description:
      'name of each audiobook in the output folder, for example "{author}/{series}/{series-position} - {title}/{title}.m4b", ' +
      'or the names that a player expects: audiobookshelf, plex, flat',
    defaultNote: 'the name of the book',
  },
} as const satisfies OptionGroup;

/** Options for converting many books. */
export const batchOptions = {
  ...namingOptions,
  skipExisting: {
    flag: '--skip-existing',
    schema: switchSchema,
    description: 'leave out books whose audiobook is in the output folder already, whatever their names',
  },
} as const satisfies OptionGroup;
