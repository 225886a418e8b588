import { parseDocument, isMap, isSeq } from 'yaml';
import type { Document, YAMLMap } from 'yaml';
import { z } from 'zod';
import { AudiobookError } from '../core/errors.ts';
import type { Character } from './character.ts';

/** A voice: of the provider of the run, or `provider:voice`; or a voice for each provider. */
export type VoiceEntry = string | Readonly<Record<string, string>>;

/** A character in the cast file. */
export interface CastEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender?: Character['gender'];
  readonly age?: Character['age'];
  readonly lines?: number | undefined;
  readonly sure?: Character['sure'];
  readonly voice?: VoiceEntry | undefined;
}

/** The cast of a book or a series. */
export interface Cast {
  readonly narrator?: VoiceEntry | undefined;
  /** The voice of quotations of unknown speakers, when no model is asked. */
  readonly quotations?: VoiceEntry | undefined;
  readonly characters: readonly CastEntry[];
}

/** Voices that a run chose for those that have none in the file. */
export interface ChosenVoices {
  /** The provider of the run. */
  readonly provider: string;
  readonly narrator: string;
  readonly quotations: string | undefined;
  /** By the name of the character. */
  readonly characters: ReadonlyMap<string, string>;
}

const maxLength = 1_000_000;
const maxCharacters = 1000;

const voiceSchema = z.union([
  z.string().trim().min(1).max(200),
  z.record(z.string(), z.string().trim().min(1).max(200)),
]);
const speakerSchema = z.object({ voice: voiceSchema.nullish() });
const entrySchema = z.object({
  name: z.coerce.string().trim().min(1).max(200),
  aliases: z.array(z.coerce.string().trim().min(1).max(200)).max(100).nullish(),
  gender: z.enum(['female', 'male']).nullish(),
  age: z.enum(['child', 'young', 'adult', 'old']).nullish(),
  lines: z.number().int().nonnegative().nullish(),
  sure: z.enum(['low', 'medium', 'high']).nullish(),
  voice: voiceSchema.nullish(),
});
const castSchema = z.object({
  narrator: speakerSchema.nullish(),
  quotations: speakerSchema.nullish(),
  characters: z.array(entrySchema).max(maxCharacters).nullish(),
});

/** Reads a cast. Throws `bad-value` with the place of the first problem. `name` is that of the file, for the message. */
export function parseCast(text: string, name: string): Cast {
  const parsed = castSchema.safeParse(readDocument(text, name).toJS() ?? {});
  if (!parsed.success) throw badCast(name, issueText(parsed.error.issues[0]));
  const { narrator, quotations, characters } = parsed.data;
  return {
    narrator: narrator?.voice ?? undefined,
    quotations: quotations?.voice ?? undefined,
    characters: (characters ?? []).map((entry) => ({
      name: entry.name,
      aliases: entry.aliases ?? [],
      gender: entry.gender ?? undefined,
      age: entry.age ?? undefined,
      lines: entry.lines ?? undefined,
      sure: entry.sure ?? undefined,
      voice: entry.voice ?? undefined,
    })),
  };
}

/**
 * Returns the text of a cast file with new characters at its end, and with what is missing in the others. Comments, order and
 * everything that is there stay, except the number of lines and how sure they are.
 */
export function mergeCast(text: string, characters: readonly Character[], voices: ChosenVoices): string {
  const document = readDocument(text.trim() === '' ? heading : text, 'cast');
  addVoice(document, ['narrator'], voices.narrator, voices.provider);
  if (voices.quotations !== undefined) addVoice(document, ['quotations'], voices.quotations, voices.provider);
  const entries = entriesOf(document);
  for (const character of characters) {
    const found = entries.find((entry) => entry.names.includes(character.name.toLowerCase()));
    const map = found?.map ?? addEntry(document, character);
    fill(document, map, character, found !== undefined);
    const voice = voices.characters.get(character.name);
    if (voice !== undefined) addVoiceTo(document, map, voice, voices.provider);
  }
  return document.toString({ lineWidth: 120, flowCollectionPadding: true });
}

const heading = `# Who speaks in the book, and with which voice. Edit it freely: only what is missing is added, and the counts of lines.
# A voice is one of the provider, or provider:voice of another one. "voice: { kokoro: bf_emma }" counts only with that provider.
# aliases: other names of the person. gender: female or male. age: child, young, adult or old.
`;

function addEntry(document: Document, { name }: Character): YAMLMap {
  if (!isSeq(document.get('characters'))) document.set('characters', document.createNode([]));
  const map = document.createNode({ name }) as YAMLMap;
  document.addIn(['characters'], map);
  return map;
}

/** Gives a new entry everything, and an old one only the facts that are new in the narrator's words. */
function fill(document: Document, map: YAMLMap, character: Character, isKnown: boolean): void {
  const { aliases, gender, age, lines, sure } = character;
  if (!isKnown && aliases.length > 0) map.set('aliases', flow(document, aliases));
  if (gender !== undefined && isMissing(map, 'gender')) map.set('gender', gender);
  if (age !== undefined && isMissing(map, 'age')) map.set('age', age);
  const known = Number(map.get('lines') ?? 0);
  map.set('lines', Math.max(lines, Number.isFinite(known) ? known : 0));
  if (sure !== undefined) map.set('sure', sure);
}

function isMissing(map: YAMLMap, key: string): boolean {
  const value = map.get(key);
  return value === undefined || value === null;
}

function addVoice(document: Document, path: readonly string[], voice: string, provider: string): void {
  const found = document.getIn(path);
  if (isMap(found)) addVoiceTo(document, found, voice, provider);
  else document.setIn(path, document.createNode({ voice: flow(document, { [provider]: voice }) }));
}

/** A voice for all providers stays alone. */
function addVoiceTo(document: Document, map: YAMLMap, voice: string, provider: string): void {
  const found = map.get('voice');
  if (isMap(found)) {
    if (isMissing(found, provider)) found.set(provider, voice);
  } else if (isMissing(map, 'voice')) map.set('voice', flow(document, { [provider]: voice }));
}

function flow(document: Document, value: unknown): unknown {
  return document.createNode(value, { flow: true });
}

function entriesOf(document: Document): { readonly map: YAMLMap; readonly names: readonly string[] }[] {
  const list = document.get('characters');
  const maps = isSeq(list) ? list.items.filter((item): item is YAMLMap => isMap(item)) : [];
  return maps.map((map) => {
    const aliases = map.get('aliases');
    const names = [map.get('name'), ...(isSeq(aliases) ? aliases.toJSON() : [])];
    return { map, names: names.map((each) => String(each).trim().toLowerCase()) };
  });
}

function readDocument(text: string, name: string): Document {
  if (text.length > maxLength) throw badCast(name, `it has more than ${maxLength} characters`);
  const document = parseDocument(text.replace(/^\uFEFF/u, ''));
  const [error] = document.errors;
  if (error) throw badCast(name, error.message.split('\n')[0] ?? '');
  return document;
}

function issueText(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  return issue ? `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}` : 'it has no characters';
}

function badCast(name: string, reason: string): AudiobookError {
  return new AudiobookError('bad-value', `The cast ${name} cannot be read: ${reason.replace(/[.:]$/u, '')}.`);
}
