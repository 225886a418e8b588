import type { CastText } from '../../cast/cast-text.ts';
import type { Attribution } from '../../cast/character.ts';
import type { Operation } from '../../narration/direction/operation.ts';

/** Returns the operations for who says the quotations of a text. */
function speakerOperations(
  { quotations }: Pick<CastText, 'quotations'>,
  speakers: readonly Attribution[],
): readonly Operation[] {
  return quotations.flatMap(({ spans }, index) => {
    const name = speakers[index]?.speaker;
    return name === undefined ? [] : spans.map((span): Operation => ({ ...span, kind: 'who', name }));
  });
}

/** Returns operations with those for who says the quotations of which nothing is known. */
export function withSpeakers(
  operations: readonly Operation[],
  text: Pick<CastText, 'quotations'>,
  speakers: readonly Attribution[],
): readonly Operation[] {
  const isKnown = text.quotations.map(({ spans: [span] }) => operations.some((one) => span && saysSpan(one, span)));
  const open = speakers.map((each, index) => (isKnown[index] ? { ...each, speaker: undefined } : each));
  return [...operations, ...speakerOperations(text, open)];
}

/** Returns who says each quotation of a text by the operations. What the rules say, too, is as sure as they are. */
export function attributionsOf(
  { quotations }: Pick<CastText, 'quotations'>,
  operations: readonly Operation[],
  guesses: readonly Attribution[],
): readonly Attribution[] {
  return quotations.map(({ spans: [span] }, index) => {
    const found = operations.find((one) => span && saysSpan(one, span));
    const speaker = found?.kind === 'who' ? found.name : undefined;
    const guess = guesses[index];
    return { speaker, sure: guess && guess.speaker === speaker ? guess.sure : 'medium' };
  });
}

function saysSpan(
  one: Operation,
  { block, from, to }: { readonly block: number; readonly from: number; readonly to: number },
): boolean {
  return one.kind === 'who' && one.block === block && one.from < to && from < one.to;
}
