import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';

/** Options about notices when a run has ended. */
export const noticeOptions = {
  notify: {
    flag: '--notify <command>',
    schema: z.string().max(10_000),
    expected: 'a command of the shell, at most 10000 characters',
    description: 'run this command at the end, with the outcome in variables and as JSON on its standard input',
  },
  webhook: {
    flag: '--webhook <url>',
    schema: z.url({ protocol: /^https?$/u }).max(2000),
    expected: 'an address that begins with http:// or https://',
    description: 'send the outcome to this address at the end, signed with AUDIOBOOK_WEBHOOK_SECRET',
  },
} as const satisfies OptionGroup;
