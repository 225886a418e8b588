import type { Block } from '../../core/book.ts';
import type { Delivery } from '../../core/delivery.ts';
import { deliveryKinds, voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { DeliveryKind } from '../../speech/delivery/voiced-delivery.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { PlannedChapter } from './plan.ts';

/**
 * Passages that are directed to be said in a manner, and how many of them the voices are told in words, by a style or a tag, or say at another
 * pace. The others are said as usual: they are a small part of a sentence, and the voice has no more than another pace.
 */
export interface HeardDeliveries extends Readonly<Record<DeliveryKind, number>> {
  readonly passages: number;
}

/** Counts what is heard of the deliveries in a plan. Undefined where there are none. */
export function countDeliveries(
  chapters: readonly PlannedChapter[],
  provider: SpeechProvider,
  speakerOf: VoiceCast['speakerOf'],
): HeardDeliveries | undefined {
  const passages = chapters.flatMap(({ blocks }) => blocks.flatMap(directedRanges)).length;
  if (passages === 0) return undefined;
  const heard = new Map<Delivery, DeliveryKind>();
  for (const segment of chapters.flatMap(({ segments }) => segments)) {
    const kind = voicedDelivery(provider, speakerOf(segment).voice, segment.delivery)?.kind;
    if (segment.delivery && kind) heard.set(segment.delivery, kind);
  }
  const count = (kind: DeliveryKind): number => [...heard.values()].filter((each) => each === kind).length;
  const [words = 0, styles = 0, tags = 0, pace = 0] = deliveryKinds.map(count);
  return { passages, words, styles, tags, pace };
}

function directedRanges({ ranges = [] }: Block): readonly Delivery[] {
  return ranges.flatMap(({ delivery }) => (delivery && delivery.manner !== 'neutral' ? [delivery] : []));
}

/** Returns the counts as a sentence without a full stop. */
export function deliveriesText(heard: HeardDeliveries): string {
  const told = heard.words + heard.styles + heard.tags;
  const usual = heard.passages - told - heard.pace;
  const parts = [
    ...(told > 0 ? [`${told} ${waysOf(heard)}`] : []),
    ...(heard.pace > 0 ? [`${heard.pace} by pace and level`] : []),
    ...(usual > 0 ? [`${usual} as usual, as the voice has nothing else for part of a sentence`] : []),
  ];
  return `${heard.passages} directed passages: ${parts.join(', ')}`;
}

function waysOf({ words, styles, tags }: HeardDeliveries): string {
  const ways = [words > 0 ? 'in words' : '', styles > 0 ? 'by a style' : '', tags > 0 ? 'by a tag' : ''];
  return ways.filter((way) => way !== '').join(' or ');
}
