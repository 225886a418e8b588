/** Who speaks a turn of a podcast. */
export type Speaker = 'host' | 'guest';

/** Names that models give the two, in lower case. */
const speakers: ReadonlyMap<string, Speaker> = new Map([
  ...['host', 'host 1', 'host a', 'speaker 1', 'speaker a'].map((name) => [name, 'host'] as const),
  ...['guest', 'co-host', 'cohost', 'host 2', 'host b', 'speaker 2', 'speaker b'].map(
    (name) => [name, 'guest'] as const,
  ),
]);

const pattern =
  /^[\s*_[(#>-]*((?:co-?)?host(?: [12ab])?|guest|speaker [12ab])[\s*_\])]*(?:\([^()\n]{0,40}\)[\s*_]*)?[:：][*_]*\s*/iu;

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
