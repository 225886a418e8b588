import { access } from 'node:fs/promises';
import { decodeSpeech } from '../../audio/ffmpeg/decode-speech.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import { readBook } from '../../book/read-book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { textWords } from '../../listening/compare/text-words.ts';
import { RecognizerPool } from '../../listening/recognizer-pool.ts';
import { AudioHearing, compareAudio } from '../../listening/hear-audio.ts';
import type { AudioFinding } from '../../listening/hear-audio.ts';
import { recognizerShelf } from '../../listening/recognizer.ts';
import type { NumberedChapter } from '../../narration/narration.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { modelsOn } from '../../voice-models/installed-models.ts';
import { chooseChapters } from '../read/choose-chapters.ts';
import type { ChapterChoice } from '../read/choose-chapters.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';
import { missingRecognizer } from './open-listening.ts';

/** A request to verify audio. */
export interface VerifyAudioRequest {
  readonly bookFile: string;
  /** Audio files of the book, in order. */
  readonly audioFiles: readonly string[];
  /** BCP-47 code. Default: the language of the book. */
  readonly language?: string | undefined;
  readonly chapters: ChapterChoice;
  readonly reading: ReadOptions;
}

/** Surroundings of `verifyAudio`. */
export interface VerifyAudioTools {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  /** Called with the seconds of audio that were heard. */
  readonly onHeard: (seconds: number) => void;
}

/** A passage of the audio that is not whole. */
export interface AudioProblem extends Pick<AudioFinding, 'verdict' | 'seconds' | 'transcript'> {
  /** Number of the chapter in the book. */
  readonly number: number;
  readonly title: string;
  /** Words that were not heard. */
  readonly missing: readonly string[];
}

/** The verification of the audio of a book. */
export interface AudioVerification {
  /** Whether every word was heard. */
  readonly complete: boolean;
  readonly recognizer: string;
  readonly words: number;
  /** Seconds of the audio. */
  readonly seconds: number;
  readonly problems: readonly AudioProblem[];
}

/** Rate at which recognizers hear, in Hz. */
const sampleRate = 16_000;

/**
 * Listens to audio files, made by this program or another, and compares them with the text of a book. Throws `tool-missing` without
 * a recognizer for the language, and what `readBook`, `chooseChapters` and `decodeSpeech` throw.
 */
export async function verifyAudio(
  { bookFile, audioFiles, language: asked, chapters: choice, reading }: VerifyAudioRequest,
  { settings, signal, warn, onHeard }: VerifyAudioTools,
): Promise<AudioVerification> {
  for (const file of audioFiles) await requireFile(file);
  const book = await readBook(bookFile, reading);
  const language = asked ?? book.metadata.language;
  await using pool = new RecognizerPool(await modelsOn(recognizerShelf, dataFolder(settings), warn));
  const recognizer = pool.recognizerFor(language)?.model.id;
  if (recognizer === undefined) throw missingRecognizer(language);
  const words = wordsOf(await chooseChapters(book, choice));
  const hearing = new AudioHearing(pool, language, signal);
  const ffmpeg = await findFfmpeg(settings);
  const onSound: AudioHearing['add'] = async (pcm) => {
    await hearing.add(pcm);
    onHeard(hearing.seconds);
  };
  for (const file of audioFiles) await decodeSpeech(file, { ffmpeg, sampleRate, onSound, signal });
  const heard = await hearing.end();
  const texts = words.map(({ text }) => text);
  const findings = await compareAudio(texts, heard, { pool, language, signal });
  const problems = findings.map((finding) => problemOf(finding, words));
  const complete = problems.every(({ verdict }) => verdict === 'unclear');
  return { complete, recognizer, words: words.length, seconds: Math.round(hearing.seconds), problems };
}

async function requireFile(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new AudiobookError('file-not-found', `The file ${file} does not exist.`);
  });
}

interface BookWord extends Pick<AudioProblem, 'number' | 'title'> {
  readonly text: string;
}

function wordsOf(chapters: readonly NumberedChapter[]): readonly BookWord[] {
  return chapters.flatMap(({ index, chapter: { title, blocks } }) =>
    blocks.flatMap(({ text }) => textWords(text).map((word) => ({ text: word, number: index + 1, title }))),
  );
}

function problemOf(
  { verdict, seconds, transcript, missing, word }: AudioFinding,
  words: readonly BookWord[],
): AudioProblem {
  const { number = 0, title = '' } = words[word] ?? {};
  const rounded = Math.round(seconds * 10) / 10;
  return { number, title, verdict, seconds: rounded, missing: missing.map(({ text }) => text), transcript };
}
