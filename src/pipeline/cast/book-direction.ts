import { castText } from '../../cast/cast-text.ts';
import type { CastText } from '../../cast/cast-text.ts';
import type { Cast } from '../../cast/cast-file.ts';
import type { Attribution, KnownCharacter } from '../../cast/character.ts';
import { findCharacters } from '../../cast/find-characters.ts';
import { guessSpeakers } from '../../cast/guess-speakers.ts';
import { knownCharacters } from '../../cast/known-characters.ts';
import { transferSpeakers } from '../../cast/transfer-speakers.ts';
import type { Block } from '../../core/book.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { directChapter } from '../../narration/direction/direct-chapter.ts';
import type { Director } from '../../narration/direction/director.ts';
import { estimateDirection } from '../../narration/direction/estimate-direction.ts';
import { openDirection } from '../../narration/direction/open-direction.ts';
import type { Trust } from '../../narration/direction/try-model.ts';
import { Refusals } from '../../narration/script/refusals.ts';
import type { RunBook } from '../read/read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import { directionTrial } from './kept-trials.ts';
import type { ModelTrial } from './kept-trials.ts';
import { withSpeakers } from './speaker-operations.ts';

/** What a book is directed with. */
export interface DirectionOptions {
  readonly cast: Cast;
  readonly run: RunBook;
  /** BCP-47 code of the book. */
  readonly sourceLanguage: string;
  /** BCP-47 code of the speech: another one when the book is translated. */
  readonly language: string;
  /** Default: the rules alone decide. */
  readonly model?: LanguageModel | undefined;
  /** What a prompt file says about the reading. */
  readonly prompt?: string | undefined;
  /** Whether nothing is to be made: no model is asked. */
  readonly isPlanOnly?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Called when the model was tried on the book. */
  readonly onTrial?: ((trial: ModelTrial) => Promise<void>) | undefined;
}

/** The direction of a book. */
export interface BookDirection extends Director {
  /** The people of the book. */
  readonly people: readonly KnownCharacter[];
  /** What the rules know of the chosen chapters, by their indexes in the book. */
  readonly guesses: ReadonlyMap<number, readonly Attribution[]>;
  /** Returns a text with its quotations, whose language is that of the speech where it is not the book's. */
  readonly textOf: (index: number, blocks: readonly Block[]) => CastText;
  /** Returns who says each quotation of another text of a chapter, by the rules. */
  readonly guess: (index: number, text: CastText) => readonly Attribution[];
  /** The model that was asked. */
  readonly model: string | undefined;
  /** Why the model was not asked about the chapters, in a sentence or two. */
  readonly distrust: string | undefined;
  /** Returns the requests about chapters until now, and those with an answer of use. */
  readonly counts: () => { readonly asked: number; readonly answered: number };
  /** Returns what the model said when it refused three times in a row. */
  readonly refusal: () => string | undefined;
}

/** Finds the people of a book and tries the model on it. Throws what the model throws. */
export async function directBook(options: DirectionOptions, { warn }: Pick<RunLog, 'warn'>): Promise<BookDirection> {
  const { cast, run, sourceLanguage, prompt, model, isPlanOnly, signal } = options;
  const texts = run.book.chapters.map(({ blocks }) => castText(blocks, sourceLanguage));
  const known = knownCharacters(cast, findCharacters(texts, sourceLanguage));
  const refusals = new Refusals();
  const tools = { language: sourceLanguage, prompt, refusals, signal };
  const book = await openDirection(texts, known, { ...tools, model: isPlanOnly ? undefined : model });
  const { roster: people, trust } = book;
  const distrust = await distrustOf(trust, options);
  if (distrust !== undefined) warn(distrust);
  const rules = speakerRules(texts, people, options);
  let [asked, unanswered, notAsked] = [0, 0, 0];
  return {
    ...rules,
    counts: () => ({ asked: asked - notAsked, answered: asked - unanswered }),
    people,
    model: model?.id,
    distrust,
    refusal: () =>
      refusals.message &&
      `${refusals.message} The rules direct ${refusals.failure ? 'the rest of the book' : 'these'}.`,
    isAsking: model !== undefined && distrust === undefined,
    async direct(index, blocks, hooks) {
      const text = rules.textOf(index, blocks);
      const isBook = text === texts[index];
      const language = isBook ? sourceLanguage : options.language;
      const operations = await directChapter(text, book, {
        ...tools,
        model,
        language,
        onPiece(piece, pieces) {
          asked += 1;
          hooks?.onPiece?.(piece, pieces);
        },
        onStep(step) {
          unanswered += 1;
          if (step.reason === 'not-asked') notAsked += 1;
          hooks?.onStep?.(step);
        },
      });
      return isBook ? operations : withSpeakers(operations, text, rules.guess(index, text));
    },
    estimate(indexes) {
      const chosen = indexes.flatMap((index) => texts[index] ?? []);
      return estimateDirection(texts, known, { language: sourceLanguage, prompt, chosen });
    },
  };
}

/** Returns why a model that was tried is not trusted, after telling what came of the trial. */
async function distrustOf(
  trust: Trust | undefined,
  { model, isPlanOnly, onTrial }: DirectionOptions,
): Promise<string | undefined> {
  if (!model || isPlanOnly || !trust) return undefined;
  const trial = directionTrial(model, trust);
  if (trial) await onTrial?.(trial);
  return trust.isTrusted ? undefined : trust.reason;
}

/** Returns what the rules tell of who speaks in the chapters of a book, and in other texts of them. */
function speakerRules(
  texts: readonly CastText[],
  people: readonly KnownCharacter[],
  { run, sourceLanguage, language }: DirectionOptions,
): Pick<BookDirection, 'guesses' | 'textOf' | 'guess'> {
  const guesses = new Map(
    run.chosen.flatMap(({ index }) => {
      const text = texts[index];
      return text ? [[index, guessSpeakers(text, people, sourceLanguage)] as const] : [];
    }),
  );
  return {
    guesses,
    textOf(index, blocks) {
      const source = texts[index];
      return source?.blocks === blocks ? source : castText(blocks, language);
    },
    guess(index, text) {
      const source = texts[index];
      const own = guesses.get(index) ?? [];
      if (source === text) return own;
      const found = source ? transferSpeakers(text, source, own) : [];
      return guessSpeakers(text, people, language).map((each, at) => found[at] ?? each);
    },
  };
}
