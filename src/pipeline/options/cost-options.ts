import { z } from 'zod';
import { underHeading } from './option.ts';

/** Options about the cost of a conversion. */
export const costOptions = underHeading('Cost', ['maxCost'], {
  maxCost: {
    flag: '--max-cost <amount>',
    cliOnly: 'service',
    label: 'cost',
    schema: z
      .string()
      .max(20)
      .transform((text) => Number(text.trim().replace(/^\$/u, '')))
      .refine((amount) => amount >= 0),
    expected: 'an amount in US dollars, for example 5 or 2.50',
    description:
      'most that speech and language models may cost, in US dollars; a run that would cost more does not start',
    defaultNote: 'no limit',
  },
});
