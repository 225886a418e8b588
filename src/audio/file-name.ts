import { cleanLine } from './audio-metadata.ts';
import { cutToBytes } from './cut-to-bytes.ts';

const MAX_NAME_BYTES = 120;

/** A title as a part of a file name that every system takes: no path, no reserved characters, not too long. May be empty. */
export function fileName(title: string): string {
  const plain = cleanLine(title).replaceAll(/[/\\:*?"<>|\p{Cf}]+/gu, ' ');
  return cutToBytes(cleanLine(plain), MAX_NAME_BYTES).replaceAll(/^[. ]+|[. ]+$/gu, '');
}
