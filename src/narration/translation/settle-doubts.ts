import type { TranslationDoubt } from '../guard/translation/doubts/translation-doubt.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { ScriptStep } from '../narration-event.ts';
import { requestTranslation } from './request-translation.ts';
import type { Translation, TranslationRequests } from './request-translation.ts';
import { closingSentences } from '../script/closing-sentences.ts';
import { beginningOf } from './translation-batches.ts';

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
 * Returns the paragraphs of an accepted translation. A judge says of those that are doubtful whether they are right. Each that is not, or where there is
 * no judge, is asked for again once, with the reasons, and the answer with fewer doubts is taken. What stands then is accepted as well, since good
 * translations have such signs, too: it is a step for the report.
 */
export async function settleDoubts(
  { paragraphs, doubts }: Extract<Translation, { ok: true }>,
  texts: readonly string[],
  precedingText: string,
  options: SettleOptions,
): Promise<readonly string[]> {
  const found = paragraphs.map((text, index) => ({ text, doubts: doubts[index] ?? [] }));
  const judged = await judge(found, texts, options);
  const isUnjudged = options.judge !== undefined && !judged.isJudged;
  return await mapConcurrently(judged.paragraphs, options.model.concurrency ?? 1, async (first, index) => {
    if (first.doubts.length === 0) return first.text;
    const before = index === 0 ? precedingText : closingSentences(texts.slice(0, index), options.language);
    const best = await betterOf(first, { text: texts[index] ?? '', precedingText: before }, options);
    if (isUnjudged && best.doubts.length > 0)
      options.onStep?.({ action: 'doubtful', reason: 'not-judged', about: beginningOf(texts.slice(index)) });
    for (const { reason, about } of best.doubts) options.onStep?.({ action: 'doubtful', reason, about });
    return best.text;
  });
}

/** Returns paragraphs with what a judge says of the doubtful ones: nothing, where it finds them right. */
async function judge(
  found: readonly DoubtfulText[],
  texts: readonly string[],
  options: SettleOptions,
): Promise<{ readonly paragraphs: readonly DoubtfulText[]; readonly isJudged: boolean }> {
  const doubtful = found.flatMap(({ text, doubts }, index) =>
    doubts.length > 0 ? [{ source: texts[index] ?? '', made: text }] : [],
  );
  const said = await options.judge?.translations(doubtful);
  const meanings = said?.values();
  const paragraphs = found.map((paragraph) => {
    const meaning = paragraph.doubts.length === 0 ? undefined : meanings?.next().value;
    if (meaning === undefined) return paragraph;
    const { same_meaning: isRight, wrong } = meaning;
    return { ...paragraph, doubts: isRight ? [] : [{ reason: 'contradicted' as const, about: wrong }] };
  });
  return { paragraphs, isJudged: said !== undefined };
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
  // What a judge found is gone only when it finds the second answer right.
  const isJudged = doubts.some(({ reason }) => reason === 'contradicted');
  const { paragraphs } = await judge([isJudged ? { ...second, doubts } : second], [text], options);
  const [judged = second] = paragraphs;
  return judged.doubts.length < doubts.length ? judged : first;
}
