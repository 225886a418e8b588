import { withSpeed } from '../../speech/with-speed.ts';
import type { ChosenProvider } from './choose-provider.ts';

/** Returns the tools of a conversion with a provider at a speed. Undefined leaves voices at their own. */
export function toolsAtSpeed<Tools extends { readonly chosen: ChosenProvider }>(tools: Tools, speed = 1): Tools {
  return { ...tools, chosen: { ...tools.chosen, provider: withSpeed(tools.chosen.provider, speed) } };
}
