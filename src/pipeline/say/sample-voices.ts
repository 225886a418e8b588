import { mkdir, readFile, open } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { outputError } from '../../core/files/output-error.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { languageOf } from '../../languages/languages.ts';
import { voiceFamily } from '../../speech/natural/kinds/voice-family.ts';
import type { Voice } from '../../speech/provider.ts';
import { everyLanguage } from '../../speech/voices-for.ts';
import { pageMark, samplePage } from './sample-page.ts';
import type { VoiceSample } from './sample-page.ts';
import { chooseProvider } from '../open/choose-provider.ts';
import { inOrder } from '../speak/in-order.ts';
import { singleTextPolicy, speakSegment } from '../../speech/call/speak-segment.ts';
import type { Pcm } from '../../core/pcm.ts';
import { wavHeader } from '../../core/wav-header.ts';

/** The texts, voices and target of `sampleVoices`. */
export interface SampleRequest {
  readonly provider?: string | undefined;
  /** BCP-47 code. Empty for all voices. */
  readonly language: string;
  /** Default: each natural voice introduces itself in its language; where there are none, each voice. */
  readonly text?: string | undefined;
  /** Folder for the WAV files, one per voice, and the page. Created when it is missing. */
  readonly folder: string;
  /** Replaces files that are not samples. Default: `false`. */
  readonly force?: boolean | undefined;
  /** Receives the terms of the provider, before its service is asked. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Synthesizes a text with every voice of a provider, one WAV file per voice, and writes a page that plays them all. Yields each file when it
 * is written, the page last. Throws `bad-value` before anything is spoken when a file there is not an earlier sample.
 */
export async function* sampleVoices(
  { provider: id, language, text, folder, force = false, warn }: SampleRequest,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const chosen = await chooseProvider(id, settings, signal);
  if (chosen.description.terms !== undefined) warn?.(chosen.description.terms);
  await using provider = chosen.provider;
  const all = await provider.voices(language, signal);
  if (all.length === 0) {
    throw new AudiobookError(
      'bad-value',
      `Speech provider '${provider.id}' has no voice for the language '${language}'.`,
    );
  }
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw outputError(thrown, folder);
  });
  const samples = samplesOf(all, { language, text });
  const page = path.join(folder, 'index.html');
  if (!force) await requireSamples(folder, samples, page);
  yield* inOrder(samples, provider.concurrency.start, async (sample) => {
    const file = path.join(folder, sample.file);
    const spoken = { text: sample.text, voice: sample.voice.id, language: sample.language, signal };
    const { pcm } = await speakSegment(provider, spoken, { policy: singleTextPolicy });
    await writeFileAtomic(file, encodeSample(pcm));
    return file;
  });
  await writeFileAtomic(page, samplePage(samples));
  yield page;
}

function samplesOf(
  voices: readonly Voice[],
  { language, text }: Pick<SampleRequest, 'language' | 'text'>,
): readonly VoiceSample[] {
  const natural = text === undefined ? voices.filter(({ id }) => voiceFamily(id) !== undefined) : [];
  return (natural.length > 0 ? natural : voices).map((voice) => {
    const own = voice.language === everyLanguage ? language || 'en' : voice.language;
    const [person = voice.name] = voice.name.split(',');
    const said = text ?? (languageOf(own).sample ?? '{name}.').replace('{name}', person);
    return { voice, language: own, text: said, file: sampleFile(voice.id) };
  });
}

function sampleFile(voice: string): string {
  return `${voice.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.wav`;
}

async function requireSamples(folder: string, samples: readonly VoiceSample[], page: string): Promise<void> {
  for (const { file } of samples) {
    const place = path.join(folder, file);
    if (!(await isSampleReplaceable(place))) throw otherFile(place);
  }
  const before = await readFile(page, 'utf8').catch(() => '');
  if (before !== '' && !before.includes(pageMark)) throw otherFile(page);
}

function otherFile(file: string): AudiobookError {
  return new AudiobookError('bad-value', `${file} exists and is not an earlier sample. Use --force to replace it.`);
}

/** The name of the program in the WAV's list of information: `ISFT`, its length, the text with zeros at its end. */
const mark = Buffer.from('INFOISFT\u000A\0\0\0audiobook\0', 'latin1');

/** Returns a sample of a voice as a WAV file that names the program which made it. */
function encodeSample({ samples, sampleRate }: Pcm): Uint8Array {
  const header = wavHeader({ sampleRate, dataBytes: samples.byteLength, chunks: [{ id: 'LIST', bytes: mark }] });
  return Buffer.concat([header, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

/** Reports whether a sample may be written to a path: nothing is there, or an empty file, or an earlier sample. */
async function isSampleReplaceable(file: string): Promise<boolean> {
  await using handle = await open(file).catch(() => undefined);
  if (handle === undefined) return true;
  const start = Buffer.alloc(markedBytes);
  const { bytesRead } = await handle.read(start, 0, markedBytes, 0);
  return bytesRead === 0 || start.includes(mark);
}

/** The mark follows the format, which follows the name of the file type. */
const markedBytes = 12 + 24 + 8 + mark.length;
