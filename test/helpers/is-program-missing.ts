import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Whether an independent reader is not installed; its tests are then skipped, and the run says which program it was. */
export function isProgramMissing(program: string): boolean {
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => isExecutable(path.join(folder, program)));
  if (!found) console.warn(`Skipping tests that need '${program}', which is not installed.`);
  return !found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
