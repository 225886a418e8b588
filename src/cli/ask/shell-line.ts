/** Words that no shell reads as anything else. */
const plain = /^[\w@%+=:,./-]+$/u;

/** Returns words as one line for the shell of the platform, which gives the same words again. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return words.map((word) => (plain.test(word) ? word : quoted(word, platform))).join(' ');
}

/** In PowerShell and cmd, double quotes hold what single quotes hold elsewhere. */
function quoted(word: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
