import path from 'node:path';
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

/** An archive from which files are taken where they cannot be had one by one. */
export interface ModelArchive {
  /** A tar file, compressed with bzip2. */
  readonly url: string;
  readonly bytes: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  /** Limit of everything in it, in bytes. Beyond it, unpacking stops. */
  readonly maxUnpackedBytes: number;
  /** Names in the archive, by the path that each gets in the model's folder. */
  readonly members: Readonly<Record<string, string>>;
}

/** Terms of a model. */
export interface ModelLicence {
  readonly name: string;
  readonly url: string;
  /** The restrictions of the licence, in one sentence. With them, the licence must be accepted before the download. */
  readonly restrictions?: string | undefined;
}

/** A model that can be downloaded: natural voices, or a recognizer. */
export interface DownloadableModel {
  /** Name of its folder: `kokoro-v1_0`, `piper-en_GB-cori-high`. */
  readonly id: string;
  /** Name for a person. */
  readonly name: string;
  /** BCP-47 codes of the languages it speaks or hears. */
  readonly languages: readonly string[];
  readonly files: readonly ModelFile[];
  readonly archive?: ModelArchive | undefined;
  readonly licence: ModelLicence;
  /** The source of the facts in this entry. */
  readonly source: string;
  /** Day of the facts: `2026-11-21`. */
  readonly dated: string;
}

/** A model of natural voices, as the catalogue and the manifest of an installed model describe it. */
export interface VoiceModel extends DownloadableModel {
  readonly kind: ModelKind;
  /** In Hz. */
  readonly sampleRate: number;
  readonly speakers: readonly ModelSpeaker[];
}

/** Returns the name of a speaker's voice for `--voice`: `kokoro:af_heart`. */
export function voiceName({ kind }: Pick<VoiceModel, 'kind'>, speaker: Pick<ModelSpeaker, 'name'>): string {
  return `${kind}:${speaker.name}`;
}

/** Returns the speakers whose language the model speaks well. The others keep their place in the list and are not offered. */
export function offeredSpeakers({ languages, speakers }: VoiceModel): readonly ModelSpeaker[] {
  return speakers.filter(({ language }) => languages.includes(language));
}

/** Returns the names of the voices that a model offers, for `--voice`. */
export function voiceNames(model: VoiceModel): readonly string[] {
  return offeredSpeakers(model).map((speaker) => voiceName(model, speaker));
}

/** Returns the size of what is downloaded for a model, in bytes. */
export function downloadBytes(model: DownloadableModel): number {
  return filesToDownload(model).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the files that are downloaded for a model: its own, and the archive that others are taken from. */
export function filesToDownload({ files, archive }: DownloadableModel): readonly ModelFile[] {
  return archive ? [...files, { ...archive, path: path.posix.basename(new URL(archive.url).pathname) }] : files;
}

/** A path inside a model's folder: no absolute path, no `..`, no backslash, nothing empty or hidden. */
const modelPathSchema = z
  .string()
  .regex(/^(?!\.)[\w+.-]+(?:\/(?!\.)[\w+.-]+)*$/u)
  .max(200);

const speakerSchema = z.object({
  name: z.string().min(1).max(100),
  language: z.string().min(2).max(35),
  gender: z.enum(['female', 'male']).optional(),
});

const sha256Schema = z.string().regex(/^[\da-f]{64}$/u);

const fileSchema = z.object({
  path: modelPathSchema,
  url: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: sha256Schema,
});

const archiveSchema = z.object({
  url: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: sha256Schema,
  maxUnpackedBytes: z.number().int().nonnegative(),
  members: z.record(modelPathSchema, z.string()),
});

/** Fields that every downloadable model has. */
export const downloadableFields = {
  id: z.string().regex(/^[a-z][\w.+-]{0,99}$/u),
  name: z.string().min(1).max(200),
  languages: z.array(z.string().min(1).max(35)).min(1),
  files: z.array(fileSchema).max(1000),
  archive: archiveSchema.optional(),
  licence: z.object({ name: z.string(), url: z.string(), restrictions: z.string().optional() }),
  source: z.string(),
  dated: z.string(),
};

/** Reads an entry of the catalogue or a manifest. */
export const voiceModelSchema: z.ZodType<VoiceModel> = z.object({
  ...downloadableFields,
  kind: z.enum(modelKinds),
  sampleRate: z.number().int().min(8000).max(192_000),
  speakers: z.array(speakerSchema).min(1).max(2000),
});
