import { AudiobookError } from '../../core/errors.ts';
import type { NarrationRequest } from '../conversion.ts';
import { sourceSha256 } from '../read/source-sha256.ts';
import type { BookSource } from '../read/book-source.ts';
import type { OutputClaim } from './claim-output.ts';

/** Returns what stands for the claim of an output when audio is passed on and no file is written. */
export async function streamClaim(source: BookSource): Promise<OutputClaim> {
  return {
    bookSha256: await sourceSha256(source),
    async check() {},
    async commit() {},
    bytesOf: () => undefined,
    async finish() {},
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws `bad-value` for an option of a stream that needs a file. */
export function checkStream(request: NarrationRequest): void {
  const { layout, acx, subtitles, readAlong, keepWav, translate } = request;
  const needing: readonly (readonly [name: string, isGiven: boolean])[] = [
    ['one file per chapter', layout === 'chapters' || acx === true],
    ['subtitles', subtitles !== undefined],
    ['a read-along', Boolean(readAlong)],
    ['a WAV beside it', keepWav === true],
    ['a translation', translate !== undefined],
  ];
  const found = needing.find(([, isGiven]) => isGiven);
  if (!found) return;
  throw new AudiobookError('bad-value', `Audio on standard output cannot have ${found[0]}. Name a file with --output.`);
}
