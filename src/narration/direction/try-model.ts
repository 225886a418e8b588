import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import type { DirectionTools } from './direction-tools.ts';

/** The part of a chapter that a request asks about: about so many words, or so many quotations. */
export type Window = { readonly words: number } | { readonly quotations: number };

/** Whether a model may direct a book, and in which windows. */
export type Trust =
  | {
      readonly isTrusted: true;
      readonly window: Window;
      /** Share of the hidden tags that the model named. Undefined: the book has too few tags to try it. */
      readonly right?: number | undefined;
    }
  | {
      readonly isTrusted: false;
      /** One or two sentences for people. */
      readonly reason: string;
    };

/** Reports whether a model can tell who speaks in a book. */
export async function tryModel(
  _texts: readonly CastText[],
  _roster: readonly KnownCharacter[],
  { model }: DirectionTools,
): Promise<Trust> {
  return { isTrusted: false, reason: model ? `${model.id} was not tried.` : 'No language model was chosen.' };
}
