import type { SpeechProvider } from '../speech/provider.ts';
import { pausesAtSpeed } from '../text/pause-after-ms.ts';
import type { ConversionRequest } from './conversion.ts';
import { namedLanguages } from './options/parse-voices.ts';
import { isTimed } from './output/write-timed-text.ts';
import type { PlanOptions } from './plan.ts';

/** Returns how the text of a conversion is divided for a provider. `language` is that of the book. */
export function planOptionsFor(
  request: Pick<
    ConversionRequest,
    'pauses' | 'speed' | 'subtitles' | 'readAlong' | 'bySentence' | 'voice' | 'languageSwitch'
  >,
  { limit, target }: Pick<SpeechProvider, 'limit' | 'target'>,
  language: string,
): PlanOptions {
  const { pauses, speed, voice, languageSwitch } = request;
  // Between the sentences of one request, the voice decides.
  const bySentence = request.bySentence || isTimed(request) || pauses?.sentence !== undefined;
  const phraseLanguages = namedLanguages(voice, languageSwitch);
  return { limit, target, language, bySentence, phraseLanguages, pauses: { ...pausesAtSpeed(speed), ...pauses } };
}
