import type { AudioFormat, AudioLayout } from '../audio/audio-writer.ts';
import type { Ffmpeg } from '../audio/ffmpeg/ffmpeg.ts';
import type { BookChoices } from '../book/book-choices.ts';
import type { Settings } from '../core/settings.ts';
import type { ProgressListener } from '../core/progress.ts';
import type { SubtitleFormat } from '../timed-text/subtitles/subtitles.ts';
import type { TagOverrides } from './output/audio-metadata.ts';
import type { ChosenProvider } from './tools/choose-provider.ts';
import type { Preflight } from './tools/preflight.ts';
import type { SegmentStore } from './synthesis/segment-store.ts';

/** How loud a book is made: for listeners, for ACX, or as the provider speaks. */
export type Loudness = 'audiobook' | 'acx' | 'off';

/** What every conversion is asked for. */
export interface ConversionRequest {
  /** The EPUB or PDF. */
  readonly bookFile: string;
  /** How it is read: what is left out, how chapters are found. */
  readonly reading?: BookChoices;
  /** The final name of the audio file, or of the folder when every chapter gets a file. */
  readonly output: string;
  readonly format: AudioFormat;
  /** One file with chapter marks when left out. */
  readonly layout?: AudioLayout;
  /** Like `192k`; the format's own default when left out. */
  readonly bitrate?: string;
  /** `audiobook` when left out. */
  readonly loudness?: Loudness;
  /** M4B: the longest file, in seconds; a longer book becomes several. 14 hours when left out. */
  readonly maxPartSeconds?: number;
  /** Tags set by hand, over what the book says. */
  readonly tags?: TagOverrides;
  /** A picture to use instead of the book's cover. */
  readonly coverFile?: string;
  readonly voice?: string;
  /** BCP-47 code; the book's own when left out. */
  readonly language?: string;
  /** Numbers of the chapters to speak, from 1; all when left out. */
  readonly chapters?: readonly number[];
  /** Upper bound on the number of chapters, counted from the first. */
  readonly maxChapters?: number;
  /** Language to translate into before speaking: a BCP-47 code or an English name. */
  readonly translate?: string;
  /** The language model that translates or writes; the configured one when left out. */
  readonly model?: string;
  /** Address of the language model's server instead of the configured one. */
  readonly llmBaseUrl?: string;
  /** Keep the sound as a WAV file beside the output, too. */
  readonly keepWav?: boolean;
  /** Subtitles beside every audio file. */
  readonly subtitles?: readonly SubtitleFormat[];
  /** An EPUB beside the output, in which the text is marked while its sound plays. */
  readonly readAlong?: boolean;
  /** Go on when the provider fails on a segment for good; the report lists what is missing. */
  readonly allowGaps?: boolean;
}

/** All that a conversion works with; nothing of it is global. */
export interface ConversionTools {
  /** Where language models are looked up. */
  readonly settings: Settings;
  readonly chosen: ChosenProvider;
  readonly ffmpeg: Ffmpeg;
  readonly store: SegmentStore;
  readonly preflight: Preflight;
  /** Requests in flight, fixed; else the run finds the level that the provider takes well. */
  readonly concurrency?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressListener;
}
