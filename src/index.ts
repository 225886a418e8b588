export { audioDuration } from './audio/files/audio-duration.ts';
export type { AudioFormat } from './audio/audio-writer.ts';
export { chapterMetadata } from './audio/files/chapter-metadata.ts';
export type { ChapterMetadata } from './audio/files/chapter-metadata.ts';
export { combineWavs } from './audio/files/combine-wavs.ts';
export type { CombinedWav } from './audio/files/combine-wavs.ts';
export type { Ffmpeg } from './audio/ffmpeg/ffmpeg.ts';
export { groupByDuration } from './audio/files/group-by-duration.ts';
export { locateFfmpeg } from './audio/ffmpeg/locate-ffmpeg.ts';
export { wavToMp3 } from './audio/files/wav-to-mp3.ts';
export { readBook } from './book/read-book.ts';
export type { BookChoices } from './book/book-choices.ts';
export type { ReadLimits, ReadOptions } from './book/read-options.ts';
export type { Block, BlockKind, Book, BookMetadata, Chapter, Contributor, Cover, LeftOut } from './core/book.ts';
export { AudiobookError } from './core/errors.ts';
export type { ErrorCode } from './core/errors.ts';
export { loadSettings } from './core/load-settings.ts';
export type { Pcm } from './core/pcm.ts';
export type { ProgressEvent, ProgressListener } from './core/progress.ts';
export { settingsFrom } from './core/settings.ts';
export type { Setting, Settings } from './core/settings.ts';
export { createModel } from './llm/create-model.ts';
export type { GenerateRequest, Generation, LanguageModel } from './llm/language-model.ts';
export { translate } from './llm/translate.ts';
export {
  getBuiltinPrompt,
  getPrompt,
  listBuiltinPrompts,
  loadPromptFile,
  validatePrompt,
} from './narration/tasks/prompts.ts';
export { builtinTasks, TaskRegistry } from './narration/tasks/task-registry.ts';
export type { TaskConfig, TaskDefinition } from './narration/tasks/task.ts';
export { audiobook } from './pipeline/audiobook.ts';
export { convert } from './pipeline/convert.ts';
export type { ConversionRequest, ConversionTools, NarrationRequest } from './pipeline/conversion.ts';
export { outline } from './pipeline/queries/outline.ts';
export type { Outline } from './pipeline/queries/outline.ts';
export { prepareTools } from './pipeline/tools/prepare-tools.ts';
export type { ToolOptions } from './pipeline/tools/prepare-tools.ts';
export type { ConversionReport } from './pipeline/output/report.ts';
export { allSettings } from './pipeline/tools/settings.ts';
export { writeScripts } from './pipeline/write-scripts.ts';
export type { ProviderDescription, SpeechProvider, SpeechRequest, Voice } from './speech/provider.ts';
export { createProvider, findProvider, providers } from './speech/registry.ts';
export { synthesizeToWav } from './speech/synthesize-to-wav.ts';
export { breakTextIntoSentences } from './text/break-text-into-sentences.ts';
export { breakTooLongSentences } from './text/break-too-long-sentences.ts';
export { cleanText } from './text/clean-text.ts';
export { combineSmallSentences } from './text/combine-small-sentences.ts';
export { containsCjk } from './text/contains-cjk.ts';
export type { SubtitleFormat } from './timed-text/subtitles/subtitles.ts';
