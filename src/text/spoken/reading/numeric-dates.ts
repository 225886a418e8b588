import type { Reading } from '../../../languages/reading.ts';

/** Returns the readings of `1998-04-03`, `3/4/1998`, `3.4.1998` and `3-4-1998`, with the day first where the year is last. */
export function numericDates(say: (day: string, month: string, year: string) => string): readonly Reading[] {
  return [
    {
      pattern: /(?<y>\d{4})-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?!\d|-)/uy,
      say: ({ groups: { y = '', m = '', d = '' } }) => say(d, m, y),
    },
    {
      pattern: /(?<d>0?[1-9]|[12]\d|3[01])(?<mark>[/.-])(?<m>0?[1-9]|1[0-2])\k<mark>(?<y>\d{4})(?![\d]|[/.-]\d)/uy,
      say: ({ groups: { y = '', m = '', d = '' } }) => say(d, m, y),
    },
  ];
}
