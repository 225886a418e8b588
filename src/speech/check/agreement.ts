import type { SpokenAnswer } from './answer.ts';
import { isSameSpeech } from './measure/is-same-speech.ts';

/** Share by which the sound of answers may differ from that of a service that never speaks a text in the same way twice. */
export const maxVariation = 0.12;

/** Fewer answers do not show that a service varies. */
const minVaried = 3;

/** Answers of which at most half are the same show that a service has several ways to speak a text. */
const minMixed = 6;

/** Lead of answers that are about as long, when no more are requested. */
const lastLead = 2;

/** Facts about a service and its answers, apart from the answers. */
export interface AgreementOptions {
  /** Number by which answers that agree must exceed the others. */
  readonly lead: number;
  /** Whether the service speaks texts in different ways, as other texts showed. */
  readonly varies?: boolean | undefined;
  /** Whether no more answers are requested. */
  readonly isLast?: boolean | undefined;
  /** Share by which answers of a service that varies may differ in length. */
  readonly variation?: number | undefined;
}

/** Answers that agree, the best first. */
export interface Agreement {
  readonly agreed: readonly SpokenAnswer[];
  /** Whether one of them was repeated. Otherwise they are only about as long, which proves little. */
  readonly isRepeated: boolean;
}

/**
 * Returns the answers that agree when they exceed those that agree on other audio, otherwise undefined. Most services repeat a text
 * in the same time; answers of one that does not need only be about as long.
 */
export function agreement(
  answers: readonly SpokenAnswer[],
  { lead, varies, isLast, variation }: AgreementOptions,
): Agreement | undefined {
  const groups = groupsOf(answers, (one, other) => isSameSpeech(one.pcm, other.pcm));
  const [most = []] = groups;
  const isRepeated = most.length > 1;
  const repeated = leadOf(groups) >= lead ? { agreed: most, isRepeated } : undefined;
  if (repeated && !varies) return repeated;
  if (!mayVary(groups, answers.length, { lead, varies, isLast })) return repeated;
  const [similar = [], ...others] = groupsOf(answers, (one, other) => isAboutAsLong(one, other, variation));
  if (leadOf([similar, ...others]) < (isLast ? Math.min(lead, lastLead) : lead)) return repeated;
  // What a service says most often is likelier to be right.
  return { agreed: groups.flat().filter((answer) => similar.includes(answer)), isRepeated };
}

/** Reports whether a service may well vary: it is known to, or no answer is like another, or none of many is the usual one. */
function mayVary(groups: Groups, answers: number, { varies = false, isLast = false }: AgreementOptions): boolean {
  if (answers < minVaried) return false;
  const isMixed = answers >= minMixed && (groups[0]?.length ?? 0) <= answers / 2;
  return varies || isLast || isMixed || groups.length === answers;
}

type Groups = readonly (readonly SpokenAnswer[])[];

function leadOf([first = [], second = []]: Groups): number {
  return first.length - second.length;
}

/** Returns groups of answers that are like the first of the group, the largest first. */
function groupsOf(
  answers: readonly SpokenAnswer[],
  areAlike: (first: SpokenAnswer, second: SpokenAnswer) => boolean,
): Groups {
  const groups: SpokenAnswer[][] = [];
  for (const answer of answers) {
    const group = groups.find(([first]) => first && areAlike(first, answer));
    if (group) group.push(answer);
    else groups.push([answer]);
  }
  return groups.toSorted((a, b) => b.length - a.length);
}

/** Reports whether two answers may well be of one text, from a service that varies. `share` is the one by which they may differ. */
export function isAboutAsLong(
  { soundSeconds: one }: Pick<SpokenAnswer, 'soundSeconds'>,
  { soundSeconds: other }: Pick<SpokenAnswer, 'soundSeconds'>,
  share = maxVariation,
): boolean {
  return one === other || Math.abs(Math.log(one / other)) <= share;
}
