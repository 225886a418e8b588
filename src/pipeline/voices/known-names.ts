import { fliteVoices } from '../../speech/embedded/flite/flite-voices.ts';
import { providers } from '../../speech/registry.ts';

/** Returns the ids of the speech providers. */
export function providerIds(): readonly string[] {
  return providers.map(({ id }) => id);
}

/** Returns the ids of the voices that every installation has. */
export function builtInVoices(): readonly string[] {
  return fliteVoices.map(({ id }) => id);
}
