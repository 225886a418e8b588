import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AudiobookError } from '../../../src/core/errors.ts';
import type { Pcm } from '../../../src/core/pcm.ts';
import { settingsFrom } from '../../../src/core/settings.ts';
import { decodeWav } from '../../../src/core/wav.ts';
import { locateFfmpeg } from '../../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { readBook } from '../../../src/book/read-book.ts';
import { convert } from '../../../src/pipeline/convert.ts';
import { openSegmentStore } from '../../../src/pipeline/store/segment-store.ts';
import type { SpeakPolicy } from '../../../src/speech/call/request-answer.ts';
import type { SpeechProvider } from '../../../src/speech/provider.ts';
import { lazily } from '../../../src/speech/call/lazily.ts';
import { findProvider } from '../../../src/speech/registry.ts';
import { wordCode, wordsOf } from '../../helpers/servers/word-tones.ts';
import type { CellResult } from './cells.ts';
import type { WordDifference } from './compare-words.ts';
import { waitsFor } from './time-bound.ts';
import type { Waits } from './time-bound.ts';

/** The book of a run. */
export interface MatrixBook {
  readonly file: string;
  /** Numbers of the chapters to speak. */
  readonly chapters: readonly number[];
  /** Time of a run without faults, which sets how long one waits. Default: that of a quick machine. */
  readonly cleanSeconds?: number | undefined;
  /** Stops the run. */
  readonly signal?: AbortSignal | undefined;
}

/** A passage of the finished sound. */
export interface Passage {
  readonly startSeconds: number;
  readonly seconds: number;
}

/** A provider with faults. */
export interface FaultyProvider extends AsyncDisposable {
  readonly provider: SpeechProvider;
  readonly voice: string;
  readonly hangs: boolean;
  /** Returns what is wrong with the finished sound, of which the report lists some passages as doubtful. */
  readonly compare: (sound: Pcm, doubtful: readonly Passage[]) => WordDifference | Promise<WordDifference>;
  /** Requests so far, and how many of them had the fault. */
  readonly counts: () => { readonly requests: number; readonly faults: number };
}

/** Located once for all cells. */
const ffmpeg = lazily(async () => await locateFfmpeg());

/** Only faults that hang get a short deadline; the rest must not depend on the speed of the machine. */
function policyFor(hangs: boolean, { maxDelayMs, timeoutMs }: Waits): SpeakPolicy {
  return { attempts: 6, firstDelayMs: 5, maxDelayMs, timeoutMs: hangs ? timeoutMs : 30_000 };
}

/** Converts the book with a provider and returns how the run ended. */
export async function runCell(faulty: FaultyProvider, book: MatrixBook): Promise<CellResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fault-matrix-'));
  const startedMs = performance.now();
  try {
    const ended = await endOf(faulty, book, folder);
    const seconds = (performance.now() - startedMs) / 1000;
    return { ...ended, seconds, hangs: faulty.hangs, ...faulty.counts() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a result, as a failure when the run ended before an answer was faulty. */
export function requireFault(result: CellResult): CellResult {
  if (result.faults > 0) return result;
  return { ...result, outcome: 'failure', detail: `No answer was faulty. ${result.detail}` };
}

type Ending = Pick<CellResult, 'outcome' | 'detail' | 'lost' | 'surplus'>;

async function endOf(faulty: FaultyProvider, book: MatrixBook, folder: string): Promise<Ending> {
  try {
    return await soundOf(faulty, book, folder);
  } catch (thrown) {
    return { ...errorEnding(thrown), lost: 0, surplus: 0 };
  }
}

async function soundOf(faulty: FaultyProvider, book: MatrixBook, folder: string): Promise<Ending> {
  const { provider, voice, hangs } = faulty;
  const waits = waitsFor(book.cleanSeconds ?? 0);
  const output = path.join(folder, 'out.wav');
  const report = await convert(
    { bookFile: book.file, chapters: book.chapters, output, format: 'wav', voice },
    {
      settings: settingsFrom([]),
      chosen: { description: findProvider(provider.id), provider, byDefault: false },
      ffmpeg: await ffmpeg(),
      store: await openSegmentStore(path.join(folder, 'segments')),
      preflight: 'off',
      patienceMs: waits.patienceMs,
      policy: policyFor(hangs, waits),
      signal: book.signal ?? new AbortController().signal,
    },
  );
  const difference = await faulty.compare(decodeWav(await readFile(output)), report.doubtful);
  const isWhole = difference.lost === 0 && difference.surplus === 0;
  const claim = report.complete ? 'the report says complete' : 'the report says incomplete';
  const detail = isWhole ? '' : `${difference.lost} words lost, ${difference.surplus} surplus; ${claim}`;
  const wrong = difference.isNamed ? 'named' : 'failure';
  return { outcome: isWhole ? 'whole' : wrong, detail: [detail, ...report.warnings].join(' | '), ...difference };
}

/** An error is clear when it has a code of ours and one line. */
function errorEnding(thrown: unknown): Pick<CellResult, 'outcome' | 'detail'> {
  const isOurs = thrown instanceof AudiobookError;
  const detail = isOurs ? `${thrown.code}: ${thrown.message}` : String(thrown);
  const isClear = isOurs && !['internal', 'canceled'].includes(thrown.code) && /^\S.{10,600}$/u.test(thrown.message);
  return { outcome: isClear ? 'error' : 'failure', detail };
}

/** Returns the codes of the words in the chosen chapters. */
export async function bookWords({ file, chapters }: MatrixBook): Promise<readonly number[]> {
  const book = await readBook(file, { signal: AbortSignal.timeout(60_000) });
  const chosen = book.chapters.filter((_, index) => chapters.includes(index + 1));
  return chosen
    .flatMap((chapter) => chapter.blocks)
    .flatMap(({ text }) => wordsOf(text))
    .map(wordCode);
}
