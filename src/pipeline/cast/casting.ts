import pLimit from 'p-limit';
import { addRoles } from '../../cast/add-roles.ts';
import { attributeQuotations, countLines } from '../../cast/attribute-quotations.ts';
import { castText } from '../../cast/cast-text.ts';
import type { CastText } from '../../cast/cast-text.ts';
import type { Attribution, Character, KnownCharacter } from '../../cast/character.ts';
import { findCharacters } from '../../cast/find-characters.ts';
import { guessSpeakers } from '../../cast/guess-speakers.ts';
import { knownCharacters } from '../../cast/known-characters.ts';
import { transferSpeakers } from '../../cast/transfer-speakers.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { Block } from '../../core/book.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { readCast } from './cast-source.ts';
import type { ReadCast } from './cast-source.ts';
import { chooseVoices } from './choose-voices.ts';
import type { CastVoices } from './choose-voices.ts';

/** The role of quotations whose speaker is unknown. No name of a cast is written like it. */
const quotationRole = '“”';

/** The cast of a run. */
export interface Casting {
  /** Voices by role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Returns the blocks of a chapter with the roles of its quotations. `index` is that of the chapter in the book. */
  readonly cast: (index: number, blocks: readonly Block[]) => readonly Block[];
  readonly report: CastReport;
}

/** The options of a cast. */
export interface CastingOptions {
  readonly read: ReadCast;
  readonly run: RunBook;
  /** BCP-47 code of the book. */
  readonly sourceLanguage: string;
  /** BCP-47 code of the speech: another one when the book is translated. */
  readonly language: string;
  readonly provider: SpeechProvider;
  /** The voice of the narrator. */
  readonly narrator: string;
  readonly model?: LanguageModel | undefined;
  /** Returns what the model was asked for until now. */
  readonly usage?: (() => ModelUsage) | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Finds out who speaks in the chosen chapters, gives everybody a voice, and keeps both in the cast file. Throws what the model
 * throws, and `output-failed` when the file cannot be written.
 */
export async function makeCasting(options: CastingOptions): Promise<Casting> {
  const { read, run, model, narrator, sourceLanguage: own } = options;
  const texts = run.book.chapters.map(({ blocks }) => castText(blocks, own));
  const known = knownCharacters(read.cast, findCharacters(texts, own));
  const attributions = await attributeChapters(texts, known, options);
  const characters = countLines(known, [...attributions.values()].flat()).filter(({ lines }) => lines > 0);
  const voices = await chooseVoices(characters, attributions, options);
  if (!model)
    tellRules(characters, voices, { lines: [...attributions.values()].flat().length, onProgress: options.onProgress });
  await keepCast(characters, voices, options);
  const roleOf = (attribution: Attribution | undefined): string | undefined => {
    const speaker = attribution?.speaker;
    if (speaker !== undefined && voices.characters.has(speaker)) return speaker;
    return model || voices.quotations === undefined ? undefined : quotationRole;
  };
  return {
    roles: new Map([
      ...voices.characters,
      ...(voices.quotations === undefined ? [] : [[quotationRole, voices.quotations] as const]),
    ]),
    cast(index, blocks) {
      const source = texts[index];
      if (source?.blocks === blocks) return addRoles(source, (attributions.get(index) ?? []).map(roleOf));
      const script = castText(blocks, options.language);
      const guesses = guessSpeakers(script, known, options.language);
      const found = source ? transferSpeakers(script, source, attributions.get(index) ?? []) : [];
      return addRoles(
        script,
        guesses.map((guess, at) => roleOf(found[at] ?? guess)),
      );
    },
    report: {
      file: read.file,
      model: model?.id,
      usage: options.usage?.(),
      narrator,
      quotations: voices.quotations,
      lines: [...attributions.values()].flat().length,
      characters: characters.map((character) => ({
        ...character,
        voice: voices.characters.get(character.name) ?? narrator,
      })),
    },
  };
}

/** Chapters for which a model is asked at the same time. The model has limits of its own. */
const chaptersAtOnce = 8;

/** Returns who speaks in the chosen chapters, by their index in the book. */
async function attributeChapters(
  texts: readonly CastText[],
  characters: readonly KnownCharacter[],
  { run, sourceLanguage: language, model, signal, onProgress }: CastingOptions,
): Promise<Map<number, Attribution[]>> {
  const limit = pLimit(chaptersAtOnce);
  const chosen = run.chosen.flatMap(({ index }) => {
    const text = texts[index];
    return text ? [{ index, text }] : [];
  });
  const quotations = chosen.reduce((sum, { text }) => sum + text.quotations.length, 0);
  let answered = 0;
  const onAnswer = (count: number): void => {
    answered += count;
    onProgress?.({ type: 'cast-progress', quotations, answered });
  };
  if (model && quotations > 0) onProgress?.({ type: 'cast-progress', quotations, answered });
  const stop = new AbortController();
  const options = { characters, language, model, signal: AbortSignal.any([signal, stop.signal]), onAnswer };
  const tasks = chosen.map(({ index, text }) =>
    limit(async () => [index, await attributeQuotations(text, options)] as const).catch((thrown: unknown) => {
      stop.abort(thrown);
      throw thrown;
    }),
  );
  const settled = await Promise.allSettled(tasks);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw stop.signal.reason;
  return new Map(settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}

/** Tells how much of the dialogue has a voice of its own when no model was asked. */
function tellRules(
  characters: readonly Character[],
  voices: CastVoices,
  { lines, onProgress }: { readonly lines: number } & Pick<CastingOptions, 'onProgress'>,
): void {
  const people = characters.filter(({ name }) => voices.characters.has(name));
  const attributed = people.reduce((sum, { lines: own }) => sum + own, 0);
  onProgress?.({ type: 'cast-made', people: people.length, quotations: lines, attributed });
}

async function keepCast(characters: readonly Character[], voices: CastVoices, options: CastingOptions): Promise<void> {
  const { read, provider, narrator } = options;
  if (read.file === undefined) return;
  // It may have been edited while a model was asked.
  const { text: before } = await readCast({ file: read.file });
  const { mergeCast } = await import('../../cast/cast-file.ts');
  const text = mergeCast(before, characters, {
    provider: provider.id,
    narrator,
    quotations: voices.quotations,
    characters: voices.characters,
  });
  if (text !== before) await writeFileAtomic(read.file, text);
}

/** A character and its voice in the report. */
export interface CastMember extends Character {
  readonly voice: string;
}

/** The part of a cast in a conversion, for the report. */
export interface CastReport {
  readonly file?: string | undefined;
  /** Model that was asked who speaks. */
  readonly model?: string | undefined;
  /** Usage of the model. Answers stored by earlier runs do not count. */
  readonly usage?: ModelUsage | undefined;
  readonly narrator: string;
  /** Voice of quotations of unknown speakers. Only where no model was asked. */
  readonly quotations?: string | undefined;
  /** Number of all quotations of the chosen chapters. */
  readonly lines: number;
  /** Those who speak in the chosen chapters, with the most lines first. */
  readonly characters: readonly CastMember[];
}
