import type { Settings } from '../core/settings.ts';
import { withLexicon } from '../speech/with-lexicon.ts';
import { withSpeed } from '../speech/with-speed.ts';
import { withWordTimes } from '../speech/words/with-word-times.ts';
import { readCast } from './cast/cast-source.ts';
import { withGuestVoices } from './cast/guest-voices.ts';
import type { ConversionRequest } from './conversion.ts';
import { openBudget, withinBudget } from './plan/budget.ts';
import type { Budget } from './plan/budget.ts';
import type { ChosenProvider } from './open/choose-provider.ts';
import { loadLexicon } from './open/load-lexicon.ts';

/** The parts of a request that decide on the tools of its run. */
type ToolChoices = Pick<ConversionRequest, 'castSource' | 'lexicons' | 'maxCost' | 'readAlong' | 'speed'>;

interface GivenTools {
  readonly chosen: ChosenProvider;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Returns the tools of a run. Its provider has the voices of other providers that the cast names, returns when words begin where a
 * read-along needs that, speaks at the speed of the request, knows its pronunciations, and stays within its cost limit. Disposing
 * closes the other providers. Throws as `readCast`, `withGuestVoices` and `loadLexicon` do.
 */
export async function runTools<Tools extends GivenTools>(
  given: Tools,
  { castSource, lexicons, maxCost, readAlong, speed = 1 }: ToolChoices,
  warn: (message: string) => void,
): Promise<{ readonly tools: Tools & { readonly budget: Budget | undefined } } & AsyncDisposable> {
  const { settings, chosen } = given;
  const own = chosen.provider;
  const cast = castSource && (await readCast(castSource))?.cast;
  const guests = cast ? await withGuestVoices(own, cast, { ...given, warn }) : own;
  const budget = openBudget(maxCost);
  const timed = readAlong === 'word' ? withWordTimes(guests) : guests;
  const spoken = withSpeed(withinBudget(budget, timed, settings), speed);
  const close = async (): Promise<void> => (guests === own ? undefined : await guests[Symbol.asyncDispose]());
  try {
    const lexicon = await loadLexicon(lexicons);
    const provider = lexicon ? withLexicon(spoken, lexicon) : spoken;
    return { tools: { ...given, chosen: { ...chosen, provider }, budget }, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
