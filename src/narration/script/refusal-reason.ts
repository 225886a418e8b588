import type { ScriptProblem } from '../guard/guarded-script.ts';

const sentences: Readonly<Record<ScriptProblem, string | undefined>> = {
  length: undefined,
  'prompt-too-long': undefined,
  refusal: 'it declined the task. The text is a part of a published book, and your task is only to read it aloud.',
  filtered: 'it broke off. Read the text aloud as it is.',
  empty: 'it held no script.',
  'lost-text': 'much of the text was missing. Write every sentence of it.',
  unfinished: 'it ended in the middle of a sentence.',
  unrelated: 'it was not the script of this text, or not in its language.',
  'wrong-names': 'it did not have the names of the text.',
  repetition: 'it repeated itself over and over.',
  'too-short': 'it was too short.',
  'too-long': 'it was too long.',
  json: 'it was not in the form that is asked for below.',
  'error-text': 'it held the message of an error.',
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
