import type { PlanAnswer } from '../api/types.ts';
import { strings } from '../strings.ts';
import type { Choices } from './choices.ts';

/** The time, size and cost of a conversion with these choices. */
export interface Estimate {
  readonly seconds: number;
  /** Time to make it, where the speed of the voice was measured. */
  readonly readySeconds?: number | undefined;
  /** The billed amount, in words. Undefined when nothing is billed. */
  readonly cost?: string | undefined;
}

/** Returns the estimate for the chapters that are chosen, in proportion to that for all. */
export function estimateOf(choices: Choices, plan: PlanAnswer): Estimate {
  const chosen = plan.chapters.filter(({ number }) => !choices.skipped.has(number));
  const speed = Number(choices.extras.speed ?? 1);
  const seconds = chosen.reduce((sum, chapter) => sum + chapter.estimatedSeconds, 0) / speed;
  const characters = chosen.reduce((sum, chapter) => sum + chapter.characters, 0);
  const part = plan.characters === 0 ? 0 : characters / plan.characters;
  const isVoiceOfPlan = choices.voice === undefined || Object.values(plan.voices).includes(choices.voice);
  // The time that a language model needs is unknown.
  const isMeasured = isVoiceOfPlan && (plan.narration?.requests ?? 0) === 0;
  const { synthesisSeconds } = plan;
  return {
    seconds,
    readySeconds: isMeasured && synthesisSeconds !== undefined ? synthesisSeconds * part : undefined,
    cost: costOf(plan, part),
  };
}

function costOf({ provider, billed, price, narration }: PlanAnswer, part: number): string | undefined {
  if (price.unknown.length > 0) {
    if (narration) return strings.sentence.unknownPrice(price.unknown.join(', '));
    return strings.sentence.billed(Math.round(billed.amount * part), billed.unit, price.unknown.join(', '));
  }
  const amount = (price.total ?? 0) * part;
  if (amount === 0) return undefined;
  const names = price.prices.map(({ name }) => name).join(', ');
  return strings.sentence.costs(amount, price.currency, names || provider);
}
