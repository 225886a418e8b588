import { escapePattern } from '../../core/strings/escape-pattern.ts';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Reports whether a word of the command line has the signs of a pattern. */
export function isGlob(word: string): boolean {
  return /[*?[{]/u.test(word);
}

/**
 * Returns the files that a pattern of a shell matches, sorted: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of folders.
 * Names that begin with a dot need a dot in the pattern. Links to folders are not followed by `**`.
 */
export async function expandGlob(pattern: string, folder: string): Promise<readonly string[]> {
  const absolute = path.resolve(folder, pattern);
  const { root } = path.parse(absolute);
  const files: string[] = [];
  for (const alternative of braces(absolute.slice(root.length))) {
    files.push(
      ...(await match(
        root,
        alternative.split(path.sep).filter((part) => part !== ''),
      )),
    );
  }
  return [...new Set(files)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Far more than a person writes, and far less than what `{a,b}{a,b}…` can come to. */
const maxAlternatives = 1000;

/** Returns the patterns that `{a,b}` stands for. */
function braces(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((text) => {
      const [all, list = ''] = /\{([^{}]*,[^{}]*)\}/u.exec(text) ?? [];
      return all === undefined ? [text] : list.split(',').map((item) => text.replace(all, () => item));
    });
    if (next.length === patterns.length || next.length > maxAlternatives) return patterns;
    patterns = next;
  }
}

/** Returns the files in a folder that the parts of a pattern match. */
async function match(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const [part, ...others] = parts;
  if (part === undefined) return (await isFile(folder)) ? [folder] : [];
  if (!isGlob(part)) return await match(path.join(folder, part), others);
  if (part === '**') return await matchBelow(folder, others.length === 0 ? ['*'] : others);
  const isMatch = matcher(part);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const matches = entries.filter(({ name }) => isMatch(name));
  return (await Promise.all(matches.map(({ name }) => match(path.join(folder, name), others)))).flat();
}

/** Returns the matches in a folder and in all folders below it. */
async function matchBelow(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const files = [...(await match(folder, parts))];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    files.push(...(await matchBelow(path.join(folder, entry.name), parts)));
  }
  return files;
}

/** Returns a test for the names that one part of a pattern matches. */
function matcher(part: string): (name: string) => boolean {
  const tokens = part.match(/\*+|\?|\[[!^]?\]?[^\]]*\]|./gsu) ?? [];
  const expression = new RegExp(`^${tokens.map(tokenSource).join('')}$`, 'su');
  return (name) => (part.startsWith('.') || !name.startsWith('.')) && expression.test(name.normalize('NFC'));
}

function tokenSource(token: string): string {
  if (token.startsWith('*')) return '.*';
  if (token === '?') return '.';
  if (!token.startsWith('[') || token.length === 1) return escapePattern(token.normalize('NFC'));
  const negation = /^\[[!^]/u.test(token) ? '^' : '';
  const inside = token.slice(negation === '' ? 1 : 2, -1).replaceAll(/[\\[\]^]/gu, String.raw`\$&`);
  return `[${negation}${inside}]`;
}

async function isFile(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}
