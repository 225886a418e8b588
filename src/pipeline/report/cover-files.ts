import path from 'node:path';
import type { CoverImage } from '../../audio/audio-metadata.ts';
import { coverFileName } from '../../audio/encoding/chapter-files-encoding.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { OutputClaim } from '../output/claim-output.ts';
import type { ReportFile } from './report.ts';

/** Returns the cover in the folder of the chapters, when this run wrote it. `seconds` is the length of the book. */
export function coverFiles(
  { output }: Pick<ConversionRequest, 'output'>,
  cover: CoverImage | undefined,
  seconds: number,
  claim: Pick<OutputClaim, 'bytesOf'>,
): readonly ReportFile[] {
  const file = cover && path.join(path.resolve(output), coverFileName(cover));
  const bytes = file === undefined ? undefined : claim.bytesOf(file);
  if (file === undefined || bytes === undefined) return [];
  return [{ path: file, bytes, seconds, kind: 'cover' }];
}
