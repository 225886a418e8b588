import type { LevelSettings } from '../../audio/loudness/level-settings.ts';
import { volumeOf } from '../../speech/delivery/manner-sounds.ts';
import type { PlannedChapter, Segment } from '../plan/plan.ts';
import type { RecordedPart, SegmentSound, Recording } from './recording.ts';
import { synthesize } from '../speak/synthesis.ts';
import type { SpokenSegment } from '../speak/spoken-segment.ts';
import type { SynthesisTools } from '../speak/synthesis.ts';

/** One way through the audio of the book. */
export interface Pass {
  readonly segments: AsyncIterable<SpokenSegment>;
  readonly planned: readonly PlannedChapter[];
  /** Settings found by the pass before. Undefined when they are not known yet. */
  readonly levels?: LevelSettings | undefined;
  readonly onChapter: (chapter: number) => void;
  /** `seconds` is the length in the recording. */
  readonly onSpoken: (spoken: SpokenSegment, seconds: number) => void;
  /** Called with every segment that was written. */
  readonly onRecorded?: ((part: Omit<RecordedPart, 'read'>) => void) | undefined;
}

/** Writes the segments of a pass and returns the samples of the speech of each. */
export async function record(
  { segments, planned, onChapter, onSpoken, onRecorded }: Pass,
  recording: Recording,
): Promise<Map<number, SegmentSound>> {
  const sounds = new Map<number, SegmentSound>();
  let chaptersStarted = 0;
  for await (const spoken of segments) {
    const { segment, pcm } = spoken;
    let speech: SegmentSound | undefined;
    // Where a chapter begins, up to a frame is added before its first segment.
    const before = recording.samples;
    const chapter = segment.chapter === chaptersStarted ? planned[chaptersStarted] : undefined;
    if (segment.chapter === chaptersStarted) {
      if (chapter) await recording.startChapter(chapter.title);
      onChapter(chaptersStarted);
      chaptersStarted += 1;
    }
    const beginning = recording.samples;
    let startSample = before;
    if (pcm) {
      // Nothing else needs it any more.
      speech = await recording.addSpeech(pcm, {
        ...segment,
        isOwned: !spoken.isShared,
        volumeDb: volumeOf(segment.delivery),
      });
      ({ startSample } = speech);
      sounds.set(segment.index, speech);
    }
    await recording.addSilence(segment.pauseMs);
    onSpoken(spoken, recordedSeconds(recording, startSample, segment));
    const { samples: endSample, sampleRate } = recording;
    onRecorded?.({ chapter, segment, startSample: beginning, speech, endSample, sampleRate });
  }
  return sounds;
}

/** Why and how the book is encoded again. */
export interface NextPass {
  readonly planned: readonly PlannedChapter[];
  readonly gaps: readonly SpokenSegment[];
  readonly reason: string;
  /** Default: found again. */
  readonly levels?: LevelSettings | undefined;
  /** Whether the store has other audio than the pass before. */
  readonly isReplaced: boolean;
  /** Called with every segment of the pass. */
  readonly onSpoken: (spoken: SpokenSegment) => void;
}

/** Returns a pass over the stored segments that reports its percentage. A segment that failed before stays a pause. */
export function nextPass(next: NextPass, tools: SynthesisTools): Pass {
  const { planned, gaps, reason, levels } = next;
  const failed = new Set(gaps.map(({ segment }) => segment.index));
  const segments = planned.flatMap((chapter) => chapter.segments);
  const again = segments.map((segment) => (failed.has(segment.index) ? { ...segment, spoken: false } : segment));
  let [done, percent] = [0, 0];
  tools.onProgress({ type: 'encode-again', percent, reason });
  const onSpoken = (spoken: SpokenSegment): void => {
    next.onSpoken(spoken);
    done += 1;
    const reached = Math.floor((100 * done) / segments.length);
    if (reached > percent) tools.onProgress({ type: 'encode-again', percent: reached, reason });
    percent = reached;
  };
  // Stored audio was heard in the pass before.
  const listening = next.isReplaced ? tools.listening : tools.listening?.forNewSpeech();
  return {
    segments: synthesize(again, { ...tools, listening, isAgain: true }),
    planned,
    levels,
    onChapter: () => undefined,
    onSpoken,
  };
}

/** Returns the seconds that a segment takes in the file: its speech without the silence around it, and its pause. */
function recordedSeconds(recording: Recording, startSample: number, { pauseMs }: Segment): number {
  const { samples, sampleRate } = recording;
  return sampleRate === 0 ? pauseMs / 1000 : (samples - startSample) / sampleRate;
}
