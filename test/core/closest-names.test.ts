import { describe, expect, it } from 'vitest';
import { closestNames } from '../../src/core/strings/closest-names.ts';

const names = ['voice', 'voices', 'speed', 'pauses', 'patience', 'out-dir', 'acx'];

describe('closestNames', () => {
  it.each([
    ['voise', 'voice'],
    ['vocie', 'voice'],
    ['sped', 'speed'],
    ['speeed', 'speed'],
    ['puases', 'pauses'],
    ['pati', 'patience'],
    ['outdir', 'out-dir'],
  ])('finds what %s was meant to be', (given, meant) => {
    expect(closestNames(given, names)[0]).toBe(meant);
  });

  it.each(['x', 'abc', 'colour', ''])('suggests nothing for %o beyond what begins with it', (given) => {
    expect(closestNames(given, names).filter((name) => !name.startsWith(given))).toEqual([]);
  });
});
