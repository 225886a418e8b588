import { countWords } from '../../text/count-words.ts';
import { withoutSentences } from '../guard/cut-sentences.ts';
import type { Judge } from '../judge/judge.ts';
import type { Judgement } from '../judge/judge-prompt.ts';
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
  const written = parts.filter(isWritten);
  const judgements = await judgementsOf(written, options.judge);
  if (!judgements && written.length > 0)
    options.onStep?.({ action: 'doubtful', reason: 'not-judged', about: written[0]?.source.slice(0, 60) ?? '' });
  // One for the whole chapter stands for each of its parts, and is reported once.
  for (const judgement of new Set(judgements)) reportDoubts(judgement, options);
  const next = (judgements ?? []).values();
  return parts.map((part) => {
    const judgement = isWritten(part) ? next.next().value : undefined;
    return judgement && isWritten(part) ? apply(judgement, part, options) : part.script;
  });
}

function isWritten(part: JudgedPart): part is WrittenPart {
  return part.script.ok;
}

/** Returns a judgement for each part, or undefined where the judge says nothing of use. */
async function judgementsOf(parts: readonly WrittenPart[], judge: Judge): Promise<readonly Judgement[] | undefined> {
  if (parts.length === 0) return undefined;
  const [whole] = (await judge.scripts([pairOf(parts)])) ?? [];
  if (whole) return parts.map(() => whole);
  if (parts.length === 1) return undefined;
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
    source: parts.map(({ source }) => source).join('\n\n'),
    made: parts.map(textOf).join('\n\n'),
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

function reportDoubts(judgement: Judgement, { onStep }: JudgingOptions): void {
  if (!judgement.about_this_text) return;
  for (const about of judgement.contradicted) onStep?.({ action: 'doubtful', reason: 'contradicted', about });
  for (const about of judgement.missing) onStep?.({ action: 'doubtful', reason: 'missing', about });
}
