import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestName, modelsFolder } from '../../src/voice-models/installed-models.ts';
import type { InstalledModel } from '../../src/voice-models/installed-models.ts';
import type { ModelKind, ModelSpeaker, VoiceModel } from '../../src/voice-models/voice-model.ts';
import { writeEspeakData } from './tiny-voices/espeak-data.ts';
import { writeTinyModel } from './tiny-voices/tiny-models.ts';
import type { TinyModel } from './tiny-voices/tiny-models.ts';
import { tinySound } from './tiny-voices/tiny-symbols.ts';

/** Lexicons of a Kokoro model with the words of the tests. */
export const englishLexicons = path.join(import.meta.dirname, 'tiny-voices/english-lexicon');

/** Options of `installTinyVoice`. */
export interface TinyVoice {
  readonly kind: ModelKind;
  /** Default: a usual one of the kind. */
  readonly id?: string | undefined;
  /** Matrix products per token that cost time. Default: 0. */
  readonly work?: number | undefined;
  /** As `TinyModel.integers`. */
  readonly integers?: boolean | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly speakers?: readonly ModelSpeaker[] | undefined;
}

const usual: Readonly<Record<ModelKind, Pick<VoiceModel, 'id' | 'languages' | 'speakers'>>> = {
  kokoro: {
    id: 'kokoro-v1_0',
    languages: ['en-US', 'en-GB', 'fr'],
    speakers: [
      { name: 'af_heart', language: 'en-US', gender: 'female' },
      { name: 'am_michael', language: 'en-US', gender: 'male' },
      { name: 'bf_emma', language: 'en-GB', gender: 'female' },
      { name: 'ff_siwis', language: 'fr', gender: 'female' },
    ],
  },
  supertonic: {
    id: 'supertonic-3',
    languages: ['en', 'de', 'fr', 'es'],
    speakers: ['F1', 'F2', 'M1'].map((name) => ({
      name,
      language: 'en',
      gender: name.startsWith('F') ? 'female' : 'male',
    })),
  },
  piper: {
    id: 'piper-en_GB-cori-high',
    languages: ['en-GB'],
    speakers: [{ name: 'cori', language: 'en-GB', gender: 'female' }],
  },
  kitten: {
    id: 'kitten-nano-v0_8',
    languages: ['en'],
    speakers: ['Jasper', 'Bella'].map((name) => ({ name, language: 'en' })),
  },
};

/** Installs a voice without trained weights that the real engine loads and `decodeTinyVoice` understands. */
export async function installTinyVoice(dataFolder: string, voice: TinyVoice): Promise<InstalledModel> {
  const { kind, work, integers, id = usual[kind].id, languages = usual[kind].languages } = voice;
  const { speakers = usual[kind].speakers } = voice;
  const folder = path.join(modelsFolder(dataFolder), id);
  const files = await filesOf({ kind, speakers: speakers.length, work, integers });
  for (const file of files) {
    await mkdir(path.dirname(path.join(folder, file.path)), { recursive: true });
    await writeFile(path.join(folder, file.path), file.data);
  }
  const model: VoiceModel = {
    id,
    kind,
    name: `Tiny ${kind}`,
    languages,
    sampleRate: tinySound(kind).rate,
    speakers,
    files: files.map(({ data: _data, ...file }) => file),
    licence: { name: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    source: 'made by the tests',
    dated: '2026-11-22',
  };
  const installed = new Date().toISOString();
  await writeFile(path.join(folder, manifestName), JSON.stringify({ installed, model }));
  return { model, folder, installed };
}

/** A file of a model, and its content. */
type ModelFile = VoiceModel['files'][number] & { readonly data: Buffer };

const known = new Map<string, Promise<readonly ModelFile[]>>();

/** Returns the files of a model, which are made once for all tests of a process. */
async function filesOf(tiny: TinyModel): Promise<readonly ModelFile[]> {
  const key = JSON.stringify(tiny);
  const files = known.get(key) ?? makeFiles(tiny);
  known.set(key, files);
  return await files;
}

async function makeFiles(tiny: TinyModel): Promise<readonly ModelFile[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
  try {
    await writeTinyModel(folder, tiny);
    if (tiny.kind === 'kokoro') await cp(englishLexicons, folder, { recursive: true });
    if (tiny.kind !== 'supertonic') await writeEspeakData(path.join(folder, 'espeak-ng-data'));
    return await filesIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesIn(folder: string): Promise<readonly ModelFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return await Promise.all(
    files.toSorted().map(async (file) => {
      const data = await readFile(file);
      const sha256 = createHash('sha256').update(data).digest('hex');
      return { path: path.relative(folder, file), url: 'https://example.org/', bytes: data.length, sha256, data };
    }),
  );
}
