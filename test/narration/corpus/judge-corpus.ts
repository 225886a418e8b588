import { guardScript } from '../../../src/narration/guard/guard-script.ts';
import type { GuardedScript } from '../../../src/narration/guard/guarded-script.ts';
import { faithfulExpectation } from '../../../src/narration/tasks/task.ts';
import { goodAnswers } from './good-answers.ts';
import { spoiledAnswers } from './spoiled-answers.ts';
import type { SpoiledAnswer } from './spoiled-answers.ts';
import { hasTheWords, written } from './texts.ts';

/** What the guard made of an answer. */
type Outcome = 'kept' | 'cleaned' | 'patched' | 'refused';

/** A spoiled answer and what the guard made of it. */
export interface JudgedAnswer extends SpoiledAnswer {
  readonly outcome: Outcome;
  /** Accepted, with other words than the text, or with what is not spoken. */
  readonly isWrong: boolean;
  readonly script: string;
}

/** Judges all spoiled answers, by the words of their texts. */
export function judgeSpoiled(): JudgedAnswer[] {
  return spoiledAnswers().map((spoiled) => {
    const guarded = guard(spoiled.answer, written(spoiled.text), spoiled.text.language);
    const script = guarded.ok ? guarded.text : '';
    const isWrong =
      guarded.ok && (!hasTheWords(script, spoiled.text) || /[*#<>{}[\]|\p{Cf}\p{Co}\u2028]|(?!\n)\p{Cc}/u.test(script));
    return { ...spoiled, outcome: outcomeOf(guarded), isWrong, script };
  });
}

/** A good answer, and the script that the guard made of it. */
export interface JudgedGood {
  readonly language: string;
  readonly answer: string;
  readonly script: string | undefined;
  readonly outcome: Outcome;
  /** The script has the words of the answer. */
  readonly isKept: boolean;
}

/** Judges all good answers: one is kept when its script has all of its words. */
export function judgeGood(): JudgedGood[] {
  return goodAnswers().map(({ language, source, answer }) => {
    const guarded = guard(answer, source, language);
    const script = guarded.ok ? guarded.text : undefined;
    const isKept = script !== undefined && bare(script) === bare(answer);
    return { language, answer, script, outcome: outcomeOf(guarded), isKept };
  });
}

/** Returns the table for `docs/narration.md`: what became of the answers of each kind. */
export function corpusTable(): string {
  const rows = new Map<string, Record<Outcome, number>>();
  const count = (kind: string, outcome: Outcome): void => {
    const row = rows.get(kind) ?? { kept: 0, cleaned: 0, patched: 0, refused: 0 };
    row[outcome] += 1;
    rows.set(kind, row);
  };
  for (const { isKept, outcome } of judgeGood())
    count('good', isKept ? 'kept' : outcome === 'kept' ? 'patched' : outcome);
  for (const { kind, outcome } of judgeSpoiled()) count(kind, outcome);
  const lines = [...rows].map(
    ([kind, { kept, cleaned, patched, refused }]) => `| ${kind} | ${kept} | ${cleaned} | ${patched} | ${refused} |`,
  );
  return ['| answers | kept | cleaned | patched | refused |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function guard(answer: string, source: string, language: string): GuardedScript {
  return guardScript({ text: answer, stopReason: 'complete' }, { source, language, expectation: faithfulExpectation });
}

function outcomeOf(guarded: GuardedScript): Outcome {
  if (!guarded.ok) return 'refused';
  if (guarded.repairs.includes('restored')) return 'patched';
  return guarded.repairs.length > 0 ? 'cleaned' : 'kept';
}

function bare(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
