import { acxLimits } from '../../audio/acx/acx-limits.ts';
import { checkBitrate } from '../../audio/check-bitrate.ts';
import { parseBitrate } from '../../audio/encoding/parse-bitrate.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import type { ConversionRequest } from '../conversion.ts';

type Packing = Pick<
  ConversionRequest,
  'format' | 'layout' | 'bitrate' | 'loudness' | 'maxPartSeconds' | 'acx' | 'readAlong' | 'readAlongAudio'
>;

/**
 * Checks that the options about the audio files fit together. Throws `bad-value` for a bitrate that the format does not have,
 * for parts of a format that has none, for the audio of a read-along that is not made, and for anything that ACX does not take.
 */
export function checkPacking(request: Packing): void {
  const { format, bitrate, maxPartSeconds, acx, readAlong = false, readAlongAudio } = request;
  if (acx) checkAcxPacking(request);
  if (bitrate !== undefined) checkBitrate(format, bitrate);
  if (maxPartSeconds !== undefined && format !== 'm4b') {
    const message = `Only M4B is split into parts. Leave out the part length or choose M4B instead of ${format.toUpperCase()}.`;
    throw new AudiobookError('bad-value', message);
  }
  // Forms send the default for a field that is left alone.
  if (readAlongAudio === 'mp3' && readAlong === false) {
    const message =
      'There is no read-along that could have its audio as MP3. Ask for one, or leave out the format of its audio.';
    throw new AudiobookError('bad-value', message);
  }
}

function checkAcxPacking({ format, layout, bitrate, loudness }: Packing): void {
  if (format !== 'mp3') throw invalidValue('format', format, 'mp3, the only format that ACX takes');
  if (layout !== 'chapters') throw invalidValue('layout', layout, 'chapters, since ACX takes one file per chapter');
  if (loudness === 'off') throw invalidValue('loudness', loudness, 'on, since ACX takes only leveled files');
  const { minBitrate } = acxLimits;
  if (bitrate !== undefined && parseBitrate(bitrate) < minBitrate) {
    throw invalidValue('bitrate', bitrate, `${minBitrate / 1000}k or more, as ACX requires`);
  }
}
