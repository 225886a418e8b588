import type { Reading } from '../../../languages/reading.ts';

/**
 * Returns the reading of numbers with points: sections, versions and network addresses. One point is enough in languages that write
 * decimals with a comma; in others it takes two.
 */
export function versionReading(cardinal: (digits: string) => string, point: string, fewest: 1 | 2): Reading {
  return {
    pattern:
      fewest === 1
        ? /(?<list>\d{1,4}(?:\.\d{1,4}){1,8})(?!\d|,\d)/uy
        : /(?:v(?=\d))?(?<list>\d{1,4}(?:\.\d{1,4}){2,8})(?!\d)/uy,
    say({ groups: { list = '' } }) {
      const parts = list.split('.');
      // Groups of three digits are one number where full stops separate them; a longer last one is that of a telephone number.
      return parts.slice(1).every((part) => part.length >= 3)
        ? undefined
        : parts.map((part) => readPart(part, cardinal)).join(` ${point} `);
    },
  };
}

/** The zeros of `1.05` are read. */
function readPart(part: string, cardinal: (digits: string) => string): string {
  return /^0\d/u.test(part) ? Array.from(part, (digit) => cardinal(digit)).join(' ') : cardinal(part);
}
