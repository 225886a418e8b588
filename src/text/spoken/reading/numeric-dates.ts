import { stopOf } from '../../../languages/reading.ts';
import type { Reading } from '../../../languages/reading.ts';

/** Returns the readings of `1998-04-03`, `3/4/1998`, `3.4.1998` and `3-4-1998`, with the day first where the year is last. `after` may follow, as a pattern. */
export function numericDates(
  say: (day: string, month: string, year: string) => string,
  after = '',
): readonly Reading[] {
  return [
    {
      pattern: /(?<y>\d{4})-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?!\d|-)/uy,
      say: ({ groups: { y = '', m = '', d = '' } }) => say(d, m, y),
    },
    {
      pattern: new RegExp(
        String.raw`(?<d>0?[1-9]|[12]\d|3[01])(?<mark>[/.-])(?<m>0?[1-9]|1[0-2])\k<mark>(?<y>\d{4})(?![\d]|[/.-]\d)${after}`,
        'uy',
      ),
      say: ({ text, groups: { y = '', m = '', d = '' }, after: rest }) => say(d, m, y) + stopOf(text, rest),
    },
  ];
}
