import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { ReportFile } from './report.ts';

/** Adds a hash to each file, by which a later run sees whether it was changed. */
export async function withHashes(files: readonly ReportFile[]): Promise<ReportFile[]> {
  const hashed: ReportFile[] = [];
  for (const file of files) hashed.push({ ...file, sha256: await fileSha256(file.path) });
  return hashed;
}
