import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openTemporaryFolder } from '../../core/files/atomic-file.ts';
import { AudiobookError } from '../../core/errors.ts';
import { sampleBytes } from '../../core/pcm.ts';
import { pcmInputOptions } from '../encoding/audio-encoding.ts';
import type { AudioEncoding, EncodingOptions, FinishedSound, WrittenFile } from '../encoding/audio-encoding.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { writeTagged } from '../encoding/tagged-file.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { applyGain } from '../loudness/apply-gain.ts';
import { measureFile } from '../loudness/measure-file.ts';
import { id3Tag } from '../mp3/id3-tag.ts';
import { defaultMp3Bitrate, mp3OutputOptions } from '../mp3/mp3-encoding.ts';
import { nextAdjustment, noAdjustment } from './acx-adjustment.ts';
import type { AcxAdjustment } from './acx-adjustment.ts';
import { acxLimits } from './acx-limits.ts';
import { acxReport } from './check-acx.ts';
import type { AcxReport } from './check-acx.ts';
import { RoomTone } from './room-tone.ts';
import { openSoundSpool } from './sound-spool.ts';
import type { SoundSpool } from './sound-spool.ts';

/** The limiter takes back some of each gain, so that a short chapter needs several. Most chapters need one. */
const maxAttempts = 6;
/** Quieter pauses are digital silence. */
const digitalSilenceDb = -80;

interface AcxChapter {
  readonly options: EncodingOptions;
  readonly spool: SoundSpool;
  /** Temporary name of the MP3 without tags. */
  readonly encoded: string;
}

/** A chapter as it was encoded last. */
interface FittedChapter {
  readonly adjustment: AcxAdjustment;
  readonly report: AcxReport;
}

/**
 * Opens the MP3 of one chapter for ACX. The chapter is kept uncompressed until it is complete. Then it is encoded and measured, and
 * encoded again with another gain, limit or silence while it violates a requirement and a change can help. What remains is in
 * `problems` of the written file.
 */
export async function openAcxChapter(bookOptions: EncodingOptions): Promise<AudioEncoding> {
  const stop = new AbortController();
  const options = { ...bookOptions, signal: AbortSignal.any([bookOptions.signal, stop.signal]) };
  const folder = await openTemporaryFolder(options.path);
  const spool = await openSoundSpool(path.join(folder.path, 'chapter.pcm'), options.sampleRate, options.path);
  const chapter: AcxChapter = { options, spool, encoded: path.join(folder.path, 'chapter.mp3') };
  let fitting: Promise<FittedChapter> | undefined;
  return {
    write: async (samples) => await spool.write(samples),
    startChapter: () => undefined,
    async end() {
      fitting = options.encoders.run(async () => await fit(chapter));
      await fitting;
      // A book of many chapters would need its whole length uncompressed.
      await spool[Symbol.asyncDispose]();
      await rm(spool.path);
    },
    async finish(sound) {
      if (fitting === undefined) throw new AudiobookError('internal', 'The chapter was not ended.');
      return [await writeFile(chapter, await fitting, sound)];
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await fitting?.catch(() => undefined);
      await spool[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function fit(chapter: AcxChapter): Promise<FittedChapter> {
  const { ffmpeg, signal, meter } = chapter.options;
  let adjustment = noAdjustment;
  for (let attempt = 1; ; attempt += 1) {
    await encode(chapter, adjustment);
    const measured = await measureFile(chapter.encoded, ffmpeg, signal);
    const report = acxReport(measured);
    const next = report.problems.length === 0 ? undefined : nextAdjustment(adjustment, report);
    if (next === undefined || attempt === maxAttempts) {
      meter?.addFile(measured);
      return { adjustment, report };
    }
    adjustment = next;
  }
}

async function encode({ options, spool, encoded }: AcxChapter, adjustment: AcxAdjustment): Promise<void> {
  const { ffmpeg, signal, bitrate = defaultMp3Bitrate, sampleRate } = options;
  const { gainDb, ceilingDb } = adjustment;
  const tone = spool.levels().floorDb < digitalSilenceDb ? new RoomTone() : undefined;
  await using encoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: mp3OutputOptions(parseBitrate(bitrate), acxLimits.sampleRate),
    output: encoded,
  });
  for await (const samples of withEdges(spool, adjustment)) {
    const adjusted = applyGain({ samples, sampleRate }, { gainDb, ceilingDb });
    await encoder.write(sampleBytes(tone?.addTo(adjusted) ?? adjusted));
  }
  await encoder.end();
}

/** Yields the audio with silence added to, or removed from, its ends. */
async function* withEdges(
  spool: SoundSpool,
  { leadSeconds, trailSeconds }: AcxAdjustment,
): AsyncGenerator<Int16Array, void, undefined> {
  const lead = Math.round(leadSeconds * spool.sampleRate);
  const trail = Math.round(trailSeconds * spool.sampleRate);
  if (lead > 0) yield new Int16Array(lead);
  const first = Math.max(0, -lead);
  const end = spool.length() - Math.max(0, -trail);
  let position = 0;
  for await (const samples of spool.blocks()) {
    const kept = samples.subarray(Math.max(0, first - position), Math.max(0, end - position));
    position += samples.length;
    if (kept.length > 0) yield kept;
  }
  if (trail > 0) yield new Int16Array(trail);
}

async function writeFile(
  { options, encoded }: AcxChapter,
  { adjustment, report }: FittedChapter,
  { totalSamples, chapters, track }: FinishedSound,
): Promise<WrittenFile> {
  const { path: target, sampleRate } = options;
  await writeTagged(options, await id3Tag({ ...options, chapters, track }), { path: encoded });
  const { size } = await stat(target);
  const { leadSeconds, trailSeconds } = adjustment;
  const seconds = totalSamples / sampleRate + leadSeconds + trailSeconds;
  return { path: target, bytes: size, seconds, addedSilence: { leadSeconds, trailSeconds }, problems: report.problems };
}
