import type { EspeakWord } from '../espeak-reader.ts';

/** Words of a text that espeak-ng reads together, usually one. Offsets are UTF-16 code units. */
export interface WordGroup {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
  /** The sounds, word by word as espeak-ng says them: a number is several words. */
  readonly sounds: readonly (readonly string[])[];
}

/** Words with apostrophes inside, and numbers with their points and commas. */
const word = /\p{N}+(?:[.,:]\p{N}+)*[\p{L}\p{M}]*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*[\p{N}]*/gu;

/**
 * Returns the words of a text with the sounds that espeak-ng gave for them. A word that espeak-ng does not report belongs to the
 * one before it, as in `of the` and `mother-in-law`. Returns undefined when the first word has no sound.
 */
export function readGroups(text: string, read: readonly EspeakWord[]): readonly WordGroup[] | undefined {
  const offsets = unitOffsets(text);
  const spoken = read.map(({ at, sounds }) => ({ at: offsets[at] ?? text.length, sounds })).filter(hasSound);
  const groups: { start: number; end: number; words: string[]; sounds: (readonly string[])[] }[] = [];
  for (const { 0: written, index: start } of text.matchAll(word)) {
    const end = start + written.length;
    const count = spoken.findIndex(({ at }) => at >= end);
    const sounds = spoken.splice(0, count < 0 ? spoken.length : count).map((found) => found.sounds);
    const last = groups.at(-1);
    if (sounds.length > 0) groups.push({ start, end, words: [written], sounds });
    else if (last) Object.assign(last, { end, words: [...last.words, written] });
    else return undefined;
  }
  groups.at(-1)?.sounds.push(...spoken.map(({ sounds }) => sounds));
  return groups;
}

function hasSound({ sounds }: Pick<EspeakWord, 'sounds'>): boolean {
  return sounds.some((sound) => /\p{L}/u.test(sound));
}

/** Returns the code unit at which each code point begins. */
function unitOffsets(text: string): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  return offsets;
}
