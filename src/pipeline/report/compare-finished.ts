import path from 'node:path';
import { EnvelopeFinder } from '../../audio/envelope/find-envelopes.ts';
import type { EnvelopePlace } from '../../audio/envelope/find-envelopes.ts';
import { decodeSpeech } from '../../audio/ffmpeg/decode-speech.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { Assembly } from '../encode/assemble.ts';
import { fileTimes } from '../time/file-times.ts';
import type { FileTime } from '../time/file-times.ts';
import type { Segment } from '../plan/plan.ts';

/** A segment that was heard, whose sound in a finished file is another. */
export interface AlteredSegment {
  readonly segment: Segment;
  /** Name of the file. */
  readonly file: string;
  /** Position at which the file begins to differ, in seconds. */
  readonly fileSeconds: number;
}

/** The comparison of the finished files with the audio that was verified. */
export interface FinishedComparison {
  /** Segments that were compared. */
  readonly segments: number;
  readonly altered: readonly AlteredSegment[];
}

/** Surroundings of `compareFinished`. */
export interface CompareFinishedTools {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

type FinishedAudio = Pick<Assembly, 'files' | 'heard' | 'sounds' | 'samples' | 'sampleRate'>;

interface Placed extends EnvelopePlace {
  readonly segment: Segment;
}

/**
 * Decodes finished files once, as a stream, and looks for the sound of every segment that was heard in its place. Returns
 * undefined when nothing was heard. Throws as `decodeSpeech`.
 */
export async function compareFinished(
  audio: FinishedAudio,
  output: string,
  tools: CompareFinishedTools,
): Promise<FinishedComparison | undefined> {
  const placed = placesOf(audio);
  if (placed.length === 0) return undefined;
  const altered: AlteredSegment[] = [];
  const files = fileTimes(audio.files, output);
  const report = percentReporter(files, tools.onProgress);
  for (const file of files) {
    const inFile = placed.filter((place) => isIn(file, place)).map((place) => moved(place, -file.startSeconds));
    altered.push(...(await alteredIn(file, inFile, { ...tools, sampleRate: audio.sampleRate, report })));
  }
  return { segments: placed.length, altered };
}

/** Returns the places in the order of the sound: the finder reads it once. */
function placesOf({ heard, sounds, sampleRate }: FinishedAudio): readonly Placed[] {
  const placed = heard.flatMap(({ segment, envelope }) => {
    const sound = sounds.get(segment.index);
    if (!sound || !envelope) return [];
    const [startSeconds, endSeconds] = [sound.startSample / sampleRate, sound.endSample / sampleRate];
    return { segment, envelope, startSeconds, endSeconds };
  });
  return placed.toSorted((one, other) => one.startSeconds - other.startSeconds);
}

function isIn({ held }: FileTime, { startSeconds, endSeconds }: Placed): boolean {
  const middle = (startSeconds + endSeconds) / 2;
  return middle >= held.startSeconds && middle < held.endSeconds;
}

function moved(place: Placed, seconds: number): Placed {
  return { ...place, startSeconds: place.startSeconds + seconds, endSeconds: place.endSeconds + seconds };
}

interface FileTools extends CompareFinishedTools {
  readonly sampleRate: number;
  /** Called with the seconds that were compared. */
  readonly report: (seconds: number) => void;
}

async function alteredIn(
  file: FileTime,
  placed: readonly Placed[],
  { ffmpeg, signal, sampleRate, report }: FileTools,
): Promise<readonly AlteredSegment[]> {
  if (placed.length === 0) return [];
  const finder = new EnvelopeFinder(placed, sampleRate);
  await decodeSpeech(file.path, {
    ffmpeg,
    signal,
    sampleRate,
    async onSound(pcm) {
      finder.add(pcm);
      report(pcm.samples.length / sampleRate);
    },
  });
  const found = finder.end();
  return placed.flatMap(({ segment }, at) => {
    const { isFound = false, brokenSeconds = 0 } = found[at] ?? {};
    return isFound ? [] : { segment, file: path.basename(file.path), fileSeconds: brokenSeconds };
  });
}

function percentReporter(files: readonly FileTime[], onProgress: ProgressListener): (seconds: number) => void {
  const total = files.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  let [done, percent] = [0, 0];
  onProgress({ type: 'file-check', percent });
  return (seconds) => {
    done += seconds;
    const reached = Math.min(100, Math.floor((100 * done) / total));
    if (reached > percent) onProgress({ type: 'file-check', percent: reached });
    percent = reached;
  };
}
