import { voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { VoicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { Segment } from '../plan/plan.ts';
import type { Speaker, VoiceCast } from '../cast/cast-voices.ts';
import { segmentAddress } from '../store/segment-store.ts';

/** The inputs of the address of a segment. */
export interface AddressTools {
  readonly provider: Pick<SpeechProvider, 'id' | 'identity' | 'spokenParts' | 'capabilities' | 'facts'>;
  /** Returns who speaks a text. */
  readonly speakerOf: VoiceCast['speakerOf'];
}

interface KnownAddress {
  readonly provider: AddressTools['provider'];
  readonly speaker: Speaker;
  readonly engine: string;
  readonly delivery: string | undefined;
  readonly address: string;
}

/** A run needs the address of a segment several times: to look it up, to speak it, to identify its result. */
const knownAddresses = new WeakMap<Segment, KnownAddress>();

/** Returns the address of a segment in the store. */
export function addressOf(segment: Segment, { provider, speakerOf }: AddressTools): string {
  const speaker = speakerOf(segment);
  const { voice, language } = speaker;
  const engine = provider.identity(voice);
  const delivery = addressedDelivery(voicedDelivery(provider, voice, segment.delivery));
  const known = knownAddresses.get(segment);
  const isSameSound = known?.provider === provider && known.engine === engine && known.delivery === delivery;
  if (isSameSound && isSameSpeaker(known.speaker, speaker)) return known.address;
  const { text } = segment;
  const parts = provider.spokenParts?.({ text, voice, language });
  const address = segmentAddress({ provider: provider.id, engine, voice, language, text, parts, delivery });
  knownAddresses.set(segment, { provider, speaker, engine, delivery, address });
  return address;
}

/** Returns what a service is asked for. Audio that is only stretched is the same for all deliveries. */
function addressedDelivery(voiced: VoicedDelivery | undefined): string | undefined {
  const { told, spoken = 1 } = voiced ?? {};
  return told ?? (spoken === 1 ? undefined : `pace ${spoken}`);
}

function isSameSpeaker(one: Speaker, other: Speaker): boolean {
  return one.voice === other.voice && one.language === other.language;
}
