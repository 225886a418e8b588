import { createCipheriv, createHash } from 'node:crypto';
import type { ModelArchive, ModelKind, VoiceModel } from '../../src/voice-models/voice-model.ts';

/** A model for the tests of installation, with the bytes of its files by the path of their addresses. */
export interface SmallModel {
  readonly model: VoiceModel;
  readonly served: Record<string, Buffer>;
}

/** Options of `smallModel`. */
export interface SmallModelOptions {
  readonly id?: string;
  readonly kind?: ModelKind;
  /** Default: en-GB. */
  readonly language?: string;
  readonly files?: Readonly<Record<string, Buffer>>;
  readonly restrictions?: string;
  readonly archive?: Omit<ModelArchive, 'url' | 'bytes' | 'sha256'> & { readonly content: Buffer };
}

/** Returns bytes that do not compress. */
export function noise(length: number, seed = 1): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(length));
}

/** Returns a model whose files a server at `base` has. */
export function smallModel(base: string, options: SmallModelOptions = {}): SmallModel {
  const { id = 'small-model', kind = 'supertonic', language = 'en-GB', restrictions } = options;
  const contents = options.files ?? { 'model.onnx': noise(1_000_000), 'tts.json': Buffer.from('{}') };
  const served: Record<string, Buffer> = {};
  const files = Object.entries(contents).map(([path, content]) => {
    served[`/owner/${id}/${path}`] = content;
    return { path, url: `${base}/owner/${id}/${path}`, bytes: content.length, sha256: sha256(content) };
  });
  const { content, ...rest } = options.archive ?? {};
  if (content) served[`/owner/${id}.tar.bz2`] = content;
  const model: VoiceModel = {
    id,
    kind,
    name: 'Small model',
    languages: [language],
    sampleRate: 22_050,
    speakers: [{ name: 'Una', language, gender: 'female' }],
    files: options.archive ? [] : files,
    licence: { name: 'CC0-1.0', url: `${base}/licence`, ...(restrictions && { restrictions }) },
    source: base,
    dated: '2026-11-21',
    ...(content && {
      archive: {
        maxUnpackedBytes: 10_000_000,
        members: {},
        ...rest,
        url: `${base}/owner/${id}.tar.bz2`,
        bytes: content.length,
        sha256: sha256(content),
      },
    }),
  };
  return { model, served };
}

/** Returns a SHA-256 sum in hexadecimal. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
