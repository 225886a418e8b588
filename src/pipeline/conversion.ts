import type { AudioFormat } from '../audio/audio-format.ts';
import type { AudioStream } from '../audio/stream-writer.ts';
import type { Ffmpeg } from '../audio/ffmpeg/ffmpeg.ts';
import type { ReadLimits } from '../book/read-limits.ts';
import type { Book } from '../core/book.ts';
import type { Settings } from '../core/settings.ts';
import type { ProgressListener } from '../core/progress.ts';
import type { CastSource } from './cast/cast-source.ts';
import type { costOptions } from './options/cost-options.ts';
import type { modelOptions } from './options/model-options.ts';
import type { TaskRegistry } from '../narration/tasks/task-registry.ts';
import type { narrationOptions } from './options/narration-options.ts';
import type { OptionValues } from './options/option.ts';
import type { RecordedPart } from './encode/recording.ts';
import type { outputOptions } from './options/output-options.ts';
import type { readingOptions } from './options/reading-options.ts';
import type { speechOptions } from './options/speech-options.ts';
import type { BookSource } from './read/book-source.ts';
import type { SpeakPolicy } from '../speech/call/request-answer.ts';
import type { ChosenProvider } from './open/choose-provider.ts';
import type { LexiconSource } from './open/load-lexicon.ts';
import type { Preflight } from './open/preflight.ts';
import type { SegmentStore } from './store/segment-store.ts';
import type { SpeechSpeeds } from './speak/speech-speeds.ts';

export { streamFormats } from '../audio/stream-writer.ts';

/** The request of every conversion: its files and the values of the options (`pipeline/options/`). */
export interface ConversionRequest
  extends
    BookSource,
    Omit<OptionValues<typeof outputOptions>, 'output' | 'format'>,
    Omit<OptionValues<typeof speechOptions>, 'lexicon' | 'cast'>,
    OptionValues<typeof readingOptions>,
    OptionValues<typeof modelOptions>,
    OptionValues<typeof costOptions> {
  /** Final path of the audio file, or of the folder with the layout `chapters`. */
  readonly output: string;
  readonly format: AudioFormat;
  /** Takes the audio while it is made. No file and no report are written then, and `output` is only a name. */
  readonly stream?: AudioStream | undefined;
  /** Pronunciations. Of equal entries, that of the later lexicon counts. */
  readonly lexicons?: readonly LexiconSource[] | undefined;
  /** The source of the cast for dialogue. Default: the narrator speaks all. */
  readonly castSource?: CastSource | undefined;
  /** Speaks sentence by sentence, so that the first one is heard soon. */
  readonly bySentence?: boolean | undefined;
  /** Limits for reading the book. */
  readonly limits?: Partial<ReadLimits> | undefined;
}

/** The request of a conversion with scripts of a language model. */
export interface NarrationRequest extends ConversionRequest, OptionValues<typeof narrationOptions> {
  /** The tasks that `task` names one of. Default: the built-in ones. */
  readonly tasks?: TaskRegistry | undefined;
  /** Prompt to use instead of that of the task. `promptFile` takes precedence. */
  readonly promptText?: string | undefined;
  /** Folder of the scripts. Default: beside the output, `book.m4b` → `book.m4b.audiobook`. */
  readonly scriptsFolder?: string | undefined;
}

/** The tools of a conversion. None of it is global. */
export interface ConversionTools {
  /** Settings of the language models. */
  readonly settings: Settings;
  readonly chosen: ChosenProvider;
  readonly ffmpeg: Ffmpeg;
  readonly store: SegmentStore;
  readonly preflight: Preflight;
  /** Speeds of voices in earlier runs on this machine, and a place to keep this one. */
  readonly speeds?: SpeechSpeeds | undefined;
  /** Requests in flight, fixed; else the run finds the level that the provider takes well. */
  readonly concurrency?: number | undefined;
  /** Time for which the provider may be down before the run ends, in milliseconds; Infinity to wait without end. Default: 5 minutes. */
  readonly patienceMs?: number | undefined;
  /** Retries and time limit of each segment. Default: `speakPolicy`. */
  readonly policy?: SpeakPolicy | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressListener | undefined;
  /** Called once the book is read, with only the chapters that are converted. The conversion waits for it. */
  readonly onBook?: ((book: Book) => Promise<void>) | undefined;
  /** Called with every segment that was written to the audio, in order. */
  readonly onRecorded?: ((part: RecordedPart) => void) | undefined;
}
