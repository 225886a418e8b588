import path from 'node:path';
import { maxGroupSeconds } from '../../audio/files/group-by-duration.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { Assembly } from '../encode/assemble.ts';
import type { RunLog } from '../run-log.ts';
import { textStart } from '../../text/text-start.ts';
import { warnOfBookText, warnOfDoubts } from '../script/script-gaps.ts';
import type { NarrationReport } from '../script/script-gaps.ts';
import { acxProblems } from './report.ts';

/** What was made. */
interface Result {
  readonly request: ConversionRequest;
  readonly assembly: Assembly;
  readonly narrated: NarrationReport | undefined;
}

/** Warns of what a person should know of the finished audio and its scripts. */
export function warnOfResult({ assembly, narrated, request }: Result, log: RunLog): void {
  warnOfLoudness(assembly.leveling, log);
  warnOfLongParts(assembly, request, log);
  warnOfBookText(narrated?.chapters ?? [], log);
  warnOfDoubts(narrated?.chapters ?? [], log);
  warnOfAcxProblems(assembly, log);
  warnOfDoubtful(assembly, log);
}

/** Most passages that are named in a warning. The report has all. */
const maxNamed = 3;

/** Ends the warnings of a run: its words are complete, but it is not sure of every passage that it is right. */
function warnOfDoubtful({ doubtful, planned }: Assembly, log: RunLog): void {
  if (doubtful.length === 0) return;
  const named = doubtful.slice(0, maxNamed).map(({ segment }) => {
    return `"${textStart(segment.text)}" (chapter ${planned[segment.chapter]?.number ?? 1})`;
  });
  const more = doubtful.length - named.length;
  const places = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const passages = doubtful.length === 1 ? '1 passage is' : `${doubtful.length} passages are`;
  log.warn(
    `${passages} in doubt: ${places}. The report lists them under 'doubtful'. A second run asks for them again, one with --verify hears them.`,
  );
}

function warnOfAcxProblems(assembly: Assembly, log: RunLog): void {
  for (const { file, problems } of acxProblems(assembly) ?? []) {
    log.warn(`ACX would refuse '${path.basename(file)}': ${problems.join('; ')}.`);
  }
}

/** Half of the tolerance is the converter's own. The rest is the difference to the meters of others. */
const maxMissingLu = 0.5;

/** Warns when a further encoding could not bring the book to its loudness, for example because it is nearly silent. */
function warnOfLoudness(leveling: Leveling | undefined, log: RunLog): void {
  if (leveling === undefined || Math.abs(leveling.missingLu) <= maxMissingLu) return;
  const { lufs, missingLu } = leveling;
  log.warn(`The loudness is ${lufs.toFixed(1)} LUFS. The target is ${(lufs + missingLu).toFixed(1)} LUFS.`);
}

/** A part is never cut inside a chapter. */
function warnOfLongParts({ chapters, samples, sampleRate }: Assembly, request: ConversionRequest, log: RunLog): void {
  const { format, layout, maxPartSeconds = maxGroupSeconds } = request;
  if (format !== 'm4b' || layout === 'chapters') return;
  for (const [index, { title, startSample }] of chapters.entries()) {
    const seconds = ((chapters[index + 1]?.startSample ?? samples) - startSample) / sampleRate;
    if (seconds <= maxPartSeconds) continue;
    log.warn(
      `The chapter '${title}' takes ${Math.ceil(seconds)} s and is longer than a part (${maxPartSeconds} s). Its file is longer, too.`,
    );
  }
}
