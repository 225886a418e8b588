import { z } from 'zod';

const list = z.array(z.unknown());

const reportSchema = z.object({
  gaps: list,
  hearing: z.object({ lost: list, finished: z.object({ altered: list }).optional() }).optional(),
  direction: z
    .object({
      model: z.string().optional(),
      asked: z.number(),
      answered: z.number(),
      distrust: z.string().optional(),
      refusal: z.string().optional(),
    })
    .optional(),
});

/** Returns how many passages a report names that are missing, or that a recognizer did not hear as they are in the book. */
export function countGaps(report: unknown): number {
  const { data } = reportSchema.safeParse(report);
  if (!data) return 0;
  const { gaps, hearing } = data;
  return gaps.length + (hearing?.lost.length ?? 0) + (hearing?.finished?.altered.length ?? 0);
}

/** Reports whether a model was to direct the book and was of no use, so that rules did. The warnings of the report say why. */
export function isModelUnused(report: unknown): boolean {
  const { direction } = reportSchema.safeParse(report).data ?? {};
  if (direction?.model === undefined) return false;
  const { asked, answered, distrust, refusal } = direction;
  return distrust !== undefined || refusal !== undefined || (asked > 0 && answered === 0);
}
