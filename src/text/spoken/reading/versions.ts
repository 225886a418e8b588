import type { Reading } from './readings.ts';

/** Returns the reading of numbers with two points and more: sections, versions and network addresses. */
export function versionReading(cardinal: (digits: string) => string, point: string): Reading {
  return {
    pattern: /(?:v(?=\d))?(?<list>\d{1,4}(?:\.\d{1,4}){2,8})(?!\d)/uy,
    say({ groups: { list = '' } }) {
      const parts = list.split('.');
      // Groups of three digits are one number where full stops separate them.
      return parts.slice(1).every((part) => part.length === 3) ? undefined : parts.map(cardinal).join(` ${point} `);
    },
  };
}
