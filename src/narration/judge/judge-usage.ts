import type { ModelLimits } from '../../llm/language-model.ts';
import { mayFit } from '../ask/complete-within.ts';
import { addUsage, requestUsage } from '../usage-meter.ts';
import type { ModelUsage } from '../usage-meter.ts';
import { scriptsQuestion } from './judge-prompt.ts';
import type { JudgedPair } from './judge-prompt.ts';
import { scriptTrial } from './judge-trials.ts';
import type { TrialBook } from './judge-trials.ts';

/** Tokens of a judgement without quotations. */
const usualAnswer = 60;

/** Returns what trying a judge takes. */
export function judgeTrialUsage(book: TrialBook): ModelUsage {
  const { pairs } = scriptTrial(book);
  return requestUsage(scriptsQuestion(pairs), pairs.length * usualAnswer);
}

/** Returns what judging the script of a chapter takes, given part by part. `share` is the length of the script as one of the text. */
export function judgeUsage(parts: readonly string[], share: number, limits: ModelLimits): ModelUsage {
  const pairOf = (source: string): JudgedPair => ({ source, made: source.slice(0, source.length * share) });
  const whole = scriptsQuestion([pairOf(parts.join('\n\n'))]);
  const questions = mayFit(whole, limits) ? [whole] : parts.map((part) => scriptsQuestion([pairOf(part)]));
  return questions.map((question) => requestUsage(question, usualAnswer)).reduce(addUsage);
}
