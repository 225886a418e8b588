import { formatDuration } from '../../core/strings/format-duration.ts';
import { textStart } from '../../text/text-start.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { Assembly } from '../encode/assemble.ts';
import { compareFinished } from './compare-finished.ts';
import type { FinishedComparison } from './compare-finished.ts';
import type { RunLog } from '../run-log.ts';

/** Most passages that are named in warnings. The report has all. */
const maxNamed = 3;

/** Looks for what was heard in the finished files, and warns of what is not there. Audio that is passed on has no file. */
export async function compareWithHeard(
  { output, stream }: ConversionRequest,
  assembly: Assembly,
  { ffmpeg, signal }: ConversionTools,
  { onProgress, warn }: RunLog,
): Promise<FinishedComparison | undefined> {
  if (stream) return undefined;
  const finished = await compareFinished(assembly, output, { ffmpeg, signal, onProgress });
  const { altered = [] } = finished ?? {};
  for (const { segment, file, fileSeconds } of altered.slice(0, maxNamed)) {
    const where = `${file} at ${formatDuration(fileSeconds)}`;
    warn(`What was heard of "${textStart(segment.text)}" is not in ${where}. Run again to write the file again.`);
  }
  const more = altered.length - maxNamed;
  if (more > 0) warn(`The same holds for ${more} more passages. The report has all of them.`);
  return finished;
}
