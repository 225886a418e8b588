export { audioDuration } from './audio/files/audio-duration.ts';
export type { AudioDurationOptions } from './audio/files/audio-duration.ts';
export type { AudioFormat, AudioLayout } from './audio/audio-format.ts';
export type { AudioStream, StreamFormat } from './audio/stream-writer.ts';
export type { EncodedPart } from './audio/encoding/parts/encoded-part.ts';
export { chapterMetadata } from './audio/files/chapter-metadata.ts';
export type { ChapterMetadata } from './audio/files/chapter-metadata.ts';
export { combineWavs } from './audio/files/combine-wavs.ts';
export type { CombinedWav, CombineWavsOptions } from './audio/files/combine-wavs.ts';
export type { Ffmpeg } from './audio/ffmpeg/ffmpeg.ts';
export { groupByDuration } from './audio/files/group-by-duration.ts';
export { locateFfmpeg } from './audio/ffmpeg/locate-ffmpeg.ts';
export type { FfmpegLookup } from './audio/ffmpeg/locate-ffmpeg.ts';
export { wavToMp3 } from './audio/files/wav-to-mp3.ts';
export type { WavToMp3Options } from './audio/files/wav-to-mp3.ts';
export { readBook } from './book/read-book.ts';
export type { BookChoices } from './book/book-choices.ts';
export type { ReadOptions } from './book/book-choices.ts';
export type { ReadLimits } from './book/read-limits.ts';
export type {
  Block,
  BlockKind,
  BlockRange,
  Book,
  BookMetadata,
  Chapter,
  Contributor,
  Cover,
  Emphasis,
  BlockPicture,
  EmphasisRange,
  LeftOut,
  LeftOutReason,
} from './core/book.ts';
export type { BlockSource } from './core/placed-text.ts';
export { AudiobookError } from './core/errors.ts';
export type { ErrorCode, ErrorOptions } from './core/errors.ts';
export { loadSettings } from './core/load-settings.ts';
export type { LoadedSettings, SettingsSources } from './core/load-settings.ts';
export type { Pcm, SampleRange, WordStart } from './core/pcm.ts';
export type { EarlierRuns, ProgressEvent, ProgressListener } from './core/progress.ts';
export type { RetryNotice, RetryPolicy } from './core/retry.ts';
export { settingsFrom } from './core/settings.ts';
export type { ParsedSetting, Setting, Settings, SettingSource } from './core/settings.ts';
export { createModel } from './llm/create-model.ts';
export type { ConcurrencyRange } from './core/gate/adaptive-concurrency.ts';
export type { CircuitPolicy, FailureTimes, RequestKind } from './core/gate/circuit-breaker.ts';
export type { Turn } from './core/gate/gate.ts';
export type { CreateModelOptions } from './llm/create-model.ts';
export type {
  GenerateParameters,
  GenerateRequest,
  Generation,
  JsonSchema,
  GivenParameters,
  LanguageModel,
  ModelAvailability,
  ModelLimits,
  StopReason,
} from './llm/language-model.ts';
export type { ResilienceOptions } from './llm/resilient-model.ts';
export { translate } from './llm/translate.ts';
export {
  getBuiltinPrompt,
  getPrompt,
  listBuiltinPrompts,
  loadPromptFile,
  validatePrompt,
} from './narration/tasks/prompts.ts';
export type { OwnPrompt } from './narration/tasks/prompts.ts';
export { builtinTasks, TaskRegistry } from './narration/tasks/task-registry.ts';
export type { OutputStructure, TaskConfig, TaskDefinition } from './narration/tasks/task.ts';
export type { ModelUsage } from './narration/usage-meter.ts';
export type { ScriptOrigin } from './narration/narration-event.ts';
export type { ScriptExpectation } from './narration/script-expectation.ts';
export type { Delivery, Manner } from './core/delivery.ts';
export type { DeliveryKind } from './speech/delivery/voiced-delivery.ts';
export type { HeardDeliveries } from './pipeline/plan/heard-deliveries.ts';
export { convertBook } from './pipeline/convert-book.ts';
export type { ConvertBookOptions } from './pipeline/convert-book.ts';
export { audiobook, convert } from './pipeline/convert.ts';
export type { ChosenPauses } from './pipeline/options/parse-pauses.ts';
export type { ConversionRequest, ConversionTools, NarrationRequest } from './pipeline/conversion.ts';
export type { BookSource, OneBook } from './pipeline/read/book-source.ts';
export type { Age, Certainty, Character, Gender } from './cast/character.ts';
export type { CastMember, CastReport } from './pipeline/cast/casting.ts';
export type { CastSource } from './pipeline/cast/cast-source.ts';
export type { ChangedPassage, DirectionReport } from './pipeline/cast/direction-report.ts';
export type { ChapterName } from './pipeline/options/chapter-list.ts';
export type { Option, OptionGroup, OptionValues } from './pipeline/options/option.ts';
export { outline } from './pipeline/read/outline.ts';
export type { Outline } from './pipeline/read/outline.ts';
export type { RecordedPart, SegmentSound } from './pipeline/encode/recording.ts';
export type { PlannedChapter, Segment, SentencePlace } from './pipeline/plan/plan.ts';
export type { AudioMark, MeasuredPcm } from './pipeline/store/segment-file.ts';
export type { SegmentLookup, SegmentStore } from './pipeline/store/segment-store.ts';
export type { Store } from './pipeline/store/store.ts';
export type { SpeechSpeed, SpeechSpeeds, SpeedKey } from './pipeline/speak/speech-speeds.ts';
export type { ChosenProvider } from './pipeline/open/choose-provider.ts';
export type { Preflight } from './pipeline/open/preflight.ts';
export { prepareTools } from './pipeline/open/prepare-tools.ts';
export type { ToolOptions } from './pipeline/open/prepare-tools.ts';
export type { FinishedLevels } from './audio/loudness/finished-meter.ts';
export type { Leveling } from './audio/loudness/leveled-encoding.ts';
export type { BookReport, ReportFile } from './pipeline/report/report-parts.ts';
export type { CopiedAudio } from './pipeline/report/copied-audio.ts';
export type { AcxProblems, ChapterReport, ConversionReport, DoubtfulText } from './pipeline/report/report.ts';
export type { LoudnessReport } from './pipeline/report/report-parts.ts';
export type { SentenceTimes } from './pipeline/time/sentence-times.ts';
export type {
  AlteredText,
  FinishedReport,
  HearingReport,
  HeardText,
  NotJudgedText,
  Passage,
} from './pipeline/report/hearing-report.ts';
export type { VerifyMode } from './pipeline/options/verify-mode.ts';
export type { Fingerprint } from './pipeline/report/fingerprint.ts';
export type { ChapterPosition, Gap, NarratedChapterReport, NarrationReport } from './pipeline/script/script-gaps.ts';
export type { Correction, LexiconSource } from './pipeline/open/load-lexicon.ts';
export { allSettings } from './pipeline/open/settings.ts';
export { writeScripts } from './pipeline/script/write-scripts.ts';
export type { ScriptsReport } from './pipeline/script/write-scripts.ts';
export type { SpeakPolicy } from './speech/call/request-answer.ts';
export type { DoubtReason } from './speech/check/verdict.ts';
export type {
  Availability,
  Capabilities,
  ProviderDescription,
  SpeechProvider,
  SpeechRequest,
  Tariff,
  SpeedRange,
  TellableDelivery,
  Tempo,
  TextLimit,
  Voice,
  ServiceHabits,
  WordTimes,
  VoiceLimits,
  VoiceNature,
  VoiceFacts,
} from './speech/provider.ts';
export type { PausePreset, Pauses } from './text/pause-after-ms.ts';
export { createProvider, findProvider, providers } from './speech/registry.ts';
export { synthesizeToWav } from './speech/synthesize-to-wav.ts';
export type { SynthesizeToWavOptions } from './speech/synthesize-to-wav.ts';
export { breakTextIntoSentences } from './text/break-text-into-sentences.ts';
export { breakTooLongSentences } from './text/cut/break-too-long-sentences.ts';
export { cleanText } from './text/clean-text.ts';
export { combineSmallSentences } from './text/combine-small-sentences.ts';
export { containsCjk } from './text/contains-cjk.ts';
export type { SpokenPart } from './text/lexicon/spoken-part.ts';
export type { SubtitleFormat } from './timed-text/subtitles/subtitles.ts';
