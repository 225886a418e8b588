import { escapePattern } from '../core/strings/escape-pattern.ts';
import type { Attribution, Gender } from './character.ts';
import type { CastText } from './cast-text.ts';
import type { KnownCharacter } from './find-characters.ts';
import { speechTag } from './speech-tag.ts';
import type { Surroundings } from './speech-tag.ts';

/** Returns the name of the character whose name or alias is last or first in a text. */
export type NameIn = (text: string, which: 'first' | 'last') => KnownCharacter | undefined;

/** Returns a function that finds characters in a text by their names and aliases; of two that begin alike, the longer one. */
function nameFinder(characters: readonly KnownCharacter[]): NameIn {
  const byName = new Map(
    characters.flatMap((character) => [...character.aliases, character.name].map((name) => [name, character])),
  );
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern);
  if (names.length === 0) return () => undefined;
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${names.join('|')})(?![\p{L}\p{M}])`, 'gu');
  return (text, which) => {
    const found = [...text.matchAll(pattern)];
    const match = which === 'first' ? found[0] : found.at(-1);
    return match && byName.get(match[0]);
  };
}

/**
 * Guesses who says each quotation, without a model: from a verb of saying with a name or a pronoun beside it, from a name in the
 * paragraph, and from the turns of two people. All guesses are of low certainty.
 */
export function guessSpeakers(text: CastText, characters: readonly KnownCharacter[], language: string): Attribution[] {
  const nameIn = nameFinder(characters);
  const guesses = tagged(text, nameIn, language);
  shareParagraphs(text, guesses);
  takeTurns(text, guesses);
  return guesses.map((speaker) => ({ speaker, sure: 'low' }));
}

/** Returns the speakers that the narrator names. Pronouns mean the person of that gender who was named last. */
function tagged({ blocks, quotations, tags }: CastText, nameIn: NameIn, language: string): (string | undefined)[] {
  const lastNamed: LastNamed = {};
  let heard = 0;
  return quotations.map(({ spans }, index) => {
    for (const end = spans[0]?.block ?? 0; heard < end; heard += 1)
      remember(nameIn(blocks[heard]?.text ?? '', 'last'), lastNamed);
    return taggedSpeaker(tags[index] ?? { before: '', after: '' }, { nameIn, language, lastNamed });
  });
}

/**
 * Returns the speakers that the narrator names beside their quotations: `said Anne`. Measured on 12 novels whose speakers are known: 93 % of
 * 5,500 are right, and a quarter of the quotations have one.
 */
export function namedSpeakers(
  { tags }: Pick<CastText, 'tags'>,
  characters: readonly KnownCharacter[],
  language: string,
): (string | undefined)[] {
  const nameIn = nameFinder(characters);
  return tags.map((around) => {
    const tag = speechTag(around, language);
    return tag === undefined || tag.pronoun ? undefined : nameIn(tag.text, 'first')?.name;
  });
}

type LastNamed = Partial<Record<Gender, string>>;

interface Names {
  readonly nameIn: NameIn;
  readonly language: string;
  readonly lastNamed: LastNamed;
}

function taggedSpeaker(around: Surroundings, { nameIn, language, lastNamed }: Names): string | undefined {
  remember(nameIn(around.before, 'last'), lastNamed);
  const tag = speechTag(around, language);
  if (!tag) return nameIn(around.before, 'first')?.name;
  if (tag.pronoun) return lastNamed[tag.pronoun];
  const named = nameIn(tag.text, 'first');
  remember(named, lastNamed);
  return named?.name;
}

function remember(character: KnownCharacter | undefined, lastNamed: LastNamed): void {
  if (character?.gender) lastNamed[character.gender] = character.name;
}

/** The quotations of a paragraph are said by one person. */
function shareParagraphs({ quotations }: CastText, speakers: (string | undefined)[]): void {
  const firstOf = new Map<number, string>();
  for (const [index, { spans }] of quotations.entries()) {
    const speaker = speakers[index];
    const block = spans[0]?.block;
    if (speaker !== undefined && block !== undefined && !firstOf.has(block)) firstOf.set(block, speaker);
  }
  for (const [index, { spans }] of quotations.entries()) speakers[index] ??= firstOf.get(spans[0]?.block ?? -1);
}

/** In a dialogue without a name, two people speak in turn. */
function takeTurns({ quotations }: CastText, speakers: (string | undefined)[]): void {
  const byBlock = new Map<number, string>();
  for (const [index, { spans }] of quotations.entries()) {
    const first = spans[0]?.block ?? 0;
    const before = byBlock.get(first - 1);
    const turn = byBlock.get(first) ?? byBlock.get(first - 2);
    const speaker = speakers[index] ?? (turn === before ? undefined : turn);
    speakers[index] = speaker;
    if (speaker !== undefined) for (const { block } of spans) byBlock.set(block, speaker);
  }
}
