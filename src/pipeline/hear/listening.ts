import type { Pcm } from '../../core/pcm.ts';
import type { RecognizerPool } from '../../listening/recognizer-pool.ts';
import type { Hearing } from '../../listening/engine/recognizer-protocol.ts';
import type { Doubt } from '../../speech/call/speak-segment.ts';
import { joinSpeech } from '../../speech/words/join-speech.ts';
import { halveText } from '../../text/cut/halve-text.ts';
import { textStart } from '../../text/text-start.ts';
import { folderStore } from '../store/folder-store.ts';
import { heardKey, hearingsSort } from './heard-file.ts';
import type { VerifyMode } from '../options/verify-mode.ts';
import type { Envelope } from '../../audio/envelope/envelope.ts';
import type { Segment } from '../plan/plan.ts';

/** A segment that was spoken. */
export interface SpokenTake {
  /** The text as it is read aloud, with numbers in words. */
  readonly heardText: string;
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Address of the segment in the store. */
  readonly address: string;
  readonly pcm: Pcm;
  /** Present when it is not sure that it is the audio of the text. */
  readonly doubt?: Doubt | undefined;
  /** Whether it was spoken again because an earlier take was not whole. Default: false. */
  readonly isHealed?: boolean | undefined;
}

/** The result of listening to a segment, or the reason why it was not judged. */
export type Finding =
  /** `isHealed` when it was spoken again because an earlier take was not whole, also in an earlier run. */
  { readonly hearing: Hearing; readonly isHealed: boolean } | { readonly notJudged: string };

/** The result of listening to a take. */
interface HeardTake {
  readonly pcm: Pcm;
  readonly finding: Finding;
}

/** The take that is kept of a segment that was heard. It is in no doubt where every word was heard. */
export type SettledTake = HeardTake & Pick<SpokenTake, 'doubt'> & { readonly isDrawn: boolean };

/** Speaks a text once more. */
export type SpeakAgain = (text: string) => Promise<{ readonly pcm: Pcm; readonly heardText: string }>;

/** Options of `Listening`. */
export interface ListeningOptions {
  readonly pool: Pick<RecognizerPool, 'hear' | 'recognizersFor'>;
  readonly mode: Exclude<VerifyMode, 'off'>;
  /** Segments that the run is expected to have, for a sample. */
  readonly expectedSegments: number;
  /** Folder of the segment store. */
  readonly folder: string;
  /** Whether stored audio was heard before, and is not heard again. Default: false. */
  readonly isStoredHeard?: boolean | undefined;
}

/** A missing run of this many sounds is spoken again even if it may only be unclear: noise hides words, too. */
const unclearPhones = 8;

/** Hears what a run speaks, and lets it speak again what is not whole. */
export class Listening {
  readonly mode: Exclude<VerifyMode, 'off'>;
  readonly #options: ListeningOptions;

  constructor(options: ListeningOptions) {
    this.mode = options.mode;
    this.#options = options;
  }

  /** Returns what hears only what is spoken anew: stored audio was heard before. */
  forNewSpeech(): Listening {
    return new Listening({ ...this.#options, isStoredHeard: true });
  }

  /** Reports whether stored audio that was kept is heard. */
  wantsStored(address: string): boolean {
    return !this.#options.isStoredHeard && this.wants(address, false);
  }

  /** Reports whether a segment is heard. */
  wants(address: string, isDoubtful: boolean): boolean {
    if (this.mode === 'listen') return true;
    return isDoubtful || this.isDrawn(address);
  }

  /** Reports whether a segment is in the random sample of the run. The sample of every run has the same segments. */
  isDrawn(address: string): boolean {
    if (typeof this.mode !== 'number') return false;
    // An address is evenly distributed: its first digits are as good as a die.
    const share = this.mode / Math.max(1, this.#options.expectedSegments);
    return Number.parseInt(address.slice(0, 12), 16) / 16 ** 12 < share;
  }

  /**
   * Returns what is heard of a segment, from an earlier run where that heard the same sound. What one recognizer finds wrong,
   * another one may find whole. Throws `canceled`.
   */
  async hear(take: SpokenTake, signal: AbortSignal): Promise<Finding> {
    const { address, pcm, heardText: text, language, isHealed = false } = take;
    const { pool, folder } = this.#options;
    const [recognizer, ...others] = pool.recognizersFor(language).map(({ model }) => model.id);
    if (recognizer === undefined) return { notJudged: `No recognizer for ${language} is installed.` };
    const store = folderStore(folder, hearingsSort);
    const key = heardKey({ address, pcm, recognizer });
    const known = await store.read(key);
    if (known) return known;
    let heard = await pool.hear({ pcm, text, language, recognizer }, signal);
    if ('reason' in heard) return { notJudged: heard.reason };
    for (const other of others) {
      if (!isBad({ hearing: heard, isHealed })) break;
      const again = await pool.hear({ pcm, text, language, recognizer: other }, signal);
      if ('verdict' in again && isWhole({ hearing: again, isHealed })) heard = again;
    }
    const finding = { hearing: heard, isHealed };
    // A failure costs only the time to hear it again.
    await store.write(key, finding).catch(() => undefined);
    return finding;
  }

  /** Hears a segment if it is to be heard, and returns the take to keep. Throws `canceled` and what `speak` throws. */
  async settle(take: SpokenTake, speak: SpeakAgain, signal: AbortSignal): Promise<SettledTake | undefined> {
    if (!this.wants(take.address, take.doubt !== undefined)) return undefined;
    const best = await this.#heal(take, speak, signal);
    const isDrawn = this.isDrawn(take.address);
    return isWhole(best.finding) ? { ...best, isDrawn } : { ...best, isDrawn, doubt: take.doubt };
  }

  /** Hears a segment. Where it is not whole it is spoken again, then in halves, and the best take is kept. */
  async #heal(take: SpokenTake, speak: SpeakAgain, signal: AbortSignal): Promise<HeardTake> {
    const hear = async (spoken: Spoken): Promise<HeardTake> => {
      const finding = await this.hear({ ...take, ...spoken, isHealed: true }, signal);
      return { pcm: spoken.pcm, finding };
    };
    const first: HeardTake = { pcm: take.pcm, finding: await this.hear(take, signal) };
    if (!isBad(first.finding)) return first;
    const again = await hear(await speak(take.text));
    if (!isBad(again.finding)) return again;
    const halves = await spokenInHalves(take.text, speak);
    const takes = halves ? [again, await hear(halves)] : [again];
    return takes.reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best), first);
  }
}

type Spoken = Awaited<ReturnType<SpeakAgain>>;

/** Speaks the halves of a text: a service that loses a sentence of a long text keeps it in a shorter one. */
async function spokenInHalves(text: string, speak: SpeakAgain): Promise<Spoken | undefined> {
  const halves = halveText(text);
  if (!halves) return undefined;
  const [one, other] = [await speak(halves[0]), await speak(halves[1])];
  if (one.pcm.sampleRate !== other.pcm.sampleRate) return undefined;
  const parts = [
    { text: halves[0], pcm: one.pcm },
    { text: halves[1], pcm: other.pcm },
  ];
  return { pcm: joinSpeech(parts), heardText: `${one.heardText} ${other.heardText}` };
}

/** Reports whether a segment should be spoken again. */
export function isBad(finding: Finding): boolean {
  if ('notJudged' in finding) return false;
  const { verdict, missing } = finding.hearing;
  if (verdict === 'unclear') return missing.some(({ phones }) => phones > unclearPhones);
  return verdict !== 'heard' && verdict !== 'too-short';
}

/** Reports whether every word of a segment was heard. */
export function isWhole(finding: Finding): boolean {
  return 'hearing' in finding && finding.hearing.verdict === 'heard';
}

/** A take with nothing wrong is best, then the one of which most was heard. */
function rankOf({ finding }: HeardTake): number {
  if ('notJudged' in finding) return 0;
  return finding.hearing.share + (isBad(finding) ? 0 : 1);
}

/** Returns a sentence about a segment that is not whole. */
export function findingMessage(text: string, finding: Finding): string {
  const where = `"${textStart(text)}"`;
  if ('notJudged' in finding) return `The audio of ${where} was not judged: ${finding.notJudged}`;
  const { verdict, missing } = finding.hearing;
  const words = missing.map((run) => `"${textStart(run.text)}"`).join(', ');
  const what: Readonly<Record<Hearing['verdict'], string>> = {
    heard: 'is whole',
    'too-short': 'is too short to judge',
    silent: 'has no speech that the recognizer understands',
    lost: `lacks ${words}`,
    repeated: 'has words twice',
    extra: 'has speech that is not in the text',
    other: 'has other words than the text',
    unclear: `is unclear at ${words}`,
  };
  return `The audio of ${where} ${what[verdict]}.`;
}

/** A segment that was heard, or was to be heard. */
export interface HeardSegment {
  readonly segment: Segment;
  readonly finding: Finding;
  /** Whether it is in the random sample of the run. */
  readonly isDrawn: boolean;
  /** The level of what was heard. */
  readonly envelope: Envelope | undefined;
}
