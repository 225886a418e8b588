import { withWordTimes } from '../../speech/words/with-word-times.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { ChosenProvider } from './choose-provider.ts';

/** Returns the tools of a conversion whose provider returns when words begin, where a read-along by word needs that. */
export function toolsForWords<Tools extends { readonly chosen: ChosenProvider }>(
  tools: Tools,
  { readAlong }: Pick<ConversionRequest, 'readAlong'>,
): Tools {
  if (readAlong !== 'word') return tools;
  return { ...tools, chosen: { ...tools.chosen, provider: withWordTimes(tools.chosen.provider) } };
}
