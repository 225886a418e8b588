import { homedir } from 'node:os';
import path from 'node:path';

/** Returns a path with the home of the user in place of a `~` at its beginning. */
export function expandHome(text: string): string {
  return /^~(?=[/\\]|$)/u.test(text) ? path.join(homedir(), text.slice(1)) : text;
}
