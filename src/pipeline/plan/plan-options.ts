import type { SpeechProvider } from '../../speech/provider.ts';
import { pausesAtSpeed } from '../../text/pause-after-ms.ts';
import { announcementsFor } from './announcements.ts';
import type { ConversionRequest } from '../conversion.ts';
import { namedLanguages } from '../options/parse-voices.ts';
import type { PlanOptions } from './plan.ts';
import type { RunBook } from '../read/read-for-run.ts';

/** Returns how the text of a conversion is divided for a provider. `language` is that of the book. */
export function planOptionsFor(
  request: Pick<
    ConversionRequest,
    | 'pauses'
    | 'speed'
    | 'stream'
    | 'bySentence'
    | 'voice'
    | 'languageSwitch'
    | 'announceChapters'
    | 'intro'
    | 'outro'
    | 'tags'
  >,
  { limit, target, isSilent }: Pick<SpeechProvider, 'limit' | 'target' | 'isSilent'>,
  language: string,
  { book, chosen }: RunBook,
): PlanOptions {
  const { pauses: { preset, ...pauses } = {}, speed, stream, voice, languageSwitch } = request;
  // Between the sentences of one request, the voice decides.
  const bySentence = request.bySentence || pauses.sentence !== undefined;
  const phraseLanguages = namedLanguages(voice, languageSwitch);
  const length = stream ? Math.min(target, streamedTarget) : target;
  return {
    limit,
    target: length,
    language,
    bySentence,
    phraseLanguages,
    isSilent,
    pauses: { ...pausesAtSpeed(speed, preset), ...pauses },
    announcements: announcementsFor(request, book, chosen.length),
  };
}

/** A quarter of a minute: the first segment is heard when all of it is there. */
const streamedTarget = 250;

/** Reports whether a conversion needs the time of each sentence. */
export function isTimed({
  subtitles: formats = [],
  readAlong = false,
}: Pick<ConversionRequest, 'subtitles' | 'readAlong'>): boolean {
  return Boolean(readAlong) || formats.length > 0;
}
