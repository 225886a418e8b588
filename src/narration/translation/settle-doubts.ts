import type { TranslationDoubt } from '../guard/translation/doubts/translation-doubt.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { ScriptStep } from '../narration-event.ts';
import { requestTranslation } from './request-translation.ts';
import type { Translation, TranslationRequests } from './request-translation.ts';
import { beginningOf, endOf } from './translation-batches.ts';

/** Options of `settleDoubts`. */
export interface SettleOptions extends TranslationRequests {
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/** A paragraph of the book, and the end of the text before it. */
interface Passage {
  readonly text: string;
  readonly precedingText: string;
}

/** The translation of a paragraph, and what is doubtful about it. */
interface DoubtfulText {
  readonly text: string;
  readonly doubts: readonly TranslationDoubt[];
}

/**
 * Returns the paragraphs of an accepted translation. Each that is doubtful is asked for again once, with the reasons, and the answer with
 * fewer doubts is taken. What stands then is accepted as well, since good translations have such signs, too: it is a step for the report.
 */
export async function settleDoubts(
  { paragraphs, doubts }: Extract<Translation, { ok: true }>,
  texts: readonly string[],
  precedingText: string,
  options: SettleOptions,
): Promise<readonly string[]> {
  return await mapConcurrently(paragraphs, options.model.concurrency ?? 1, async (text, index) => {
    const first = { text, doubts: doubts[index] ?? [] };
    if (first.doubts.length === 0) return text;
    const before = index === 0 ? precedingText : endOf(texts.slice(0, index));
    const best = await betterOf(first, { text: texts[index] ?? '', precedingText: before }, options);
    for (const { reason, about } of best.doubts) options.onStep?.({ action: 'doubtful', reason, about });
    return best.text;
  });
}

/** Asks again and returns the second translation when it has fewer doubts. */
async function betterOf(
  first: DoubtfulText,
  { text, precedingText }: Passage,
  options: SettleOptions,
): Promise<DoubtfulText> {
  const { doubts } = first;
  for (const { reason } of doubts) options.onStep?.({ action: 'asked-again', reason, about: beginningOf([text]) });
  const again = await requestTranslation([text], { precedingText, attempt: 2, doubts }, options);
  if (!again.ok) return first;
  const second = { text: again.paragraphs.join(' '), doubts: again.doubts.flat() };
  return second.doubts.length < doubts.length ? second : first;
}
