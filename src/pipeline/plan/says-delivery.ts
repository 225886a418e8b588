import type { Block, Chapter } from '../../core/book.ts';
import { voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { BlockPart } from './block-parts.ts';
import { partsToSpeak } from './plan.ts';
import type { PlanOptions } from './plan.ts';
import type { SaysDelivery } from './directed-parts.ts';

/** Returns what tells which deliveries the voices of a cast say: in a sentence where they are told of it, otherwise whole sentences. */
export function saysDelivery(provider: SpeechProvider, speakerOf: VoiceCast['speakerOf']): SaysDelivery {
  return (delivery, need) => {
    const { voice } = speakerOf(need);
    const isTold =
      delivery.manner === 'neutral'
        ? provider.facts?.(voice).delivery !== undefined
        : voicedDelivery(provider, voice, delivery)?.told !== undefined;
    return isTold ? 'anywhere' : 'sentences';
  };
}

/** Yields the parts of the blocks with a delivery. Where they are cut depends on their voices, which must be chosen before. */
export function* directedParts(
  chapters: Iterable<Pick<Chapter, 'blocks'>>,
  options: Pick<PlanOptions, 'language' | 'phraseLanguages'>,
): Generator<BlockPart, void, undefined> {
  for (const { blocks } of chapters) {
    for (const block of blocks) if (isDirected(block)) yield* partsToSpeak(block, { ...options, says: undefined });
  }
}

function isDirected({ ranges = [] }: Block): boolean {
  return ranges.some(({ delivery }) => delivery !== undefined);
}
