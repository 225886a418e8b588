import { endsSentenceBefore } from '../../../languages/reading.ts';

/** Abbreviations made of capital letters, and how they are read. */
export interface InitialRules {
  /** Letters of acronyms that are also written with full stops; an engine that sees them together reads each by its name. */
  readonly acronyms: ReadonlySet<string>;
}

/** Returns a text in which initials (`J. R. R. Tolkien`) and acronyms (`U.S.A.`) have no full stops. */
export function readInitials(text: string, { acronyms }: InitialRules): string {
  return text.replaceAll(runs, (run: string, at: number) => {
    const after = text.slice(at + run.length, at + run.length + 40);
    const letters = run.match(/\p{Lu}/gu) ?? [];
    const stop = endsSentenceBefore(after) ? '.' : '';
    const isName = stop === '' && nameAfter.test(after);
    if (letters.length === 1 && !isName) return run;
    const joined = letters.join('');
    const isAcronym = acronyms.has(joined) || (letters.length > 2 && !run.includes(' ') && !isName);
    return (isAcronym ? joined : spelled(letters)) + stop;
  });
}

const nameAfter = /^ (?:\p{Lu}\p{Ll}|\p{Lu}['’]\p{Lu}|(?:de|di|du|da|la|van|von|der|den) )/u;

/** Not after another single capital, which is what remains of initials that are read already. */
const runs = /(?<![\p{L}\p{N}\p{M}.’'-])(?<!(?<![\p{L}\p{N}])\p{Lu} )\p{Lu}\.(?:[ -]?\p{Lu}\.){0,7}(?![\p{L}\p{N}])/gu;

/** A hyphen keeps engines from reading the letter A as the article. */
function spelled(letters: readonly string[]): string {
  return letters
    .map((letter, index) => letter + (index === letters.length - 1 ? '' : letter === 'A' ? '-' : ' '))
    .join('');
}
