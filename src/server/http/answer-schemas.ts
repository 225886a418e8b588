import { z } from 'zod';

const text = z.string();
const limit = z.object({ max: z.int(), unit: z.enum(['chars', 'bytes']) });
/** Body of `GET /providers`. */
export const providersSchema = z.object({
  providers: z.array(text),
  default: text.describe('the provider of requests that do not choose one'),
  details: z.array(
    z.object({
      id: text,
      alias: text.optional(),
      kind: text,
      available: z.boolean(),
      reason: text.optional(),
      onlyWhenNamed: z.literal(true).optional().describe('never chosen by default; its terms are in docs/voices.md'),
      limit,
      capabilities: z.object({
        languages: z.array(text).optional().describe('absent when it speaks every language'),
        speed: z.object({ min: z.number(), max: z.number() }).optional(),
        ssml: z.boolean(),
        sampleRate: z.int().optional(),
        priceUnit: z.enum(['chars', 'bytes', 'tokens']).optional().describe('absent when nothing is billed'),
      }),
    }),
  ),
});

/** Body of `GET /voices`. */
export const voicesSchema = z.object({
  provider: text,
  language: text,
  default: text.optional().describe('the voice of conversions that do not choose one'),
  voices: z.array(text).describe('the values of the field `voice`'),
  details: z.array(
    z.object({
      id: text,
      name: text,
      language: text,
      gender: z.enum(['female', 'male']).optional(),
      isWeak: z.literal(true).optional().describe('it sounds worse than the others by its maker’s grade'),
      isPlain: z
        .literal(true)
        .optional()
        .describe('a plain engine of the service speaks it: it needs nothing, and sounds like a machine'),
    }),
  ),
});

/** Body of `POST /plan`. */
export const planSchema = z.object({
  title: text,
  authors: z.array(text),
  language: text,
  languageSource: text,
  words: z.int(),
  characters: z.int(),
  estimatedSeconds: z.number(),
  provider: text,
  voices: z.record(text, text).describe('voices by language of the text'),
  synthesisSeconds: z
    .number()
    .optional()
    .describe('time that the missing speech takes to make on this machine, where the speed of the voice was measured'),
  measuredOn: text.optional().describe('day on which the speed was measured'),
  sample: text.optional().describe('some sentences of the book, for `POST /samples`'),
  cover: text.optional().describe('the cover of the book as a `data:` address, with `with_cover`'),
  cost: z
    .object({ amount: z.int(), unit: z.enum(['chars', 'bytes']) })
    .describe('length of the text that the provider would receive'),
  segments: z
    .object({ total: z.int(), stored: z.int() })
    .describe('requests to the provider, and those whose audio is stored already and costs nothing'),
  billed: z
    .object({ amount: z.int(), unit: z.enum(['characters', 'tokens']) })
    .describe('what the provider bills for the missing speech'),
  price: z
    .object({
      currency: text,
      total: z.number().optional(),
      speech: z.number().optional(),
      models: z.number().optional(),
      prices: z.array(z.object({ name: text, price: text, source: text.optional(), checkedOn: text.optional() })),
      unknown: z.array(text).describe('services whose price is not known'),
    })
    .describe('estimated cost, without discounts and free quotas'),
  narration: z
    .object({
      task: text,
      model: text.optional(),
      translator: text.optional(),
      translatedInto: text.optional(),
      requests: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
    })
    .optional()
    .describe('what language models will be asked for; scripts of earlier runs take none'),
  chapters: z.array(
    z.object({
      number: z.int(),
      title: text,
      titleSource: z
        .enum(['contents', 'heading', 'class', 'first-line', 'document-title', 'number', 'model'])
        .describe('why there is a chapter of this title: an entry of the contents, a heading, …'),
      document: text.describe('where it begins: a document in the book, for a PDF `page 12`'),
      words: z.int(),
      characters: z.int(),
      estimatedSeconds: z.number(),
    }),
  ),
  leftOut: z.array(z.object({ document: text, reason: text, words: z.int(), about: text.optional() })),
  warnings: z.array(text),
});

/** Body of `GET /health`. */
export const healthSchema = z.object({ status: z.enum(['ok', 'stopping']), version: text });

/** Body of `GET /ready`. */
export const readySchema = z.object({ ready: z.boolean(), problems: z.array(text) });
