import { describe, expect, it } from 'vitest';
import { assignVoices, secondVoice } from '../../src/cast/assign-voices.ts';
import type { Character } from '../../src/cast/character.ts';

const voices = [
  { id: 'narrator', name: 'Nora', gender: 'female' },
  { id: 'anna', name: 'Anna', gender: 'female' },
  { id: 'bea', name: 'Bea', gender: 'female' },
  { id: 'carl', name: 'Carl', gender: 'male' },
  { id: 'justin', name: 'Justin', gender: 'male' },
] as const;

function character(name: string, lines: number, more: Partial<Character> = {}): Character {
  return { name, aliases: [], lines, ...more };
}

function assigned(characters: readonly Character[], given: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(
    assignVoices(characters, { voices, narrator: 'narrator', given: new Map(Object.entries(given)) }),
  );
}

describe('assignVoices', () => {
  it('gives those who speak most voices of their own, by gender and age', () => {
    const cast = [
      character('Minor', 1, { gender: 'female' }),
      character('Emma', 90, { gender: 'female' }),
      character('Jane', 40, { gender: 'female' }),
      character('Tim', 30, { gender: 'male', age: 'child' }),
      character('Tom', 20, { gender: 'male' }),
    ];
    expect(assigned(cast)).toEqual({ Emma: 'anna', Jane: 'bea', Tim: 'justin', Tom: 'carl', Minor: 'anna' });
    expect(assigned(cast.toReversed())).toEqual(assigned(cast));
  });

  it('leaves voices that are given, and gives them to others last', () => {
    const cast = [character('Emma', 90, { gender: 'female' }), character('Jane', 40, { gender: 'female' })];
    expect(assigned(cast, { Jane: 'anna' })).toEqual({ Emma: 'bea' });
  });

  it('gives a person of unknown gender any voice but the narrator’s', () => {
    expect(assigned([character('A', 3), character('B', 2), character('C', 1)])).toEqual({
      A: 'anna',
      B: 'bea',
      C: 'carl',
    });
  });
});

function talkWithC(one: string, other: string): boolean {
  return [one, other].includes('C');
}

describe('voices that are not all as good', () => {
  const men = [
    { id: 'narrator', name: 'Nora', gender: 'female' },
    { id: 'weak', name: 'Will', gender: 'male', isWeak: true },
    { id: 'good', name: 'Gus', gender: 'male' },
    { id: 'british', name: 'Ben', gender: 'male', isForeign: true },
  ] as const;
  const cast = ['A', 'B', 'C', 'D'].map((name, index) => character(name, 9 - index, { gender: 'male' }));
  const given = new Map<string, string>();

  it('are given by accent, shared, and weak ones are last', () => {
    const found = assignVoices(cast, { voices: men, narrator: 'narrator', given });
    expect(Object.fromEntries(found)).toEqual({ A: 'good', B: 'british', C: 'good', D: 'british' });
  });

  it('are not shared by people who talk with each other', () => {
    const found = assignVoices(cast, { voices: men, narrator: 'narrator', given, talk: talkWithC });
    expect(Object.fromEntries(found)).toMatchObject({ A: 'good', B: 'british', C: 'weak' });
  });
});

describe('secondVoice', () => {
  it('differs from the narrator’s in gender where it can', () => {
    expect(secondVoice(voices, 'narrator')).toBe('carl');
    expect(secondVoice(voices, 'carl')).toBe('narrator');
    expect(secondVoice([{ id: 'only', name: 'Only' }], 'only')).toBeUndefined();
  });
});
