import { z } from 'zod';
import { parseJson } from '../core/http/parse-json.ts';
import { estimateTokens } from '../llm/estimate-tokens.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { narratorName } from './character.ts';
import type { CastText } from './cast-text.ts';
import type { KnownCharacter } from './find-characters.ts';
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
 * where the model is not sure, does not answer even when asked again, or names another person. Throws what the model throws.
 */
export async function askSpeakers(text: CastText, options: AskOptions): Promise<string[]> {
  const { contextTokens } = await options.model.limits(options.signal);
  const tokens = Math.max(200, Math.min(maxTokens, Math.floor(contextTokens / 2) - completionTokens / 2));
  const speakers = text.quotations.map(() => narratorName);
  for (const batch of batches(text, tokens)) {
    const answers = new Map<number, string>();
    for (const missing of [batch, batch]) {
      const open = missing.filter((index) => !answers.has(index));
      if (open.length > 0) for (const [index, speaker] of await ask(text, open, options)) answers.set(index, speaker);
    }
    for (const [index, speaker] of answers) speakers[index] = speaker;
    options.onAnswer?.(batch.length);
  }
  return speakers;
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

async function ask(text: CastText, indexes: readonly number[], options: AskOptions): Promise<Map<number, string>> {
  const { model, characters, language, signal } = options;
  const names = characters.map(({ name }) => name).toSorted();
  const completion = await model.generate({
    systemPrompt: speakerSystemPrompt(language),
    userPrompt: speakerUserPrompt(text, indexes, characters),
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
    [...aliases, name].map((each) => [each.toLowerCase(), name] as const),
  );
  return new Map([...names, [narratorName, narratorName]]);
}

/** Reads objects with a quotation and its speaker, in a list or one a line. Answers about other quotations are ignored. */
function readAnswers(
  completion: string,
  asked: ReadonlySet<number>,
  names: ReadonlyMap<string, string>,
): Map<number, string> {
  const answers = new Map<number, string>();
  for (const [object] of completion.matchAll(/\{[^{}]*\}/gu)) {
    const { success, data } = answerSchema.safeParse(parseJson(object));
    if (!success || !asked.has(data.quotation - 1) || answers.has(data.quotation - 1)) continue;
    answers.set(data.quotation - 1, names.get(data.speaker.toLowerCase()) ?? narratorName);
  }
  return answers;
}
