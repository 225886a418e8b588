import { z } from 'zod';

/** The form in which a judge answers about scripts. */
export const judgements = z.object({
  scripts: z.array(
    z.object({
      about_this_text: z.boolean(),
      not_narration: z.array(z.string()),
      contradicted: z.array(z.string()),
      missing: z.array(z.string()),
    }),
  ),
});
/** The form in which a judge answers about translations. */
export const meanings = z.object({ pairs: z.array(z.object({ same_meaning: z.boolean(), wrong: z.string() })) });

/** What a judge says of a script. */
export type Judgement = z.infer<typeof judgements>['scripts'][number];
/** What a judge says of a translation. */
export type Meaning = z.infer<typeof meanings>['pairs'][number];
