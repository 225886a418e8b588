import { z } from 'zod';
import { AudiobookError } from '../../core/errors.ts';
import { chapterNumbers } from '../../pipeline/chapter-numbers.ts';
import { checkBitrate } from '../../pipeline/output/output-paths.ts';
import { jobKinds } from '../jobs/job-record.ts';
import { RequestError } from '../errors/request-error.ts';

const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}$/u, 'wanted a BCP-47 code such as en or pt-BR');

/** What a value is, is decided where the command line asks too. */
const checkedBy =
  (check: (value: string) => unknown) =>
  (value: string, context: z.RefinementCtx): void => {
    try {
      check(value);
    } catch (error) {
      context.addIssue(error instanceof AudiobookError ? error.message.replace(/\.$/u, '') : 'bad value');
    }
  };

const yesOrNo = z.enum(['true', 'false']);
const password = z
  .string()
  .max(500)
  .optional()
  .describe('of an encrypted PDF; kept in memory only, so that a job that a restart interrupts has to be sent again');

const synthesizeFields = {
  voice: z.string().max(200).optional().describe('voice of the provider; its best for the language when left out'),
  language: language.optional().describe('BCP-47 code; the book’s own when left out'),
  tts_provider: z.string().max(50).optional().describe('id or alias of a speech provider (see GET /providers)'),
  translate: z.string().max(50).optional().describe('target language: a BCP-47 code or an English name'),
  max_chapters: z.coerce.number().int().min(1).max(100_000).optional().describe('most chapters, from the first'),
  chapters: z.string().max(1000).superRefine(checkedBy(chapterNumbers)).optional().describe('only these, like 1,3-5'),
  allow_gaps: yesOrNo
    .optional()
    .describe('go on when a piece of text cannot be spoken; the header X-Audiobook-Gaps and the report say how many'),
  bitrate: z
    .string()
    .max(20)
    .superRefine(checkedBy(checkBitrate))
    .optional()
    .describe('like 96k; 192k for MP3 and 64k for M4B when left out'),
  loudness: z.enum(['on', 'off']).optional().describe('bring the book to -18 LUFS; on when left out'),
  password,
  ocr: yesOrNo.optional().describe('read the pages of a PDF that are images by text recognition'),
  ocr_language: z
    .string()
    .max(100)
    .optional()
    .describe('the same, in these languages: de, deu or deu+eng; not where ocr is false'),
};

const audiobookFields = {
  ...synthesizeFields,
  task: z.string().max(50).optional().describe('how the script is written; audiobook when left out'),
  llm_model: z.string().max(200).optional().describe('local model, or api:<alias>'),
  llm_base_url: z
    .url({ protocol: /^https?$/u })
    .max(500)
    .optional()
    .describe('an allowed model server'),
};

/** Fields of `POST /synthesize`, beside the file. */
export const synthesizeSchema = z.strictObject(synthesizeFields);

/** Fields of `POST /audiobook`, beside the file. */
export const audiobookSchema = z.strictObject(audiobookFields);

/** Fields of `POST /jobs`, beside the file. */
export const jobSchema = z.strictObject({ kind: z.enum(jobKinds).describe('which conversion'), ...audiobookFields });

/** Fields of `POST /plan`, beside the file. */
export const planSchema = z.strictObject({
  tts_provider: synthesizeFields.tts_provider,
  max_chapters: synthesizeFields.max_chapters,
  password,
  ocr: synthesizeFields.ocr,
  ocr_language: synthesizeFields.ocr_language,
});

/** Query of `GET /voices`. */
export const voicesSchema = z.strictObject({
  provider: synthesizeFields.tts_provider,
  language: language.default('en').describe('BCP-47 code'),
});

/**
 * Checked fields of a form or query. Empty ones count as left out, and so does `null`, which forms can only send as a
 * word; a password is taken as it is. Throws `malformed` for a bad value or an unknown field, `missing-field` for one that
 * is not there.
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const given = Object.entries(fields ?? {}).filter(
    ([name, value]) => value !== '' && (value !== 'null' || name === 'password'),
  );
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') throw new RequestError('malformed', unknownFields(schema, issue.keys));
  if (!given.some(([key]) => key === name)) throw new RequestError('missing-field', `Field '${name}' is missing.`);
  throw new RequestError('malformed', `Field '${name}': ${issue?.message ?? 'bad value'}.`);
}

function unknownFields(schema: z.ZodType, names: readonly string[]): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return `Unknown field '${names.join("', '").slice(0, 100)}'; wanted ${known.join(', ')}.`;
}
