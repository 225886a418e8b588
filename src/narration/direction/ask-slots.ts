import type { Generation, LanguageModel, ModelLimits, StopReason } from '../../llm/language-model.ts';
import type { ScriptStep } from '../narration-event.ts';
import { wordsOfModel } from '../script/refusals.ts';
import { maxToldWords } from './check-words.ts';
import { directionSchema, directionSystemPrompt, directionUserPrompt, slotsOf } from './direction-prompt.ts';
import type { Question } from './direction-prompt.ts';
import { completeWithin, neededTokens } from '../ask/complete-within.ts';
import type { BoundedRequest } from '../ask/complete-within.ts';
import type { DirectionTools } from './direction-tools.ts';
import { requestUsage } from '../usage-meter.ts';
import type { ModelUsage } from '../usage-meter.ts';
import { readAnswer } from './read-answer.ts';
import { textOf } from './slot.ts';
import type { Slot, SlotAnswer } from './slot.ts';

/** The answers to a request. */
export interface Answers {
  readonly answers: ReadonlyMap<Slot, SlotAnswer>;
  /** The request without the text of the book: what comes back of it is not an answer. */
  readonly request: string;
}

/**
 * Asks a model about slots, but not any more once it has refused three times in a row. No answer of use is a step. Throws what the model
 * throws.
 */
export async function askSlots(
  question: Question,
  tools: DirectionTools & { readonly model: LanguageModel },
): Promise<Answers | undefined> {
  const { model, refusals, signal, onStep } = tools;
  const slots = slotsOf(question.passages);
  const none = (reason: ScriptStep['reason'], words?: string): undefined => {
    onStep?.({ action: 'by-rules', reason, about: firstWords(slots, question), words });
  };
  if (refusals?.failure) return none('not-asked');
  const part = refusals?.start() ?? 0;
  const request = directionRequest(question);
  const completion = await completeWithin(model, { ...request, signal });
  if (!completion)
    return none('prompt-too-long', contextSentence(model, neededTokens(request), await model.limits(signal)));
  const answers = answersIn(completion, slots, question);
  await completion.record?.(answers.size > 0);
  const { systemPrompt, userPrompt } = request;
  if (answers.size > 0) return { answers, request: `${systemPrompt}\n${userPrompt.replace(/<text>.*<\/text>/su, '')}` };
  refusals?.refuse(part, model.id, completion.text, completion.isKept);
  return none(unreadable(completion) ?? 'unrelated', wordsOfModel(completion.text));
}

function answersIn(
  completion: Generation,
  slots: readonly Slot[],
  { roster }: Question,
): ReadonlyMap<Slot, SlotAnswer> {
  return unreadable(completion) ? new Map<Slot, SlotAnswer>() : readAnswer(completion.text, slots, roster);
}

/** Returns why a completion is not read. One that was cut off counts up to there. */
function unreadable({ stopReason }: Generation): Exclude<StopReason, 'complete'> | undefined {
  return stopReason === 'complete' || stopReason === 'length' || stopReason === 'repetition' ? undefined : stopReason;
}

/** Returns the request of a question. */
export function directionRequest(
  question: Question,
): Omit<BoundedRequest, 'signal'> & { readonly systemPrompt: string; readonly userPrompt: string } {
  return {
    systemPrompt: directionSystemPrompt(question),
    userPrompt: directionUserPrompt(question),
    schema: directionSchema(question),
    temperature: 0,
    numPredict: tokensOf(question, () => tokensPerSlot),
  };
}

/** Returns what is to be said of a model whose context a request exceeds. */
export function contextSentence(
  { id }: Pick<LanguageModel, 'id'>,
  needed: number,
  { contextTokens }: ModelLimits,
): string {
  const [has, needs] = [contextTokens, needed].map((tokens) => tokens.toLocaleString('en'));
  return `The context of ${id.slice(id.indexOf('/') + 1)} is ${has} tokens; a request needs ${needs}.`;
}

function firstWords([first]: readonly Slot[], { passages: [passage] }: Question): string {
  return first && passage ? textOf(first, passage.text.blocks).slice(0, 60) : '';
}

/** A number, a name, a manner and a few words, with the JSON around them. */
const tokensPerSlot = 25;
/** The least for an answer with its braces, and with remarks by a model that takes no schema. */
const frameTokens = 60;
/** Tokens of a word in languages for which tokenizers were not made. */
const tokensPerWord = 3;

/** Returns the tokens of an answer with so many for each slot. */
function tokensOf({ passages }: Pick<Question, 'passages'>, forSlot: (slot: Slot) => number): number {
  return passages.reduce(
    (sum, { slots, text }) =>
      slots.reduce((tokens, slot) => tokens + forSlot(slot) + toldTokens(slot, text.blocks), sum),
    frameTokens,
  );
}

function toldTokens(slot: Slot, blocks: readonly { readonly text: string }[]): number {
  return slot.fields.includes('tell') ? maxToldWords(textOf(slot, blocks)) * tokensPerWord : 0;
}

/** Tokens of an answer as they are on average: of a slot, and of each of its fields. */
const [slotTokens, fieldTokens] = [6, 5];

/** Returns what a request and its usual answer take. */
export function questionUsage(question: Question): Omit<ModelUsage, 'cost'> {
  return requestUsage(
    directionRequest(question),
    tokensOf(question, ({ fields }) => slotTokens + fields.length * fieldTokens),
  );
}
