import type { Pcm } from '../../core/pcm.ts';
import { isSameSpeech } from './measure/is-same-speech.ts';
import { measureSpeech } from './measure/measure-speech.ts';
import { lastLead, maxVariation, minMixed, minVaried } from './limits.ts';

/** One of several answers to a text. */
export interface Reading {
  readonly pcm: Pcm;
  /** Whether it passed the checks, or would have passed them if the service were not watched. */
  readonly isCredible: boolean;
  /** Whether it cannot be of the text. */
  readonly isWrong?: boolean | undefined;
  /** Whether it cannot be of any text, as silence: such answers are alike and say nothing about the others. */
  readonly isNoSpeech?: boolean | undefined;
}

/** Answers that agree, and the others. */
export interface Agreement {
  readonly agreed: readonly Reading[];
  readonly others: readonly Reading[];
}

/** Facts about a service and its answers, apart from the answers. */
export interface AgreementOptions {
  /** Whether the service speaks texts in different ways, as other texts showed. */
  readonly varies?: boolean | undefined;
  /** Whether no more answers are requested. */
  readonly isLast?: boolean | undefined;
}

/**
 * Returns the answers that agree when they exceed those that agree on other audio by `lead`, otherwise undefined. Most
 * services repeat a text in the same time; answers of one that does not need only be about as long. The best comes first.
 */
export function agreement(
  readings: readonly Reading[],
  lead: number,
  { varies, isLast }: AgreementOptions = {},
): Agreement | undefined {
  const spoken = readings.filter(({ isNoSpeech = false }) => !isNoSpeech);
  const groups = groupsOf(spoken, isSameSpeech);
  const repeated = leadOf(groups) >= lead ? partition(readings, groups[0]) : undefined;
  if (repeated && !varies) return repeated;
  if (!mayVary(groups, spoken.length, { varies, isLast })) return repeated;
  const similar = similarOf(spoken, isLast ? Math.min(lead, lastLead) : lead);
  if (!similar) return repeated;
  // Until a service is known to vary, what it says most often is likelier to be right.
  const best = varies ? similar : groups.flat().filter((reading) => similar.includes(reading));
  return partition(readings, best);
}

/** Returns the answers that are about as long, when they exceed the others by `lead`. */
function similarOf(spoken: readonly Reading[], lead: number): readonly Reading[] | undefined {
  const seconds = new Map(spoken.map(({ pcm }) => [pcm, measureSpeech(pcm).soundSeconds]));
  const groups = groupsOf(spoken, (one, other) => isNear(seconds.get(one) ?? 0, seconds.get(other) ?? 0));
  return leadOf(groups) >= lead ? groups[0] : undefined;
}

/** Reports whether a service may well vary: it is known to, or no answer is like another, or none of many is the usual one. */
function mayVary(groups: Groups, answers: number, { varies = false, isLast = false }: AgreementOptions): boolean {
  if (answers < minVaried) return false;
  const isMixed = answers >= minMixed && (groups[0]?.length ?? 0) <= answers / 2;
  return varies || isLast || isMixed || groups.length === answers;
}

type Groups = readonly (readonly Reading[])[];

function leadOf([first = [], second = []]: Groups): number {
  return first.length - second.length;
}

function partition(readings: readonly Reading[], agreed: readonly Reading[] = []): Agreement {
  return { agreed, others: readings.filter((reading) => !agreed.includes(reading)) };
}

/** Returns groups of answers that agree with the first of the group, the largest first. */
function groupsOf(readings: readonly Reading[], agree: (first: Pcm, second: Pcm) => boolean): Groups {
  const groups: Reading[][] = [];
  for (const reading of readings) {
    const group = groups.find(([first]) => first && agree(first.pcm, reading.pcm));
    if (group) group.push(reading);
    else groups.push([reading]);
  }
  return groups.toSorted((a, b) => b.length - a.length);
}

/** Reports whether two answers may well be of one text, from a service that varies. */
export function isAboutAsLong(first: Pcm, second: Pcm): boolean {
  return isNear(measureSpeech(first).soundSeconds, measureSpeech(second).soundSeconds);
}

function isNear(seconds: number, others: number): boolean {
  return seconds === others || Math.abs(Math.log(seconds / others)) <= maxVariation;
}
