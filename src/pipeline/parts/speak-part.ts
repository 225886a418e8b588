import { pcmSeconds } from '../../core/pcm.ts';
import { textLength } from '../../text/text-length.ts';
import type { ConversionTools } from '../conversion.ts';
import { startRunLog } from '../run-log.ts';
import { synthesisTools } from '../speak-book.ts';
import { synthesize } from '../synthesis/synthesis.ts';
import { openSpeech } from './open-speech.ts';
import type { SpeechRequest } from './open-speech.ts';
import type { PartRange } from './split-speech.ts';

/**
 * Speaks a part of a book into the segment store and assembles nothing: the conversion finds there what it would have spoken. What is
 * stored already is not spoken again. Throws what the conversion throws.
 */
export async function speakPart(
  conversion: SpeechRequest,
  { from, to }: PartRange,
  given: ConversionTools,
): Promise<void> {
  const log = startRunLog(given.onProgress);
  const { tools, cast, segments } = await openSpeech(conversion, given, log);
  const part = segments.filter(({ index }) => index >= from && index < to);
  for await (const { segment, pcm, stored } of synthesize(part, synthesisTools(conversion.request, cast, tools, log))) {
    log.onProgress({
      type: 'segment-spoken',
      chapter: segment.chapter,
      segment: segment.index,
      characters: textLength(segment.text, 'chars'),
      seconds: pcm ? pcmSeconds(pcm) : 0,
      stored,
    });
  }
}
