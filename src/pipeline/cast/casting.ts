import { countLines } from '../../cast/count-lines.ts';
import type { Attribution, Character, KnownCharacter } from '../../cast/character.ts';
import type { CastText } from '../../cast/cast-text.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { Block } from '../../core/book.ts';
import type { ProgressListener } from '../../core/progress.ts';
import { applyOperations } from '../../narration/direction/apply-operations.ts';
import type { Operation } from '../../narration/direction/operation.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { BookDirection } from './book-direction.ts';
import { readCast } from './cast-source.ts';
import type { ReadCast } from './cast-source.ts';
import { chooseVoices } from './choose-voices.ts';
import type { CastVoices } from './choose-voices.ts';
import { attributionsOf, withSpeakers } from './speaker-operations.ts';

/** The role of quotations whose speaker is unknown. No name of a cast is written like it. */
const quotationRole = '“”';

/** The text of a chapter and how it is directed. */
export interface DirectedText {
  readonly blocks: readonly Block[];
  readonly operations: readonly Operation[];
  /** Whether the operations are all. Otherwise the rules find who says the other quotations. */
  readonly isDirected: boolean;
}

/** The cast of a run. */
export interface Casting {
  /** Voices by role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Returns the blocks of a chapter as they are spoken. `index` is that of the chapter in the book. */
  readonly cast: (index: number, text: DirectedText) => readonly Block[];
  /** Keeps the cast with the lines of the chapters that were cast, and returns it. */
  readonly finish: () => Promise<CastReport>;
}

/** The options of a cast. */
export interface CastingOptions {
  readonly read: ReadCast;
  readonly direction: BookDirection;
  /** Names in the scripts of earlier runs. They get a voice, too. */
  readonly named: ReadonlySet<string>;
  /** BCP-47 code of the speech. */
  readonly language: string;
  readonly provider: SpeechProvider;
  /** The voice of the narrator. */
  readonly narrator: string;
  /** Returns what the model was asked for until now. */
  readonly usage?: (() => ModelUsage) | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Gives everybody who may speak a voice before anything is spoken: those with the most lines by the rules first, then the others whom a
 * model may name. Keeps them in the cast file. Throws `output-failed` when the file cannot be written.
 */
export async function makeCasting(options: CastingOptions): Promise<Casting> {
  const { direction, named } = options;
  const people = withNamed(direction.people, named);
  const byRules = countLines(people, [...direction.guesses.values()].flat());
  const able = byRules.filter(({ name, lines }) => lines > 0 || direction.isAsking || named.has(name));
  const voices = await chooseVoices(able, direction.guesses, { ...options, isAsking: direction.isAsking });
  await keepCast(speakersOf(byRules), voices, options);
  if (!direction.isAsking) tellRules(byRules, voices, options);
  const spoken = new Map<number, readonly Attribution[]>();
  const own = ownNames(people);
  return {
    roles: new Map([
      ...voices.characters,
      ...(voices.quotations === undefined ? [] : [[quotationRole, voices.quotations] as const]),
    ]),
    cast(index, { blocks, operations, isDirected }) {
      const text = direction.textOf(index, blocks);
      const guesses = direction.guess(index, text);
      const all = isDirected ? operations : withSpeakers(operations, text, guesses);
      const given = all.map((one) => withOwnName(one, own));
      spoken.set(index, attributionsOf(text, given, guesses));
      return applyOperations(blocks, withVoices(given, text, voices));
    },
    async finish() {
      const attributions = [...spoken.values()].flat();
      const characters = speakersOf(countLines(people, attributions));
      await keepCast(characters, voices, options);
      return castReport(characters, attributions.length, { ...options, voices });
    },
  };
}

function speakersOf(characters: readonly Character[]): readonly Character[] {
  return characters.filter(({ lines }) => lines > 0);
}

/** Tells how much of the dialogue has a voice of its own when no model is asked. */
function tellRules(
  characters: readonly Character[],
  voices: CastVoices,
  { direction, onProgress }: Pick<CastingOptions, 'direction' | 'onProgress'>,
): void {
  const people = speakersOf(characters).filter(({ name }) => voices.characters.has(name));
  const quotations = [...direction.guesses.values()].flat().length;
  const attributed = people.reduce((sum, { lines }) => sum + lines, 0);
  onProgress?.({ type: 'cast-made', people: people.length, quotations, attributed });
}

/** Adds those who have only a script of an earlier run. */
function withNamed(people: readonly KnownCharacter[], named: ReadonlySet<string>): readonly KnownCharacter[] {
  const own = ownNames(people);
  const others = [...named].filter((name) => !own.has(name.toLowerCase()));
  return [...people, ...others.map((name) => ({ name, aliases: [] }))];
}

/** Returns the name of each character by its names in small letters. A cast file may call somebody by another name than a script. */
function ownNames(people: readonly KnownCharacter[]): ReadonlyMap<string, string> {
  return new Map(
    people.flatMap(({ name, aliases }) => [...aliases, name].map((each) => [each.toLowerCase(), name] as const)),
  );
}

function withOwnName(operation: Operation, own: ReadonlyMap<string, string>): Operation {
  if (operation.kind !== 'who' || operation.name === undefined) return operation;
  return { ...operation, name: own.get(operation.name.toLowerCase()) ?? operation.name };
}

/** Returns operations with a voice for each: those whose speaker has none are said by the narrator, or by the voice for quotations. */
function withVoices(operations: readonly Operation[], text: CastText, voices: CastVoices): readonly Operation[] {
  const role = voices.quotations === undefined ? undefined : quotationRole;
  const voiced = operations.map((one): Operation => {
    if (one.kind !== 'who' || one.name === undefined || voices.characters.has(one.name)) return one;
    return { ...one, name: role };
  });
  if (role === undefined) return voiced;
  return withSpeakers(
    voiced,
    text,
    text.quotations.map(() => ({ speaker: role, sure: 'low' })),
  );
}

interface KeptCast extends Pick<CastingOptions, 'read' | 'provider' | 'narrator' | 'onProgress'> {
  readonly voices: CastVoices;
}

async function keepCast(
  characters: readonly Character[],
  voices: CastVoices,
  { read, provider, narrator, onProgress }: Omit<KeptCast, 'voices'>,
): Promise<void> {
  if (read.file === undefined) return;
  // It may have been edited while a model was asked.
  const { text: before = '' } = (await readCast({ file: read.file, isOwn: read.isOwn })) ?? {};
  const { mergeCast } = await import('../../cast/cast-file.ts');
  const text = mergeCast(before, characters, {
    provider: provider.id,
    narrator,
    quotations: voices.quotations,
    characters: voices.characters,
  });
  if (text === before) return;
  await writeFileAtomic(read.file, text, { makeFolder: read.isOwn });
  if (before === '' && !read.isOwn) {
    onProgress?.({ type: 'cast-written', path: read.file });
  }
}

function castReport(
  characters: readonly Character[],
  lines: number,
  { read, direction, usage, narrator, voices }: CastingOptions & KeptCast,
): CastReport {
  return {
    file: read.file,
    model: direction.model,
    distrust: direction.distrust,
    usage: usage?.(),
    narrator,
    quotations: voices.quotations,
    lines,
    characters: characters.map((one) => ({ ...one, voice: voices.characters.get(one.name) ?? narrator })),
  };
}

/** A character and its voice in the report. */
export interface CastMember extends Character {
  readonly voice: string;
}

/** The part of a cast in a conversion, for the report. */
export interface CastReport {
  readonly file?: string | undefined;
  /** Model that was asked who speaks. */
  readonly model?: string | undefined;
  /** Why its answers were not used: it was tried on the book and named too few speakers. */
  readonly distrust?: string | undefined;
  /** Usage of the model. Answers stored by earlier runs do not count. */
  readonly usage?: ModelUsage | undefined;
  readonly narrator: string;
  /** Voice of quotations of unknown speakers. Only where no model was asked. */
  readonly quotations?: string | undefined;
  /** Number of all quotations of the chosen chapters. */
  readonly lines: number;
  /** Those who speak in the chosen chapters, with the most lines first. */
  readonly characters: readonly CastMember[];
}
