import type { Pruned } from '../../../pipeline/store/prune-store.ts';
import { formatSize } from '../../view/format-size.ts';

/** Returns the line that says what was removed from the segment store. */
export function prunedLine({ removedFiles, removedBytes, bytes }: Pruned): string {
  const files = removedFiles === 1 ? '1 file' : `${removedFiles} files`;
  return `Removed ${files} (${formatSize(removedBytes)}). ${formatSize(bytes)} remain.\n`;
}
