/** The speaker of a turn in a podcast. */
export type Speaker = 'host' | 'guest';

/** Names that models give the two, in lower case. They write them in the language of the script, whatever was asked for. */
const hostNames =
  'host|host 1|host a|speaker 1|speaker a|moderator|moderatorin|gastgeber|gastgeberin|hôte|animateur|animatrice|présentateur|présentatrice|' +
  'anfitrión|anfitriona|presentador|presentadora|conduttore|conduttrice|anfitrião|anfitriã|apresentador|apresentadora|presentator|gastheer|' +
  'prowadzący|prowadząca|gospodarz|ведущий|ведущая|värd|programledare|sunucu|主持人|ホスト|司会|司会者|진행자|호스트|المضيف|المقدم|मेज़बान';
const guestNames =
  'guest|co-host|cohost|host 2|host b|speaker 2|speaker b|gast|gästin|invité|invitée|invitado|invitada|ospite|convidado|convidada|' +
  'gość|гость|гостья|gäst|konuk|嘉宾|嘉賓|ゲスト|게스트|الضيف|अतिथि|मेहमान';
const speakers: ReadonlyMap<string, Speaker> = new Map([
  ...hostNames.split('|').map((name) => [name, 'host'] as const),
  ...guestNames.split('|').map((name) => [name, 'guest'] as const),
]);

const pattern = new RegExp(
  String.raw`^[\s*_[(#>-]*(${[...speakers.keys()].toSorted((a, b) => b.length - a.length).join('|')})[\s*_\])]*(?:\([^()\n]{0,40}\)[\s*_]*)?[:：][*_]*\s*`,
  'iu',
);

/** A label at the beginning of a line. */
export interface SpeakerLabel {
  readonly speaker: Speaker;
  /** The line without the label. */
  readonly rest: string;
}

/** Returns the speaker of a name, or undefined for any other name. */
export function speakerNamed(name: string): Speaker | undefined {
  return speakers.get(name.trim().toLowerCase());
}

/** Returns the label that a line begins with, such as `HOST:` or `**Guest:**`, or undefined. */
export function labelOf(line: string): SpeakerLabel | undefined {
  const [label, name = ''] = pattern.exec(line) ?? [];
  const speaker = speakerNamed(name);
  return label === undefined || speaker === undefined ? undefined : { speaker, rest: line.slice(label.length) };
}
