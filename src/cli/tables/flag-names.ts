/** Number of values of a flag. An optional one may be left out. */
export type FlagValues = 'none' | 'one' | 'optional' | 'several';

/** Returns the names of a flag, such as `-o` and `--output`, with the number of values each takes. */
export function flagNames(flag: string): readonly (readonly [name: string, values: FlagValues])[] {
  const names = flag.replace(/[<[].*[>\]]/u, '').split(/[\s,]+/u);
  return names.filter((name) => name !== '').map((name) => [name, flagValues(flag)]);
}

function flagValues(flag: string): FlagValues {
  const [, bracket, placeholder = ''] = /([<[])(.*)[>\]]/u.exec(flag) ?? [];
  if (bracket === undefined) return 'none';
  if (placeholder.endsWith('...')) return 'several';
  return bracket === '[' ? 'optional' : 'one';
}
