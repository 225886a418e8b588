import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { requireCostWithin } from '../../pipeline/plan/estimate-cost.ts';
import { planConversion } from '../../pipeline/plan/plan-conversion.ts';
import type { PlanRequest } from '../../pipeline/plan/plan-conversion.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { planText } from '../view/plan-text.ts';
import { writeLines } from '../view/write-lines.ts';

/** Options for showing a plan. */
interface ShownPlan extends Pick<PlanRequest, 'provider' | 'narrated'> {
  readonly json?: boolean | undefined;
}

/** Prints the plan of a conversion. Returns the exit code. Throws `bad-value` after it when the cost is above the limit. */
export async function showPlan(
  context: ProcessContext,
  request: NarrationRequest,
  { json, provider, narrated }: ShownPlan,
): Promise<number> {
  const { signal, cacheFolder, stateFolder } = context;
  const settings = await loadProcessSettings(context);
  const plan = await planConversion({ ...request, provider, narrated }, { settings, signal, cacheFolder, stateFolder });
  for (const warning of plan.warnings) writeLines(context.stderr, `Warning: ${warning}\n`);
  if (json) context.stdout.write(`${JSON.stringify(plan)}\n`);
  else writeLines(context.stdout, await planText(plan));
  requireCostWithin(request.maxCost, plan.price);
  return 0;
}
