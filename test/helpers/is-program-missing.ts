import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Reports whether a program is not installed, with a warning that names it, so that its tests can be skipped. */
export function isProgramMissing(program: string): boolean {
  const isFound = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => isExecutable(path.join(folder, program)));
  if (!isFound) console.warn(`Skipping tests that need '${program}', which is not installed.`);
  return !isFound;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
