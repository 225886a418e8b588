import type { ProcessContext } from '../process-context.ts';
import { askConversion } from './ask-conversion.ts';
import type { AskedOptions } from './ask-conversion.ts';

/** Asks for a book and what the command line leaves open, prints the command that does the same, and returns its words. */
export async function completeConversion(context: ProcessContext, options: AskedOptions): Promise<readonly string[]> {
  const { argv, stderr } = context;
  const [book = '', ...flags] = await askConversion(context, options);
  const at = argv.indexOf('convert') + 1;
  const words = [...argv.slice(0, at), book, ...argv.slice(at), ...flags];
  stderr.write(`\nThe same without questions:\naudiobook ${shellLine(withoutPassword(words))}\n\n`);
  return words;
}

/** A password stays out of the screen and of what is copied from it. */
function withoutPassword(words: readonly string[]): readonly string[] {
  return words.map((word, at) => {
    if (words[at - 1] === '--password') return '***';
    return word.startsWith('--password=') ? '--password=***' : word;
  });
}

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
