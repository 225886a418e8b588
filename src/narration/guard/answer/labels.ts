/** The speaker of a turn in a podcast. */
export type DialogueRole = 'host' | 'guest';

/** A passage of an answer, without the label of its speaker. */
export interface Passage {
  readonly text: string;
  /** Undefined for what has no label. */
  readonly speaker?: DialogueRole | undefined;
}

/** A passage with the name that an answer gives its speaker. */
export interface NamedPassage {
  readonly name?: string | undefined;
  readonly text: string;
}

const label =
  /^[\s*_[(#>-]*([\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+|\s?\d)?)[\s*_\])]*(?:\([^()\n]{0,40}\)[\s*_]*)?[:：][*_]*\s*/u;

/** Returns passages with their speakers: `host` and `guest` by name. Two names of a model's own are the host, who speaks first, and the guest. */
export function withSpeakers(passages: readonly NamedPassage[]): Passage[] {
  const names = rolesOf(passages.flatMap(({ name }) => name ?? []));
  return passages.map(({ name, text }) => ({ text, speaker: name === undefined ? undefined : names.get(key(name)) }));
}

function rolesOf(names: readonly string[]): ReadonlyMap<string, DialogueRole> {
  const different = [...new Set(names.map(key))];
  const isAsked = different.some((name) => name === 'host' || name === 'guest');
  const [host, guest, ...others] = different;
  if (!isAsked && host !== undefined && guest !== undefined && others.length === 0)
    return new Map([
      [host, 'host'],
      [guest, 'guest'],
    ]);
  return new Map([
    ['host', 'host'],
    ['guest', 'guest'],
  ]);
}

function key(name: string): string {
  return name.trim().toLowerCase();
}

/** Share of the paragraphs that begin with one of two names when these are labels, not what someone lists. */
const minLabelled = 0.7;

/**
 * Returns the passages of a text in paragraphs: what stands behind `HOST:` and `GUEST:`, or behind two names of a model's own with which nearly
 * all paragraphs begin. A text without such labels is one passage.
 */
export function labelledPassages(text: string): Passage[] {
  const lines = text.replaceAll(/(?<=[\p{Sentence_Terminal}”"’)]\s)(?=(?:HOST|GUEST):)/gu, '\n').split('\n');
  const names = labelNames(lines);
  const passages: { name: string | undefined; lines: string[] }[] = [];
  for (const line of lines) {
    const found = labelOf(line, names);
    const last = passages.at(-1);
    if (found) passages.push({ name: found.name, lines: [found.rest] });
    else if (last) last.lines.push(line);
    else passages.push({ name: undefined, lines: [line] });
  }
  const named = passages.map(({ name, lines: inner }) => ({ name, text: inner.join('\n').trim() }));
  return withSpeakers(named.filter((passage) => passage.text !== ''));
}

/** Returns the names that are labels, in small letters. */
function labelNames(lines: readonly string[]): ReadonlySet<string> {
  const starts = lines.filter((line) => line.trim() !== '');
  const names = starts.flatMap((line) => label.exec(line)?.[1] ?? []).map(key);
  const asked = names.filter((name) => name === 'host' || name === 'guest');
  const own = new Set(names);
  const isOwn = own.size === 2 && names.length > 1 && names.length >= starts.length * minLabelled;
  return asked.length > 0 ? new Set(asked) : isOwn ? own : new Set();
}

/** A label may be written twice. */
function labelOf(
  line: string,
  names: ReadonlySet<string>,
): { readonly name: string; readonly rest: string } | undefined {
  const [found = '', name = ''] = label.exec(line) ?? [];
  if (!names.has(key(name))) return undefined;
  const rest = line.slice(found.length);
  return labelOf(rest, names) ?? { name, rest };
}
