import { z } from 'zod';

const list = z.array(z.unknown());

const reportSchema = z.object({
  gaps: list,
  hearing: z.object({ lost: list, finished: z.object({ altered: list }).optional() }).optional(),
});

/** Returns how many passages a report names that are missing, or that a recognizer did not hear as they are in the book. */
export function countGaps(report: unknown): number {
  const { data } = reportSchema.safeParse(report);
  if (!data) return 0;
  const { gaps, hearing } = data;
  return gaps.length + (hearing?.lost.length ?? 0) + (hearing?.finished?.altered.length ?? 0);
}
