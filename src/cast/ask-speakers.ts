import type { KnownCharacter } from './character.ts';
import { z } from 'zod';
import { parseJson } from '../core/http/parse-json.ts';
import { estimateTokens } from '../llm/estimate-tokens.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { narratorName } from './character.ts';
import type { CastText } from './cast-text.ts';
import { namedSpeakers } from './guess-speakers.ts';
import { speakerSchema, speakerSystemPrompt, speakerUserPrompt } from './speaker-prompt.ts';

/** Options of `askSpeakers`. */
export interface AskOptions {
  readonly model: LanguageModel;
  readonly characters: readonly KnownCharacter[];
  /** BCP-47 code of the text. */
  readonly language: string;
  readonly signal: AbortSignal;
  /** Called after each request, with the number of quotations that are answered. */
  readonly onAnswer?: ((quotations: number) => void) | undefined;
}

const answerSchema = z.object({ quotation: z.coerce.number().int(), speaker: z.string().trim() });

/** Quotations and tokens in one request. A small model loses its place in more. */
const maxQuotations = 30;
const maxTokens = 3000;
const completionTokens = 2000;

/**
 * Asks a model who says each quotation of a chapter. Returns the names of characters by the index of the quotation, or `narrator`
 * where the model is not sure, does not answer even when asked again, or names another person. Answers that contradict most of what the
 * narrator says are asked for again, and those that contradict nearly all of it count as none. Throws what the model throws.
 */
export async function askSpeakers(text: CastText, options: AskOptions): Promise<string[]> {
  const { contextTokens } = await options.model.limits(options.signal);
  const tokens = Math.max(200, Math.min(maxTokens, Math.floor(contextTokens / 2) - completionTokens / 2));
  const speakers = text.quotations.map(() => narratorName);
  const named = namedSpeakers(text, options.characters, options.language);
  for (const batch of batches(text, tokens)) {
    const answers = await answersTo(text, batch, named, options);
    for (const [index, speaker] of answers) speakers[index] = speaker;
    options.onAnswer?.(batch.length);
  }
  return speakers;
}

/** Returns the answers to a batch, for which what is missing is asked for once more. */
async function answersTo(
  text: CastText,
  batch: readonly number[],
  named: readonly (string | undefined)[],
  options: AskOptions,
): Promise<Map<number, string>> {
  const first = await ask(text, batch, options);
  const isDoubtful = agreement(first, named) < minAgreed;
  const open = isDoubtful ? batch : batch.filter((index) => !first.has(index));
  if (open.length === 0) return first;
  const told = isDoubtful ? open.filter((index) => named[index] !== undefined).slice(0, maxTold) : [];
  const known = told.map((index) => [index, named[index] ?? narratorName] as const);
  const second = await ask(text, open, options, known);
  const answers =
    isDoubtful && agreement(second, named) <= agreement(first, named) ? first : new Map([...first, ...second]);
  return agreement(answers, named) < minBelieved ? new Map() : answers;
}

const maxTold = 3;
/** Named speakers that show whether answers fit. */
const minNamed = 4;
/** Share of them that a good answer agrees with, and that the second one must agree with. People of two names make some differ. */
const [minAgreed, minBelieved] = [0.5, 0.2];

/** Returns the share of answers that have the speaker whom the narrator names: low for those that are shifted by one. */
function agreement(answers: ReadonlyMap<number, string>, named: readonly (string | undefined)[]): number {
  const compared = [...answers].filter(([index]) => named[index] !== undefined);
  if (compared.length < minNamed) return 1;
  return compared.filter(([index, speaker]) => named[index] === speaker).length / compared.length;
}

/** Returns the indexes of quotations for one request each. */
function batches({ blocks, quotations }: CastText, tokens: number): number[][] {
  const all: number[][] = [];
  let [start, used] = [0, 0];
  for (const [index, { spans }] of quotations.entries()) {
    const last = all.at(-1);
    const [from, to] = [spans[0]?.block ?? 0, spans.at(-1)?.block ?? 0];
    const added = blocks
      .slice(Math.max(start, from), to + 1)
      .reduce((sum, block) => sum + estimateTokens(block.text), 0);
    if (last && last.length < maxQuotations && used + added <= tokens) {
      last.push(index);
      used += added;
    } else {
      all.push([index]);
      used = added;
    }
    start = to + 1;
  }
  return all;
}

/** The speakers of some quotations may be known. */
async function ask(
  text: CastText,
  indexes: readonly number[],
  options: AskOptions,
  known: readonly (readonly [index: number, speaker: string])[] = [],
): Promise<Map<number, string>> {
  const { model, characters, language, signal } = options;
  const names = characters.map(({ name }) => name).toSorted();
  const completion = await model.generate({
    systemPrompt: speakerSystemPrompt(language),
    userPrompt: speakerUserPrompt(text, indexes, characters, known),
    schema: speakerSchema([...names, narratorName]),
    temperature: 0,
    numPredict: completionTokens,
    signal,
  });
  // Quotations after the cut are asked for again; the answers before it count.
  const answers = readAnswers(completion.text, new Set(indexes), speakerNames(characters));
  await completion.record?.(answers.size > 0);
  return answers;
}

/** Returns the name of each character by its names in small letters. */
function speakerNames(characters: readonly KnownCharacter[]): ReadonlyMap<string, string> {
  const names = characters.flatMap(({ name, aliases }) =>
    [...aliases, name].map((each) => [keyOf(each), name] as const),
  );
  return new Map([...names, [narratorName, narratorName]]);
}

/** Returns a name without what models add or leave out: `Mr Darcy` for `Mr. Darcy`, `Anna (the sister)`. */
function keyOf(name: string): string {
  return name
    .replaceAll(/\([^()]*\)|[.*"“”]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** A number of a quotation, counted from 1, and who says it. */
type Answer = readonly [number: number, speaker: string];

/**
 * Reads objects with a quotation and its speaker, in a list or one a line, otherwise lines with a number and a name. The last answer about a
 * quotation counts, since models draft before they answer. Answers about other quotations are ignored.
 */
function readAnswers(
  completion: string,
  asked: ReadonlySet<number>,
  names: ReadonlyMap<string, string>,
): Map<number, string> {
  const objects = objectsIn(completion).map(([number, name]): Answer => [
    number,
    names.get(keyOf(name)) ?? narratorName,
  ]);
  const known = objects.length > 0 ? objects : linesIn(completion, names);
  return new Map(
    known.map(([number, speaker]) => [number - 1, speaker] as const).filter(([index]) => asked.has(index)),
  );
}

function objectsIn(completion: string): Answer[] {
  return [...completion.matchAll(/\{[^{}]*\}/gu)].flatMap(([object]) => {
    const { success, data } = answerSchema.safeParse(parseJson(object));
    return success ? [[data.quotation, data.speaker] as const] : [];
  });
}

/** Reads `[1] Anna`, `1. **Anna**` and `"1": "Anna"`. */
function linesIn(completion: string, names: ReadonlyMap<string, string>): Answer[] {
  return completion.split(/\n|,(?=\s*"\d)/u).flatMap((line) => {
    const [, number, rest = ''] = /^[^\p{L}\p{N}]*(\d{1,5})(.*)$/u.exec(line) ?? [];
    const speaker = names.get(keyOf(rest.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}\p{N})]+$/u, '')));
    return number === undefined || speaker === undefined ? [] : [[Number(number), speaker] as const];
  });
}
