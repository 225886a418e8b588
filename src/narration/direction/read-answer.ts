import { narratorName } from '../../cast/character.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { manners } from '../../core/delivery.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { withoutAsides } from '../ask/read-json.ts';
import { pauseSeconds, unknownName } from './slot.ts';
import type { Field, Slot, SlotAnswer } from './slot.ts';

/**
 * Reads what a model answered about slots: an object by number, in a fence or with remarks around it, cut off in the middle, or
 * lines with a number and a value. The last answer about a number counts, since models draft before they answer. What is not one of
 * the possible values, and what was not asked for, is not there.
 */
export function readAnswer(
  completion: string,
  slots: readonly Slot[],
  roster: readonly KnownCharacter[],
): ReadonlyMap<Slot, SlotAnswer> {
  const text = withoutAsides(completion);
  const names = namesOf(roster);
  const found = objectsIn(text);
  const answers = new Map<Slot, SlotAnswer>();
  for (const [number, value] of found.length > 0 ? found : linesIn(text)) {
    const slot = slots[number - 1];
    const answer = slot && answerTo(slot, value, names);
    if (answer && Object.keys(answer).length > 0) answers.set(slot, answer);
  }
  return answers;
}

type Numbered = readonly [number: number, value: unknown];

/** A number with an object or a text behind it; braces may stand in texts. */
const entry = /"(\d{1,4})"\s*:\s*(\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}|"(?:[^"\\]|\\.)*")/gu;

function objectsIn(text: string): readonly Numbered[] {
  return [...text.matchAll(entry)].map(([, number, value = '']) => [Number(number), parseJson(value)] as const);
}

/** Reads `[1] Anna`, `1. **Anna**` and `1: Anna`. */
function linesIn(text: string): readonly Numbered[] {
  return text.split('\n').flatMap((line): Numbered[] => {
    const [, number, rest = ''] = /^[^\p{L}\p{N}]*(\d{1,4})(.*)$/u.exec(line) ?? [];
    const value = rest.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}).]+$/u, '');
    return number === undefined || value === '' ? [] : [[Number(number), value]];
  });
}

function answerTo({ fields }: Slot, value: unknown, names: Names): SlotAnswer | undefined {
  const [only] = fields;
  // Where one thing is asked for, some leave its name out.
  const given = typeof value === 'string' && only ? { [only]: value } : value;
  if (typeof given !== 'object' || given === null) return undefined;
  const read = Object.entries(given).flatMap(([name, each]) => {
    const field = fields.find((known) => known === name.toLowerCase());
    const own = field && typeof each === 'string' ? valueOf(field, each.trim(), names) : undefined;
    return field && own !== undefined ? [[field, own] as const] : [];
  });
  return Object.fromEntries(read);
}

type Names = ReadonlyMap<string, string>;

const values: Readonly<Partial<Record<Field, readonly string[]>>> = {
  how: manners,
  pause: Object.keys(pauseSeconds),
  skip: ['keep', 'skip'],
};

function valueOf(field: Field, value: string, names: Names): string | undefined {
  if (field === 'who') return names.get(keyOf(value));
  const possible = values[field];
  return possible ? possible.find((each) => each === value.toLowerCase()) : value;
}

/** Returns the name of each person by its names in small letters. */
function namesOf(roster: readonly KnownCharacter[]): Names {
  const names = roster.flatMap(({ name, aliases }) => [...aliases, name].map((each) => [keyOf(each), name] as const));
  return new Map([...names, [narratorName, narratorName], [unknownName, unknownName]]);
}

/** Returns a name without what models add or leave out: `Mr Darcy` for `Mr. Darcy`, `Anna (the sister)`. */
function keyOf(name: string): string {
  return name
    .replaceAll(/\([^()]*\)|[.*"“”]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
