import { countWords } from '../../text/count-words.ts';
import { withoutSentences } from '../guard/cut-sentences.ts';
import type { Judge, Judgement } from '../judge/judge.ts';
import type { ScriptStep } from '../narration-event.ts';
import type { PartScript } from './ask-part.ts';

/** A part of a chapter and its script. */
export interface JudgedPart {
  readonly source: string;
  readonly script: PartScript;
}

/** What a judgement needs beside the parts. */
export interface JudgingOptions {
  readonly judge: Judge;
  /** BCP-47 code of the script. */
  readonly language: string;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

type WrittenPart = JudgedPart & { readonly script: Extract<PartScript, { ok: true }> };

/**
 * Returns the scripts of parts as a judge leaves them: without what it says is no narration, or refused where it says that they are about something
 * else. One request for the chapter, or one for each part where the chapter is too long for it. What it says against a script otherwise is a doubt.
 */
export async function judgeParts(
  parts: readonly JudgedPart[],
  options: JudgingOptions,
): Promise<readonly PartScript[]> {
  const written = parts.filter((part): part is WrittenPart => part.script.ok);
  if (written.length === 0) return parts.map(({ script }) => script);
  const whole = await options.judge.scripts([pairOf(written)]);
  const judgements = whole ?? (written.length > 1 ? await eachOf(written, options.judge) : undefined);
  if (!judgements)
    options.onStep?.({ action: 'doubtful', reason: 'not-judged', about: written[0]?.source.slice(0, 60) ?? '' });
  const isShared = whole !== undefined;
  if (isShared) reportDoubts(whole[0], options);
  else for (const judgement of judgements ?? []) reportDoubts(judgement, options);
  let next = 0;
  return parts.map((part) => {
    if (!part.script.ok) return part.script;
    const judgement = isShared ? whole[0] : judgements?.[next];
    next += 1;
    return judgement ? apply(judgement, { ...part, script: part.script }, options) : part.script;
  });
}

async function eachOf(parts: readonly WrittenPart[], judge: Judge): Promise<readonly Judgement[] | undefined> {
  const all: Judgement[] = [];
  for (const part of parts) {
    const [judgement] = (await judge.scripts([pairOf([part])])) ?? [];
    if (!judgement) return undefined;
    all.push(judgement);
  }
  return all;
}

function pairOf(parts: readonly WrittenPart[]) {
  return {
    text: parts.map(({ source }) => source).join('\n\n'),
    script: parts.map(textOf).join('\n\n'),
  };
}

function textOf({ script }: WrittenPart): string {
  return script.paragraphs.map(({ text }) => text).join('\n\n');
}

/** Least share of a script that is left when what is no narration was cut. With less, it is no script. */
const minLeft = 0.6;

function apply(judgement: Judgement, part: WrittenPart, { language, onStep }: JudgingOptions): PartScript {
  const words = textOf(part);
  const paragraphs = withoutSentences(part.script.paragraphs, judgement.not_narration, language);
  const left = countWords(paragraphs.map(({ text }) => text).join('\n'));
  if (!judgement.about_this_text || left < countWords(words) * minLeft)
    return { ok: false, problem: 'unrelated', words, about: judgement.missing[0] };
  if (left < countWords(words))
    onStep?.({ action: 'repaired', reason: 'remarks', about: judgement.not_narration[0] ?? '' });
  return { ok: true, paragraphs };
}

function reportDoubts(judgement: Judgement | undefined, { onStep }: JudgingOptions): void {
  if (judgement?.about_this_text !== true) return;
  for (const about of judgement.contradicted) onStep?.({ action: 'doubtful', reason: 'contradicted', about });
  for (const about of judgement.missing) onStep?.({ action: 'doubtful', reason: 'missing', about });
}
