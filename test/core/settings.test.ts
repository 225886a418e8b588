import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settingsFrom } from '../../src/core/settings.ts';
import type { ParsedSetting } from '../../src/core/settings.ts';

const seconds: ParsedSetting<number> = {
  name: 'SOME_SECONDS',
  description: 'seconds',
  default: '30',
  schema: z.coerce.number().positive(),
  expected: 'a number above 0, for example 30',
};

describe('settings.read', () => {
  it('returns the value, or the default, as the schema converts it', () => {
    expect(settingsFrom([{ SOME_SECONDS: ' 1.5 ' }]).read(seconds)).toBe(1.5);
    expect(settingsFrom([]).read(seconds)).toBe(30);
  });

  it.each(['0', '-1', 'many', 'Infinity'])('throws bad-value for %s', (value) => {
    expect(() => settingsFrom([{ SOME_SECONDS: value }]).read(seconds)).toThrow(
      expect.objectContaining({
        code: 'bad-value',
        message: `Invalid SOME_SECONDS '${value}'. Expected a number above 0, for example 30.`,
      }),
    );
  });
});
