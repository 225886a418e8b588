import { cutInsideWord, findCutBetweenWords } from './find-cut.ts';
import { isSpeakable } from '../is-speakable.ts';
import { isUnspaced } from '../segmenter.ts';
import { textLength } from '../text-length.ts';

/** No word of any language is this long, in UTF-16 code units; only longer ones are cut. */
const endlessWord = 60;

/**
 * Returns a text in two parts, cut near its middle at the best place, never inside a number or a grapheme.
 * Returns undefined when no place is left to cut, or when a part would have nothing to speak.
 */
export function halveText(text: string): readonly [string, string] | undefined {
  const whole = text.trim();
  const cut = cutBetweenWords(whole) ?? cutSingleWord(whole);
  if (cut === undefined) return undefined;
  const halves = [whole.slice(0, cut).trimEnd(), whole.slice(cut)] as const;
  return halves.every(isSpeakable) ? halves : undefined;
}

/** A cut in the last fifth is only used as a last resort. */
function cutBetweenWords(text: string): number | undefined {
  const length = textLength(text, 'chars');
  const goal = Math.ceil(length / 2) + 1;
  const sizes = [Math.floor(length * 0.8), length - 1].map((max) => ({ goal, max, unit: 'chars' as const }));
  return sizes.map((size) => findCutBetweenWords(text, size)).find((cut) => cut !== undefined);
}

function cutSingleWord(text: string): number | undefined {
  if (text.length < endlessWord && !isUnspaced(text)) return undefined;
  return cutInsideWord(text, 0, Math.floor(text.length / 2));
}
