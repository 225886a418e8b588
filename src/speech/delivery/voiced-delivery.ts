import type { Delivery } from '../../core/delivery.ts';
import type { SpeechProvider, SpeechRequest, VoiceFacts } from '../provider.ts';
import { mannerSounds } from './manner-sounds.ts';

/** How a voice says a delivery: as it is told in words, by a style or a tag, or at another pace. */
export interface VoicedDelivery {
  readonly kind: DeliveryKind;
  /** What the service is told: an instruction, the name of a style, or a tag. */
  readonly told?: string | undefined;
  /** Speed that the voice is asked for, relative to that of the run. */
  readonly spoken: number;
  /** Speed that its audio is to be given. */
  readonly stretched: number;
}

/** The ways of saying a delivery. */
export const deliveryKinds = ['words', 'styles', 'tags', 'pace'] as const;

/** A way of saying a delivery. */
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * Returns how a voice says a delivery, or undefined for one that is neutral. A voice that is told nothing of a manner says it at another pace:
 * where the service has a speed, it is asked for it, otherwise the audio is stretched. The level of a manner is the same for all voices.
 */
export function voicedDelivery(
  provider: Pick<SpeechProvider, 'capabilities' | 'facts'>,
  voice: string,
  delivery: Delivery | undefined,
): VoicedDelivery | undefined {
  if (delivery === undefined || delivery.manner === 'neutral') return undefined;
  const facts = provider.facts?.(voice) ?? {};
  const told = facts.delivery?.told(delivery);
  if (facts.delivery && told !== undefined) return { kind: facts.delivery.kind, told, spoken: 1, stretched: 1 };
  return paced({ speeds: provider.capabilities.speed, ...facts }, mannerSounds[delivery.manner].pace);
}

function paced({ speeds, tempo }: VoiceFacts, pace: number): VoicedDelivery {
  const asked = pace * (tempo?.spoken ?? 1);
  const isSpoken = speeds !== undefined && asked >= speeds.min && asked <= speeds.max;
  return { kind: 'pace', spoken: isSpoken ? pace : 1, stretched: isSpoken ? 1 : pace };
}

/** Returns what a request says of a delivery. */
export function deliveryRequest(voiced: VoicedDelivery | undefined): Pick<SpeechRequest, 'delivery' | 'speed'> {
  if (voiced === undefined) return {};
  const { told, spoken } = voiced;
  return { ...(told !== undefined && { delivery: told }), ...(spoken !== 1 && { speed: spoken }) };
}
