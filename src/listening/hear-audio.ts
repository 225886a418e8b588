import type { Pcm } from '../core/pcm.ts';
import { concatPcm, pcmSeconds } from '../core/pcm.ts';
import { AudiobookError } from '../core/errors.ts';
import { cutAtAnchors } from './compare/cut-at-anchors.ts';
import type { AnchoredPiece } from './compare/cut-at-anchors.ts';
import { meanSquare } from './compare/mean-square.ts';
import type { HeardWord } from './compare/heard-words.ts';
import type { RecognizerPool } from './recognizer-pool.ts';
import type { Hearing } from './engine/recognizer-protocol.ts';
import { cutWindows } from './engine/cut-windows.ts';

/** Steps of the level that is kept of a sound: 20 ms. */
const stepsPerSecond = 50;

/** Sound that is gathered before it is heard, in seconds: at least two whole windows, which are heard at once. */
const gatheredSeconds = 90;

/** A sound as it was heard: its words, and where there is sound. */
export interface HeardAudio {
  readonly words: readonly HeardWord[];
  /** Level of each 20 ms, as a sound of 50 samples per second. */
  readonly levels: Pcm;
}

/** Hears a sound of any length, piece by piece. Keeps its words and its level, and no samples. */
export class AudioHearing {
  readonly #pool: Pick<RecognizerPool, 'transcribe'>;
  readonly #language: string;
  readonly #signal: AbortSignal;
  readonly #words: HeardWord[] = [];
  readonly #levels: number[] = [];
  #gathered: Pcm[] = [];
  #heardSeconds = 0;

  constructor(pool: Pick<RecognizerPool, 'transcribe'>, language: string, signal: AbortSignal) {
    this.#pool = pool;
    this.#language = language;
    this.#signal = signal;
  }

  /** Seconds that were heard. */
  get seconds(): number {
    return this.#heardSeconds;
  }

  /** Adds the next piece. Throws as `RecognizerPool.transcribe`, and `provider-failed` when the recognizer fails. */
  async add(pcm: Pcm): Promise<void> {
    this.#gathered.push(pcm);
    const seconds = this.#gathered.reduce((sum, piece) => sum + pcmSeconds(piece), 0);
    if (seconds >= gatheredSeconds) await this.#hear({ keepLast: true });
  }

  /** Ends the sound and returns what was heard. */
  async end(): Promise<HeardAudio> {
    if (this.#gathered.length > 0) await this.#hear({ keepLast: false });
    return { words: this.#words, levels: { samples: Int16Array.from(this.#levels), sampleRate: stepsPerSecond } };
  }

  /** Hears the windows that are gathered. The last one may go on in the next piece. */
  async #hear({ keepLast }: { readonly keepLast: boolean }): Promise<void> {
    const sound = concatPcm(this.#gathered);
    const windows = cutWindows(sound);
    const ready = keepLast ? windows.slice(0, -1) : windows;
    const rest = keepLast ? windows.at(-1) : undefined;
    this.#gathered = rest ? [{ samples: rest.samples, sampleRate: sound.sampleRate }] : [];
    const pieces = ready.map(({ samples }): Pcm => ({ samples, sampleRate: sound.sampleRate }));
    const heard = await Promise.all(
      pieces.map(async (pcm) => ({ pcm, words: await this.#pool.transcribe(pcm, this.#language, this.#signal) })),
    );
    for (const { pcm, words } of heard) {
      if ('reason' in words) throw new AudiobookError('provider-failed', words.reason);
      const offset = this.#heardSeconds;
      for (const { text, from, to } of words) this.#words.push({ text, from: from + offset, to: to + offset });
      this.#addLevels(pcm);
      this.#heardSeconds += pcmSeconds(pcm);
    }
  }

  #addLevels({ samples, sampleRate }: Pcm): void {
    const step = sampleRate / stepsPerSecond;
    for (let from = this.#levels.length * step - this.#heardSeconds * sampleRate; from < samples.length; from += step) {
      const piece = samples.subarray(Math.max(0, Math.round(from)), Math.round(from + step));
      this.#levels.push(Math.round(Math.sqrt(meanSquare(piece))));
    }
  }
}

/** A part of a text that is not whole in the audio. */
export interface AudioFinding extends Hearing {
  /** Index of the first word that is missing, otherwise of the first word of the part. */
  readonly word: number;
  /** Position of the first problem in the audio, in seconds. */
  readonly seconds: number;
}

/** Compares the words of a text with what was heard, and returns the parts that are not whole. Throws as `RecognizerPool.compare`. */
export async function compareAudio(
  text: readonly string[],
  { words, levels }: HeardAudio,
  {
    pool,
    language,
    signal,
  }: { readonly pool: Pick<RecognizerPool, 'compare'>; readonly language: string; readonly signal: AbortSignal },
): Promise<readonly AudioFinding[]> {
  const findings: AudioFinding[] = [];
  const pieces = cutAtAnchors(
    text,
    words.map((word) => word.text),
  );
  for (const piece of pieces) {
    const [from, to] = timesOf(piece, words, levels);
    const request = {
      text: text.slice(piece.text.from, piece.text.to).join(' '),
      words: words
        .slice(piece.heard.from, piece.heard.to)
        .map((word) => ({ ...word, from: word.from - from, to: word.to - from })),
      sound: { samples: levels.samples.slice(from * stepsPerSecond, to * stepsPerSecond), sampleRate: stepsPerSecond },
      language,
    };
    const hearing = await pool.compare(request, signal);
    if ('reason' in hearing) throw new AudiobookError('provider-failed', hearing.reason);
    const at = hearing.missing[0]?.at ?? hearing.surplus[0]?.at ?? 0;
    const word = piece.text.from + (hearing.missing[0]?.word ?? 0);
    findings.push({ ...hearing, word, seconds: from + at });
  }
  return findings.filter(({ verdict }) => verdict !== 'heard' && verdict !== 'too-short');
}

/** A piece lasts until the first word of the next one. */
function timesOf({ heard }: AnchoredPiece, words: readonly HeardWord[], levels: Pcm): readonly [number, number] {
  const from = heard.from === 0 ? 0 : (words[heard.from]?.from ?? pcmSeconds(levels));
  const to = words[heard.to]?.from ?? pcmSeconds(levels);
  return [from, to];
}
