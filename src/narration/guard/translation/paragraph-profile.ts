import { letterWeight } from '../letter-weight.ts';

/** The features of a paragraph that a translation of it keeps. */
export interface ParagraphProfile {
  readonly letters: number;
  readonly questions: number;
  readonly exclamations: number;
  readonly isDialogue: boolean;
  /** The kind of its last sign. */
  readonly end: string;
  readonly numbers: ReadonlySet<string>;
  /** Beginnings of names, of all words and of longer words, without accents. */
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

const name = /(?<=[\p{L}\p{M}],?\s)\p{Lu}[\p{L}\p{M}]{2,}/gu;
const [nameLetters, stemLetters] = [4, 5];

/** Returns the features of a paragraph. */
export function profileOf(text: string): ParagraphProfile {
  const plain = text.normalize('NFKC');
  const words = plain.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
  return {
    letters: letterWeight(text),
    questions: plain.match(/[?؟]/gu)?.length ?? 0,
    exclamations: plain.match(/!/gu)?.length ?? 0,
    isDialogue: /["“”„«»「」『』‘]|(?:^|\s)[-–—]\s/u.test(text),
    end: /([.。।?؟!:])["”’»」』)]*$/u.exec(plain.trim())?.[1]?.replace(/[。।]/u, '.') ?? '',
    numbers: new Set(plain.match(/\p{Nd}+/gu)),
    names: beginnings(plain.match(name) ?? [], nameLetters),
    words: beginnings(words, nameLetters),
    stems: beginnings(
      words.filter((word) => word.length >= stemLetters),
      stemLetters,
    ),
  };
}

function beginnings(words: readonly string[], letters: number): ReadonlySet<string> {
  return new Set(
    words.map((word) =>
      word
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036F]/gu, '')
        .toLowerCase()
        .slice(0, letters),
    ),
  );
}

/** Variance of the length of a translation per letter (Gale and Church, "A program for aligning sentences in bilingual corpora", 1993). */
const variance = 6.8;
const minLetters = 20;

/** Returns how little a paragraph resembles a translation of another one, whose texts are `ratio` times as long. */
export function distanceOf(source: ParagraphProfile, translated: ParagraphProfile, ratio: number): number {
  const deviation =
    (translated.letters - ratio * source.letters) ** 2 / (variance * Math.max(minLetters, source.letters));
  return deviation / 2 + differenceOfSigns(source, translated) - resemblance(source, translated);
}

function differenceOfSigns(source: ParagraphProfile, translated: ParagraphProfile): number {
  return (
    1.5 * difference(source.questions, translated.questions) +
    0.7 * difference(source.exclamations, translated.exclamations) +
    (source.isDialogue === translated.isDialogue ? 0 : 1) +
    (source.end === translated.end ? 0 : 1)
  );
}

function resemblance(source: ParagraphProfile, translated: ParagraphProfile): number {
  return (
    3 * Math.min(4, shared(source.names, translated.words)) +
    1.5 * Math.min(3, shared(source.numbers, translated.numbers)) +
    1.2 * Math.min(6, shared(source.stems, translated.stems))
  );
}

function difference(one: number, other: number): number {
  return Math.min(3, Math.abs(one - other));
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((each) => other.has(each)).length;
}
