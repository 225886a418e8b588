import type { SourceText } from '../source-text.ts';

const theatre = new RegExp(
  [
    String.raw`\b(?:paus\w*|musi\w*|músic\w*|sounds?|sfx|sigh\w*|laugh\w*|chuckl\w*|giggl\w*|whisper\w*|softly|quietly|beat|silence|intro|outro|fad(?:e|es|ed|ing)|applause|clear(?:s|ing)|tone|voices?|breath\w*|gentl[ey]|slow(?:ly)?|dramatic\w*|emphas\w*|narrators?|narration|transition\w*|end of|continue[sd]?|stille|silencio|silenzio|host)\b`,
    '間|音楽|音乐|停顿|笑|沈黙|沉默',
  ].join('|'),
  'iu',
);
const cueLine =
  /^[^\S\n]*(?:sfx|sound(?: effects?)?|music(?: cue)?|intro|outro|cue|ambien(?:t|ce)|fx|musik|musique|música)\s*[:：].*$/gimu;
const label =
  /^\s*(?:(?:the )?narrat(?:or|eur|rice|ore)|narrador(?:a)?|host|co-?host|speaker(?: ?\w)?|voice(?:-?over)?|moderator|announcer|teacher|lecturer|sprecher(?:in)?|erzähler(?:in)?|旁白|ナレーター)(?: ?\([^()\n]{0,40}\))?\s*[:：]\s*/iu;

/** Removes stage directions, cues and speaker labels. Text that occurs in the source stays. */
export function removeDirections(text: string, source: SourceText): string {
  const unless = (found: string, rest: string): string =>
    source.text.includes(found) || source.contains(found) ? found : rest;
  return text
    .replaceAll(cueLine, (found) => unless(found, ''))
    .replaceAll(/\[[^[\]]{0,300}\]|【[^【】]{0,300}】|\{[^{}\n]{0,300}\}/gu, (found) => unless(found, ' '))
    .replaceAll(/\([^()\n]{0,120}\)|（[^（）\n]{0,120}）/gu, (found) =>
      theatre.test(found) ? unless(found, ' ') : found,
    )
    .replaceAll(/(?<!\*)\*([^*\n]{1,300})\*(?!\*)/gu, (found, words: string) => withoutStars(found, words, source))
    .replaceAll(/[♪♫♬🎵🎶]+/gu, '')
    .split('\n')
    .map((line) => (source.contains(line) ? line : line.replace(label, '')))
    .map((line) => (source.text.includes('*') ? line : line.replaceAll('*', '')))
    .join('\n');
}

/** `*sighs*` is a direction, `*never*` is emphasis, and `2 * 3 * 4` is neither. */
function withoutStars(found: string, words: string, source: SourceText): string {
  if (source.text.includes(found) || /^\s|\s$/u.test(words)) return found;
  return theatre.test(words) && !source.contains(words) ? '' : words;
}
