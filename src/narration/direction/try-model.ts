import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import type { LanguageModel, ModelLimits } from '../../llm/language-model.ts';
import { packEvenly } from '../pack-evenly.ts';
import { askSlots, contextSentence, directionRequest } from './ask-slots.ts';
import { neededTokens } from '../ask/complete-within.ts';
import { shownAround } from './cut-windows.ts';
import type { Window } from './cut-windows.ts';
import type { Question } from './direction-prompt.ts';
import type { DirectionTools } from './direction-tools.ts';
import { hideTags } from './hide-tags.ts';
import type { HiddenTags } from './hide-tags.ts';
import { byName, peopleIn } from './people-in.ts';

/** Whether a model may direct a book, and in which windows. */
export type Trust =
  | {
      readonly isTrusted: true;
      readonly window: Window;
      /** Share of the hidden tags that the model named. Undefined: the book has too few tags to tell. */
      readonly right?: number | undefined;
    }
  | {
      readonly isTrusted: false;
      /** One or two sentences for people. */
      readonly reason: string;
    };

/** Windows for models that keep their place in a long text, and for those that do not. */
const largeWindow = { words: 2500 } as const;
const smallWindow = { quotations: 8 } as const;
/** So many hidden tags show what a model can do. After fewer it is also asked twice, and very few show nothing. */
const minHidden = 12;
const minTried = 4;
/** Trust in a model that cannot be tried on a book, or not well. */
const untried: Trusted = { isTrusted: true, window: smallWindow };
type Trusted = Extract<Trust, { isTrusted: true }>;

/** How a model is tried on a book. */
interface TrialPlan {
  readonly hidden: HiddenTags;
  /** Windows in which it is tried, one after the other until it passes. None: the book has nothing to try it with. */
  readonly windows: readonly Window[];
  /** Trust in a model that passes in a window. */
  readonly trust: (window: Window, right?: number) => Trusted;
}

/** Returns how a model is tried on a book: not at all where the book has few tags, or nearly all are of one person. */
function planTrial(texts: readonly CastText[], roster: readonly KnownCharacter[], language: string): TrialPlan {
  const hidden = hideTags(texts, roster, language);
  const { size } = hidden.speakers;
  const isOpen = size < minTried || commonest(hidden) > size * (1 - minAbove);
  if (isOpen || size < minHidden) return { hidden, windows: isOpen ? [] : [smallWindow], trust: () => untried };
  const trust = (window: Window, right = size): Trusted => ({ isTrusted: true, window, right: right / size });
  return { hidden, windows: [largeWindow, smallWindow], trust };
}

/** Returns the requests of a trial that a model passes at once, and the trust that it has then. */
export function passedTrial(
  texts: readonly CastText[],
  roster: readonly KnownCharacter[],
  language: string,
): { readonly questions: readonly Question[]; readonly trust: Trusted } {
  const { hidden, windows, trust } = planTrial(texts, roster, language);
  const [window] = windows;
  if (!window) return { questions: [], trust: untried };
  return { questions: trialQuestions(hidden, window, roster, language), trust: trust(window) };
}

/**
 * Tries on a book whether a model can tell who speaks in it: 12 to 20 quotations whose tag (`said Ines`) is hidden, in one request, and
 * where that fails in small ones. A model that names too few is not trusted. One that cannot be tried well, because the book has fewer
 * tags, is asked twice. Throws what the model throws.
 */
export async function tryModel(
  texts: readonly CastText[],
  roster: readonly KnownCharacter[],
  tools: DirectionTools,
): Promise<Trust> {
  const { model, language, signal } = tools;
  if (!model) return { isTrusted: false, reason: 'No language model was chosen.' };
  const { hidden, windows, trust } = planTrial(texts, roster, language);
  if (windows.length === 0) return untried;
  let best: Trial | undefined;
  let needed = 0;
  for (const window of windows) {
    const questions = trialQuestions(hidden, window, roster, language);
    needed = Math.max(...questions.map((question) => neededTokens(directionRequest(question))));
    const trial = await tryOn(questions, hidden, { ...tools, model });
    if (trial.right >= neededRight(hidden)) return trust(window, trial.right);
    best = best && best.right >= trial.right ? best : trial;
  }
  const facts = { needed, limits: await model.limits(signal) };
  return { isTrusted: false, reason: reasonOf(model, best, facts) };
}

interface Trial {
  readonly right: number;
  readonly answered: number;
  /** Hidden tags that were asked for: not all where too few could be named. */
  readonly asked: number;
}

/** Least share of right names, and least distance to the share of one who always answers with the commonest one. */
const minRight = 0.7;
const minAbove = 0.2;

/** Returns how many tags a model must name. */
function neededRight(hidden: HiddenTags): number {
  const { size } = hidden.speakers;
  return Math.max(size * minRight, commonest(hidden) + size * minAbove);
}

/** Returns how many tags the person has who has most. One who has nearly all of them shows nothing of a model. */
function commonest({ speakers }: HiddenTags): number {
  const names = [...speakers.values()];
  return Math.max(...names.map((name) => names.filter((other) => other === name).length));
}

/** Returns the requests of a trial: one, or as many as small windows take. */
function trialQuestions(
  { passages }: HiddenTags,
  window: Window,
  roster: readonly KnownCharacter[],
  language: string,
): readonly Question[] {
  const parts =
    'words' in window
      ? [passages]
      : passages.flatMap(({ slots, ...passage }) =>
          packEvenly(slots, () => 1, window.quotations).map((own) => [
            { ...passage, slots: own, shown: shownAround(passage.text, own) },
          ]),
        );
  return parts.map((own) => {
    const people = new Set(own.flatMap(({ text }) => peopleIn(text, roster)));
    return { passages: own, roster: roster.filter((person) => people.has(person)).toSorted(byName), language };
  });
}

async function tryOn(
  questions: readonly Question[],
  hidden: HiddenTags,
  tools: DirectionTools & { readonly model: LanguageModel },
): Promise<Trial> {
  const { speakers } = hidden;
  const most = speakers.size - neededRight(hidden);
  let [right, answered, asked] = [0, 0, 0];
  for (const question of questions) {
    // Each question of a small model takes as long as speaking a page.
    if (asked - right > most) break;
    asked += question.passages.reduce((sum, { slots }) => sum + slots.length, 0);
    const found = await askSlots(question, tools);
    for (const [slot, { who }] of found?.answers ?? []) {
      answered += 1;
      if (who === speakers.get(slot)) right += 1;
    }
  }
  return { right, answered, asked };
}

interface TrialFacts {
  readonly needed: number;
  readonly limits: ModelLimits;
}

function reasonOf(model: LanguageModel, trial: Trial | undefined, { needed, limits }: TrialFacts): string {
  const rules = 'The cast is made by rules';
  const name = model.id.slice(model.id.indexOf('/') + 1);
  const { right, answered, asked: of } = trial ?? { right: 0, answered: 0, asked: 0 };
  if (answered === 0 && needed > limits.contextTokens) return `${contextSentence(model, needed, limits)} ${rules}.`;
  if (answered === 0)
    return `${name} answered none of ${of} questions about known speakers. ${rules}; try another model.`;
  return `${name} names ${right} of ${of} known speakers: too few. ${rules}; try a larger model.`;
}
