import { splitSentences } from '../../../../text/split-sentences.ts';
import { distanceOf, profileOf } from '../paragraph-profile.ts';
import type { ParagraphProfile } from '../paragraph-profile.ts';

/** Letters of scripts without signs at the ends of sentences, so that these cannot be counted. */
const unmarkedSentences = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** How many sentences of the source and of the translation stand for each other, and how unusual that is. */
const steps: readonly (readonly [from: number, to: number, cost: number])[] = [
  [1, 1, 0],
  [1, 2, 2.3],
  [2, 1, 2.3],
  [2, 2, 4.4],
];
/** Sentences of a paragraph that are compared. */
const maxSentences = 60;
/** Positions around the diagonal. */
const maxShift = 6;

/**
 * Returns the sentence of a text that has no counterpart in another one, in another language and `ratio` times as long, or undefined.
 * `minGain` is how much better they must fit each other without it. The sentences are aligned by their lengths, signs, names and numbers (Gale and Church, 1993), with and without a gap.
 */
export function sentenceWithoutCounterpart(
  [text, language]: readonly [text: string, language: string],
  [other, otherLanguage]: readonly [text: string, language: string],
  { ratio, minGain }: { readonly ratio: number; readonly minGain: number },
): string | undefined {
  if (unmarkedSentences.test(text + other)) return undefined;
  const sentences = splitSentences(text, language);
  const others = splitSentences(other, otherLanguage);
  if (sentences.length < 2 || sentences.length > maxSentences || others.length > maxSentences) return undefined;
  const whole = alignment(sentences, others, ratio);
  const [complete, withGap] = [
    whole(sentences.length, others.length, false),
    whole(sentences.length, others.length, true),
  ];
  const isBetter = withGap.cost < Infinity && complete.cost - withGap.cost > minGain;
  return isBetter ? sentences[withGap.gap] : undefined;
}

interface Path {
  readonly cost: number;
  /** Index of the sentence that stands alone, or -1. */
  readonly gap: number;
}

const nothing: Path = { cost: Infinity, gap: -1 };

/** Returns the best alignment of the first sentences of two texts. */
function alignment(
  sentences: readonly string[],
  others: readonly string[],
  ratio: number,
): (count: number, otherCount: number, hasGap: boolean) => Path {
  const [profile, otherProfile] = [profiles(sentences), profiles(others)];
  const known = new Map<string, Path>();
  const best = (at: number, to: number, hasGap: boolean): Path => {
    if (at === 0 && to === 0) return hasGap ? nothing : { cost: 0, gap: -1 };
    if (at < 0 || to < 0 || isFar(at, to)) return nothing;
    const key = `${at} ${to} ${hasGap}`;
    const path = known.get(key) ?? shortest(at, to, hasGap);
    known.set(key, path);
    return path;
  };
  const isFar = (at: number, to: number): boolean => Math.abs(to - (at * others.length) / sentences.length) > maxShift;
  const shortest = (at: number, to: number, hasGap: boolean): Path => {
    let path = hasGap && at > 0 ? { ...best(at - 1, to, false), gap: at - 1 } : nothing;
    for (const [from, into, cost] of steps) {
      if (from > at || into > to) continue;
      const before = best(at - from, to - into, hasGap);
      if (before.cost === Infinity) continue;
      const sum = before.cost + cost + distanceOf(profile(at - from, from), otherProfile(to - into, into), ratio);
      if (sum < path.cost) path = { cost: sum, gap: before.gap };
    }
    return path;
  };
  return best;
}

/** Returns the profiles of one sentence or of two, made once. */
function profiles(sentences: readonly string[]): (start: number, count: number) => ParagraphProfile {
  const known = new Map<number, ParagraphProfile>();
  return (start, count) => {
    const key = start * 2 + count - 1;
    const profile = known.get(key) ?? profileOf(sentences.slice(start, start + count).join(' '));
    known.set(key, profile);
    return profile;
  };
}
