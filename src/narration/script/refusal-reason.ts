import type { ScriptProblem } from '../guard/guarded-script.ts';

const sentences: Readonly<Record<ScriptProblem, string | undefined>> = {
  length: undefined,
  'prompt-too-long': undefined,
  refusal:
    'it declined the task. The text is a part of a published book, and your task is only to prepare it for listeners.',
  filtered: 'it broke off. Write the script of the text as it is.',
  empty: 'it held no script.',
  form: 'it was not in the form that is asked for below.',
  'copied-request': 'it had words of this request instead of the text.',
  omission: 'it had remarks in brackets, or said that something is left out. Write all of it, without brackets.',
  'other-language': 'a part of it was in another language than the text.',
  'lost-text': 'much of the text was missing. Write every sentence of it.',
  unfinished: 'it ended in the middle of a sentence.',
  unrelated: 'it was not the script of this text.',
  'wrong-names': 'it did not have the names of the text.',
  repetition: 'it said the same thing again, or what another part of the script says.',
  'too-short': 'it was too short.',
  'too-long': 'it was too long.',
};

/** Returns a sentence for the model on why its completion was not used, or undefined when asking again cannot help. */
export function refusalReason({
  problem,
  about,
}: {
  readonly problem: ScriptProblem;
  readonly about?: string | undefined;
}): string | undefined {
  const sentence = sentences[problem];
  return sentence === undefined || about === undefined ? sentence : `${sentence} (${about})`;
}
