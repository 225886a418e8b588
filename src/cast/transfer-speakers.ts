import type { Attribution } from './character.ts';
import { quotationText } from './cast-text.ts';
import type { CastText } from './cast-text.ts';

/** Quotations of the source that are compared with one of the script. */
const reach = 30;

/**
 * Returns who says each quotation of a script, from what is known of its source: quotations with the same words, and all of them
 * in order where a translation has as many. Undefined where nothing fits.
 */
export function transferSpeakers(
  script: CastText,
  source: CastText,
  attributions: readonly Attribution[],
): (Attribution | undefined)[] {
  const known = source.quotations.map((quotation) => plainWords(quotationText(quotation, source.blocks)));
  let next = 0;
  const found = script.quotations.map((quotation) => {
    const words = plainWords(quotationText(quotation, script.blocks));
    const at = known.slice(next, next + reach).indexOf(words);
    if (at < 0) return undefined;
    next += at + 1;
    return attributions[next - 1];
  });
  const hasEqualCount = known.length === script.quotations.length;
  return found.map((attribution, index) => attribution ?? (hasEqualCount ? attributions[index] : undefined));
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
