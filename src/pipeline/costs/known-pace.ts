import type { EarlierRuns } from '../../core/progress.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';

/** The expected pace of a run before it begins. */
interface KnownPace {
  /** The most requests that can be in flight. */
  readonly maxAtOnce: number;
  readonly earlier: EarlierRuns;
}

/** Returns what the provider and earlier runs on this machine say of the time that a conversion takes. */
export async function knownPace(
  request: Pick<ConversionRequest, 'format' | 'layout' | 'acx'>,
  cast: VoiceCast,
  { chosen: { provider }, concurrency, speeds }: Pick<ConversionTools, 'chosen' | 'concurrency' | 'speeds'>,
): Promise<KnownPace> {
  const { voice } = cast.main;
  const speed = await speeds?.find({ provider: provider.id, engine: provider.identity(voice), voice });
  return {
    maxAtOnce: concurrency ?? provider.concurrency.max,
    earlier: {
      charactersPerSecond: speed?.charactersPerSecond,
      spread: speed?.spread,
      finishingMsPerCharacter: await speeds?.finishing(kindOfOutput(request)),
    },
  };
}

/** Returns the name of outputs that are finished alike. */
export function kindOfOutput({ format, layout, acx }: Pick<ConversionRequest, 'format' | 'layout' | 'acx'>): string {
  return [format, layout, acx === true ? 'acx' : undefined].filter((part) => part !== undefined).join(' ');
}
