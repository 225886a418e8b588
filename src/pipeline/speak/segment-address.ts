import type { SpeechProvider } from '../../speech/provider.ts';
import type { Segment } from '../plan/plan.ts';
import type { Speaker, VoiceCast } from '../cast/cast-voices.ts';
import { segmentAddress } from '../store/segment-store.ts';

/** The inputs of the address of a segment. */
export interface AddressTools {
  readonly provider: Pick<SpeechProvider, 'id' | 'identity' | 'spokenParts'>;
  /** Returns who speaks a text. */
  readonly speakerOf: VoiceCast['speakerOf'];
}

interface KnownAddress {
  readonly provider: AddressTools['provider'];
  readonly speaker: Speaker;
  readonly engine: string;
  readonly address: string;
}

/** A run needs the address of a segment several times: to look it up, to speak it, to identify its result. */
const knownAddresses = new WeakMap<Segment, KnownAddress>();

/** Returns the address of a segment in the store. */
export function addressOf(segment: Segment, { provider, speakerOf }: AddressTools): string {
  const speaker = speakerOf(segment);
  const { voice, language } = speaker;
  const engine = provider.identity(voice);
  const known = knownAddresses.get(segment);
  const isSame = known?.provider === provider && known.engine === engine && isSameSpeaker(known.speaker, speaker);
  if (isSame) return known.address;
  const { text } = segment;
  const parts = provider.spokenParts?.({ text, voice, language });
  const address = segmentAddress({ provider: provider.id, engine, voice, language, text, parts });
  knownAddresses.set(segment, { provider, speaker, engine, address });
  return address;
}

function isSameSpeaker(one: Speaker, other: Speaker): boolean {
  return one.voice === other.voice && one.language === other.language;
}
