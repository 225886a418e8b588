/** The speaker of a turn in a podcast. */
export type DialogueRole = 'host' | 'guest';

/** Names that models give the two, in lower case. They write them in the language of the script, whatever was asked for. */
const hostNames =
  'host|host 1|host a|speaker 1|speaker a|moderator|moderatorin|gastgeber|gastgeberin|hôte|animateur|animatrice|présentateur|présentatrice|' +
  'anfitrión|anfitriona|presentador|presentadora|conduttore|conduttrice|anfitrião|anfitriã|apresentador|apresentadora|presentator|gastheer|' +
  'prowadzący|prowadząca|gospodarz|ведущий|ведущая|värd|programledare|sunucu|主持人|ホスト|司会|司会者|진행자|호스트|المضيف|المقدم|मेज़बान';
const guestNames =
  'guest|co-host|cohost|host 2|host b|speaker 2|speaker b|gast|gästin|invité|invitée|invitado|invitada|ospite|convidado|convidada|' +
  'gość|гость|гостья|gäst|konuk|嘉宾|嘉賓|ゲスト|게스트|الضيف|अतिथि|मेहमान';
const speakers: ReadonlyMap<string, DialogueRole> = new Map([
  ...hostNames.split('|').map((name) => [name, 'host'] as const),
  ...guestNames.split('|').map((name) => [name, 'guest'] as const),
]);

const pattern = new RegExp(
  String.raw`^[\s*_[(#>-]*(${[...speakers.keys()].toSorted((a, b) => b.length - a.length).join('|')})[\s*_\])]*(?:\([^()\n]{0,40}\)[\s*_]*)?[:：][*_]*\s*`,
  'iu',
);

/** A label at the beginning of a line. */
export interface SpeakerLabel {
  readonly speaker: DialogueRole;
  /** The line without the label. */
  readonly rest: string;
}

/** Returns the speaker of a name, or undefined for any other name. */
export function speakerNamed(name: string): DialogueRole | undefined {
  return speakers.get(name.trim().toLowerCase());
}

/** Returns the label that a line begins with, such as `HOST:` or `**Guest:**`, or undefined. It may be written twice. */
export function labelOf(line: string): SpeakerLabel | undefined {
  const [label, name = ''] = pattern.exec(line) ?? [];
  const speaker = speakerNamed(name);
  if (label === undefined || speaker === undefined) return undefined;
  const rest = line.slice(label.length);
  return labelOf(rest) ?? { speaker, rest };
}

const ownLabel =
  /^[\s*_[(#>-]*(\p{Lu}[\p{L}\p{M}.'’]*(?:\s[\p{L}\p{M}.'’]+|\s?\d)?)[\s*_\])]*(?:\([^()\n]{0,40}\)[\s*_]*)?[:：][*_]*\s*/u;
/** Share of the lines that begin with one of two names when these are labels, not what someone lists. */
const minLabelled = 0.7;
const minTurns = 2;

/**
 * Returns the speakers by the names that a model gave them, as in `Alex:` and `**Jamie:**`: who speaks first is the host. Undefined when
 * the lines do not begin with two such names in turn.
 */
export function ownSpeakers(lines: readonly string[]): ReadonlyMap<string, DialogueRole> | undefined {
  const names = lines.flatMap((line) => ownLabel.exec(line)?.[1] ?? []);
  const count = (name: string): number => names.filter((each) => each === name).length;
  const [host, guest, ...others] = [...new Set(names)].filter((name) => count(name) >= minTurns);
  if (host === undefined || guest === undefined || others.length > 0) return undefined;
  if (count(host) + count(guest) < lines.length * minLabelled) return undefined;
  return new Map([
    [host, 'host'],
    [guest, 'guest'],
  ]);
}

/** Returns the label that a line begins with, of speakers with names of their own. */
export function ownLabelOf(line: string, names: ReadonlyMap<string, DialogueRole>): SpeakerLabel | undefined {
  const [label = '', name = ''] = ownLabel.exec(line) ?? [];
  const speaker = names.get(name);
  return speaker === undefined ? undefined : { speaker, rest: line.slice(label.length) };
}
