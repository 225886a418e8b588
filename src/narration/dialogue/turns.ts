import { paragraphBreak, wordsOf } from '../align/words.ts';
import { readEnvelope, readJson } from '../guard/cleaning/read-envelope.ts';
import { removeThoughts } from '../guard/cleaning/remove-thoughts.ts';
import { labelOf, ownLabelOf, ownSpeakers, speakerNamed } from './speaker.ts';
import type { DialogueRole } from './speaker.ts';

/** The words of one speaker in a completion, without the label. */
export interface Turn {
  /** Undefined for what stands before the first label. */
  readonly speaker: DialogueRole | undefined;
  readonly text: string;
}

/** A paragraph and who says it. */
export interface SpokenParagraph {
  readonly speaker: DialogueRole;
  readonly text: string;
}

/**
 * Returns the turns of a completion: of a JSON object as our schema has them, otherwise of paragraphs with the labels of their
 * speakers. A completion without labels is one turn without a speaker.
 */
export function readTurns(completion: string): readonly Turn[] {
  const answer = removeThoughts(completion.replaceAll(/\r\n?/gu, '\n'));
  const listed = turnsIn(readJson(answer));
  return listed.length > 0 ? withSpeakers(listed).flatMap(readTurn) : labelledTurns(readEnvelope(answer).text);
}

/** A turn by the name that an answer gives its speaker. */
interface NamedTurn {
  readonly name: string;
  readonly text: string;
}

/** Two names of a model's own are the host, who speaks first, and the guest. */
function withSpeakers(turns: readonly NamedTurn[]): Turn[] {
  const isAsked = turns.some(({ name }) => speakerNamed(name) !== undefined);
  const names = isAsked ? undefined : ownSpeakers(turns.map(({ name }) => `${name}:`));
  return turns.map(({ name, text }) => ({ speaker: names ? names.get(name) : speakerNamed(name), text }));
}

/** A text of the schema may have labels of its own. */
function readTurn({ speaker, text }: Turn): Turn[] {
  return labelledTurns(text).map((turn) => ({ ...turn, speaker: turn.speaker ?? speaker }));
}

const speakerFields = ['speaker', 'role', 'name'];
const textFields = ['text', 'line', 'content', 'words'];

/** Returns the objects with speaker and text in a JSON value, wherever they are. */
function turnsIn(value: unknown): NamedTurn[] {
  if (Array.isArray(value)) return value.flatMap(turnsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner as unknown]));
  const speaker = firstText(fields, speakerFields);
  const text = firstText(fields, textFields);
  if (speaker !== undefined && text !== undefined) return [{ name: speaker, text }];
  return [...fields].flatMap(([name, inner]) => {
    const isSpeaker = speakerNamed(name) !== undefined;
    return isSpeaker && typeof inner === 'string' ? [{ name, text: inner }] : turnsIn(inner);
  });
}

function firstText(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => fields.get(name)).find((value) => typeof value === 'string');
}

/** A label begins a line, or in capital letters a sentence. Without those that were asked for, names that alternate are labels. */
function labelledTurns(text: string): Turn[] {
  const turns: { speaker: DialogueRole | undefined; lines: string[] }[] = [];
  const parts = text.replaceAll(/(?<=[\p{Sentence_Terminal}”"’)]\s)(?=(?:HOST|GUEST):)/gu, '\n').split('\n');
  const names = parts.some(labelOf) ? undefined : ownSpeakers(parts.filter((line) => line.trim() !== ''));
  for (const line of parts) {
    const label = names ? ownLabelOf(line, names) : labelOf(line);
    const last = turns.at(-1);
    if (label) turns.push({ speaker: label.speaker, lines: [label.rest] });
    else if (last) last.lines.push(line);
    else turns.push({ speaker: undefined, lines: [line] });
  }
  return turns
    .map(({ speaker, lines }) => ({ speaker, text: lines.join('\n').trim() }))
    .filter((turn) => turn.text !== '');
}

/**
 * Returns who says each paragraph of a cleaned script: the speaker of the turn that its first words are of. Both have the same
 * words in the same order, except those that were removed from the script. What has no label is the host's.
 */
export function speakersOf(paragraphs: readonly string[], turns: readonly Turn[]): readonly SpokenParagraph[] {
  const keys = turns.flatMap(({ text }) => keysOf(text));
  const speakers = turns.flatMap(({ speaker = 'host', text }) => keysOf(text).map(() => speaker));
  let next = 0;
  return paragraphs.map((text) => {
    const own = keysOf(text);
    const at = findRun(own, keys, next) ?? next;
    next = at + own.length;
    return { speaker: speakers[at] ?? 'host', text };
  });
}

function keysOf(text: string): string[] {
  return wordsOf(text, 'lines').flatMap(({ key }) => (key === paragraphBreak ? [] : [key]));
}

/** Lengths of the beginnings to look for. A shorter one counts where words were removed from a longer one. */
const runLengths = [8, 4, 2, 1];

/** Returns where the first words of a paragraph are, at or after an index. */
function findRun(own: readonly string[], keys: readonly string[], from: number): number | undefined {
  for (const length of runLengths) {
    const run = own.slice(0, length);
    const at = keys.findIndex((_key, index) => index >= from && run.every((key, n) => keys[index + n] === key));
    if (at >= 0 && run.length > 0) return at;
  }
  return undefined;
}
