import { z } from 'zod';

/** Families of models that the engine loads. */
export const modelKinds = ['kokoro', 'supertonic', 'piper', 'kitten'] as const;

/** Family of a model. It decides how the engine loads the files and what text it is given. */
export type ModelKind = (typeof modelKinds)[number];

/** A speaker of a model. Its index in the model's list is the number that the engine knows it by. */
export interface ModelSpeaker {
  readonly name: string;
  /** BCP-47 code. Where every speaker speaks all languages of the model, the first of them. */
  readonly language: string;
  readonly gender?: 'female' | 'male' | undefined;
}

/** A file that is downloaded. */
export interface ModelFile {
  /** Place in the model's folder, with `/` between folders. */
  readonly path: string;
  readonly url: string;
  readonly bytes: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** Terms of a model. */
export interface ModelLicence {
  readonly name: string;
  readonly url: string;
  /** What the licence forbids or demands, in one sentence. With it, the licence must be accepted before the download. */
  readonly restrictions?: string | undefined;
}

/** A model of natural voices, as the catalogue and the manifest of an installed model describe it. */
export interface VoiceModel {
  /** Name of its folder: `kokoro-v1_0`, `piper-en_GB-cori-high`. */
  readonly id: string;
  readonly kind: ModelKind;
  /** Name for a person. */
  readonly name: string;
  /** BCP-47 codes of the languages it speaks. */
  readonly languages: readonly string[];
  /** In Hz. */
  readonly sampleRate: number;
  readonly speakers: readonly ModelSpeaker[];
  readonly files: readonly ModelFile[];
  readonly licence: ModelLicence;
  /** Where the facts of this entry were found. */
  readonly source: string;
  /** Day of the facts: `2026-11-21`. */
  readonly dated: string;
}

/** A path inside a model's folder: no absolute path, no `..`, no backslash, nothing empty or hidden. */
export const modelPathSchema = z
  .string()
  .regex(/^(?!\.)[\w+.-]+(?:\/(?!\.)[\w+.-]+)*$/u)
  .max(200);

const speakerSchema = z.object({
  name: z.string().min(1).max(100),
  language: z.string().min(2).max(35),
  gender: z.enum(['female', 'male']).optional(),
});

const fileSchema = z.object({
  path: modelPathSchema,
  url: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/u),
});

/** Reads an entry of the catalogue or a manifest. */
export const voiceModelSchema: z.ZodType<VoiceModel> = z.object({
  id: z.string().regex(/^[a-z][\w.+-]{0,99}$/u),
  kind: z.enum(modelKinds),
  name: z.string().min(1).max(200),
  languages: z.array(z.string().min(2).max(35)).min(1),
  sampleRate: z.number().int().min(8000).max(192_000),
  speakers: z.array(speakerSchema).min(1).max(2000),
  files: z.array(fileSchema).max(1000),
  licence: z.object({ name: z.string(), url: z.string(), restrictions: z.string().optional() }),
  source: z.string(),
  dated: z.string(),
});
