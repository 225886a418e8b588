import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';

/** A piece of a text: in the language's own script, Latin words, or with a pronunciation. */
export type ScriptPiece =
  | { readonly kind: 'own'; readonly text: string }
  | { readonly kind: 'latin'; readonly text: string }
  | { readonly kind: 'ipa'; readonly ipa: string };

/** Words of Latin letters with the spaces between them. */
const latinWords =
  /(\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’-]*(?:[ .&]+\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’-]*)*)/u;

/** Returns the pieces of a text whose language is not written in Latin letters. */
export function scriptPieces(parts: readonly SpokenPart[]): readonly ScriptPiece[] {
  return parts.flatMap(({ text, ipa }): readonly ScriptPiece[] => {
    if (ipa !== undefined) return [{ kind: 'ipa', ipa }];
    return text
      .split(latinWords)
      .flatMap((piece, index) => (piece === '' ? [] : [{ kind: index % 2 === 1 ? 'latin' : 'own', text: piece }]));
  });
}
