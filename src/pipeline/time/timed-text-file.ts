import { appendFile, readFile, rm } from 'node:fs/promises';
import { timedChapter } from '../../timed-text/timed-chapter.ts';
import type { SpokenPart } from '../../timed-text/timed-chapter.ts';
import type { PlannedChapter } from '../plan/plan.ts';
import type { RecordedPart } from '../encode/recording.ts';
import { spokenParts } from './timed-chapters.ts';

/** Writes the chapters of a book with the time of each sentence to a file, each when it has been recorded: one JSON object per line. */
export class TimedTextFile {
  readonly #file: string;
  #chapter: PlannedChapter | undefined;
  #startSeconds = 0;
  #endSeconds = 0;
  #parts: SpokenPart[] = [];
  #written: Promise<unknown>;

  constructor(file: string) {
    this.#file = file;
    this.#written = rm(file, { force: true });
  }

  /** Adds what was recorded, in order. */
  add(part: RecordedPart): void {
    if (part.chapter) this.#begin(part.chapter, secondsAt(part.startSample, part));
    this.#endSeconds = secondsAt(part.endSample, part);
    this.#parts.push(...spokenParts(part.segment, part.speech, (sample) => secondsAt(sample, part)));
  }

  /** Resolves when all chapters are written. Throws what the disk throws. */
  async finish(): Promise<void> {
    this.#writeChapter();
    await this.#written;
  }

  #begin(chapter: PlannedChapter, startSeconds: number): void {
    this.#writeChapter();
    this.#chapter = chapter;
    this.#startSeconds = startSeconds;
  }

  #writeChapter(): void {
    const parts = this.#parts;
    if (!this.#chapter || parts.length === 0) return;
    const { number, title, blocks } = this.#chapter;
    const times = { startSeconds: this.#startSeconds, endSeconds: this.#endSeconds };
    const line = JSON.stringify({ number, ...timedChapter({ title, blocks, parts, ...times }) });
    this.#parts = [];
    this.#written = this.#written.then(async () => await appendFile(this.#file, `${line}\n`));
    // It is thrown by `finish`.
    this.#written.catch(() => undefined);
  }
}

function secondsAt(sample: number, { sampleRate }: RecordedPart): number {
  return sampleRate === 0 ? 0 : Math.round((sample * 1000) / sampleRate) / 1000;
}

/** Returns the chapters of such a file as JSON texts. Undefined when there is no file. */
export async function readTimedText(file: string): Promise<readonly string[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.split('\n').slice(0, -1);
}
