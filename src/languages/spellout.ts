import { readFileSync } from 'node:fs';
import { packageRoot } from '../core/package-root.ts';

/**
 * Spells numbers by the rules of the Unicode CLDR (`data/numbers`, which says how they are written): `name` is that of a set of rules without
 * `%spellout-`. Returns undefined for a set that the language has not, and for a number that it has no words for.
 */
export type Speller = (number: number, name: string) => string | undefined;

interface Rule {
  readonly base: number;
  readonly divisor: number;
  readonly text: string;
}

const known = new Map<string, Speller | undefined>();

/** Returns the speller of a language (its BCP-47 base code, or with a region that has rules of its own), or undefined where there are no rules. They are read from the disk once, when asked for. */
export function spellerOf(language: string): Speller | undefined {
  if (!known.has(language)) known.set(language, readSpeller(language));
  return known.get(language);
}

/** Returns the words of a whole number in a language and a set of rules that are known; digits that have none. */
export function spelled(language: string, digits: string, name: string): string {
  return (spellerOf(language)?.(Number(digits), name) ?? digits).replaceAll('\u00AD', '');
}

function readSpeller(language: string): Speller | undefined {
  if (!/^[a-z]{2,3}(?:-[A-Z]{2})?$/u.test(language)) return undefined;
  let text;
  try {
    text = readFileSync(new URL(`data/numbers/${language}.txt`, packageRoot()), 'utf8');
  } catch {
    return undefined;
  }
  const sets = readSets(text);
  const plurals = new Intl.PluralRules(language);
  // Books say the same small numbers again and again.
  const small = new Map<string, string | undefined>();
  const spellOne: Speller = (number, name) => {
    const words = sets.has(`%spellout-${name}`) ? spell(number, `%spellout-${name}`, { sets, plurals }) : undefined;
    return words === undefined || /\p{N}/u.test(words) ? undefined : words.trim();
  };
  return (number, name) => {
    if (number > 9999) return spellOne(number, name);
    const key = `${name} ${number}`;
    if (!small.has(key)) small.set(key, spellOne(number, name));
    return small.get(key);
  };
}

interface Rules {
  readonly sets: ReadonlyMap<string, readonly Rule[]>;
  readonly plurals: Intl.PluralRules;
}

/** A file has lines `%set:`, `base: text` and `base/radix: text`; a base without one counts on from the last. */
function readSets(text: string): ReadonlyMap<string, readonly Rule[]> {
  const sets = new Map<string, Rule[]>();
  let rules: Rule[] = [];
  for (const line of text.split('\n')) {
    const [, name] = /^(%%?[\w-]+):$/u.exec(line) ?? [];
    if (name !== undefined) sets.set(name, (rules = []));
    const [, base, radix = '10', reduced = '', words] = /^(\d+)(?:\/(\d+))?(>*): ?(.*);$/u.exec(line) ?? [];
    if (base === undefined || words === undefined) continue;
    const power = Number(base) < 1 ? 0 : Math.floor(Math.log(Number(base)) / Math.log(Number(radix)) + 1e-9);
    rules.push({
      base: Number(base),
      divisor: Number(radix) ** Math.max(0, power - reduced.length),
      text: words.replace(/^'/u, ''),
    });
  }
  return sets;
}

function spell(number: number, name: string, rules: Rules): string {
  const set = rules.sets.get(name) ?? [];
  let at = set.findLastIndex(({ base }) => base <= number);
  const chosen = set[at];
  if (!chosen) return String(number);
  // A rule for both parts gives way where there is no rest.
  const hasBoth = /<[%<]/u.test(chosen.text) && />[%>]/u.test(chosen.text.replaceAll(/\[[^\]]*\]/gu, ''));
  if (hasBoth && number % chosen.divisor === 0 && chosen.base % chosen.divisor !== 0) at -= 1;
  return written(number, set[at] ?? chosen, { name, rules });
}

interface Place {
  readonly name: string;
  readonly rules: Rules;
}

/** Returns the words of a rule, with those of the number's parts in their places. */
function written(number: number, { text, divisor }: Rule, { name, rules }: Place): string {
  const [quotient, rest] = [Math.floor(number / divisor), number % divisor];
  return text
    .replaceAll(/\[([^\]]*)\]/gu, (_all, part: string) => (rest === 0 ? '' : part))
    .replaceAll(/\$\(cardinal,([^)]*)\)\$/gu, (_all, forms: string) =>
      pluralForm(forms, rules.plurals.select(quotient)),
    )
    .replaceAll(/([<>=])(%%?[\w-]+|#,##0(?:\.0)?)?\1/gu, (_all, sign: string, set: string = name) => {
      const part = sign === '<' ? quotient : sign === '>' ? rest : number;
      return set.startsWith('#') ? String(part) : spell(part, set, rules);
    });
}

function pluralForm(forms: string, category: string): string {
  const all = new Map([...forms.matchAll(/(\w+)\{([^}]*)\}/gu)].map(([, key = '', words = '']) => [key, words]));
  return all.get(category) ?? all.get('other') ?? '';
}
