import { flagAt } from './words.ts';
import type { CommandRow, FlagRow, ValueSource } from '../tables/command-rows.ts';

/** A word that may stand at the end of a command line. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** A completion of the last word of a command line. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Whether it is a path, which the shell completes. */
  readonly isPath: boolean;
}

/** Returns the ids of voices of a provider, or of all providers, without asking a service. */
export type FindVoices = (provider: string | undefined) => Promise<readonly string[]>;

const nothing: Completion = { candidates: [], isPath: false };

/**
 * Returns what may stand for the last of the words of a command line, which may be empty. Words count without the name of the
 * program.
 */
export async function complete(
  words: readonly string[],
  commands: readonly CommandRow[],
  findVoices: FindVoices,
): Promise<Completion> {
  const given = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const { path, rest } = commandOf(given, commands);
  const command = path.at(-1);
  if (!command) return startingWith(current, [...commandCandidates(commands), ...programFlags]);
  const flags = uniqueFlags(path);
  const voices = async (): Promise<readonly string[]> => await findVoices(valueOf(given, '--provider'));
  const [name, value] = splitFlag(current);
  if (value !== undefined) {
    const flag = flags.find(({ names }) => names.includes(name));
    const { candidates, isPath } = await completeValue(value, flag, voices);
    return { isPath, candidates: candidates.map((one) => ({ ...one, value: `${name}=${one.value}` })) };
  }
  const open = flagAt(rest, flags);
  const isFlag = current.startsWith('-');
  if (open && (open.values === 'one' || !isFlag)) return await completeValue(current, open, voices);
  if (isFlag) return startingWith(current, [...flagCandidates(flags), ...helpFlag]);
  const inner = rest.length === 0 ? startingWith(current, commandCandidates(command.commands)) : nothing;
  return inner.candidates.length > 0 ? inner : await completeValue(current, command.arguments[0], voices);
}

/** A command takes its own flags and those of the command that it belongs to. */
function uniqueFlags(path: readonly CommandRow[]): readonly FlagRow[] {
  return [...new Map(path.flatMap(({ flags }) => flags.map((flag) => [flag.names.at(-1), flag] as const))).values()];
}

const helpFlag: readonly Candidate[] = [{ value: '--help', description: 'display help for command' }];

const programFlags: readonly Candidate[] = [
  ...helpFlag,
  { value: '--version', description: 'output the version number' },
  { value: '--debug', description: 'on failure, show the stack trace and the causes' },
];

interface FoundCommand {
  /** The command and the command of it, as far as they are given. */
  readonly path: readonly CommandRow[];
  /** The words after them. */
  readonly rest: readonly string[];
}

function commandOf(words: readonly string[], commands: readonly CommandRow[]): FoundCommand {
  const at = words.findIndex((word) => !word.startsWith('-'));
  const outer = commands.find(({ name }) => name === words[at]);
  if (!outer) return { path: [], rest: words };
  const rest = words.slice(at + 1);
  const inner = outer.commands.find(({ name }) => name === rest[0]);
  return inner ? { path: [outer, inner], rest: rest.slice(1) } : { path: [outer], rest };
}

function commandCandidates(commands: readonly CommandRow[]): readonly Candidate[] {
  return commands.map(({ name, summary }) => ({ value: name, description: summary }));
}

function flagCandidates(flags: readonly FlagRow[]): readonly Candidate[] {
  return flags.map(({ names, description }) => ({ value: names.at(-1) ?? '', description }));
}

async function completeValue(
  current: string,
  source: ValueSource | undefined,
  voices: () => Promise<readonly string[]>,
): Promise<Completion> {
  if (source?.isVoice) {
    const known = [...new Set([...(source.choices ?? []), ...(await voices())])];
    return startingWith(current, voiceCandidates(current, known));
  }
  if (source?.choices) return startingWith(current, plain(source.choices));
  return { candidates: [], isPath: source?.isPath ?? false };
}

/** Voices are named in lists, with languages and roles: `en=af_heart,fr=ff_siwis`. The last one is completed. */
function voiceCandidates(current: string, voices: readonly string[]): readonly Candidate[] {
  const [before = ''] = /^.*[,=]/u.exec(current) ?? [];
  return plain(voices.map((voice) => `${before}${voice}`));
}

function plain(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value, description: '' }));
}

function startingWith(current: string, candidates: readonly Candidate[]): Completion {
  const matching = candidates.filter(({ value }) => value.startsWith(current));
  return { candidates: matching, isPath: false };
}

function splitFlag(word: string): readonly [name: string, value: string | undefined] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function valueOf(words: readonly string[], flag: string): string | undefined {
  const joined = words.find((word) => word.startsWith(`${flag}=`));
  if (joined !== undefined) return joined.slice(flag.length + 1);
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words[at + 1];
}
