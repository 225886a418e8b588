import { readFile } from 'node:fs/promises';
import { parseJson } from '../../core/http/parse-json.ts';
import type { ProcessContext } from '../process-context.ts';
import type { CommandRow } from '../tables/command-rows.ts';
import { complete } from './complete.ts';
import { rememberedVoices } from './voice-lists.ts';
import { joinBashWords } from './words.ts';

/**
 * Answers a completion script: `files` when the shell is to complete a path, otherwise `words` and a line per candidate, with its
 * description after a tab. Without network, and without loading the commands.
 */
export async function answerCompletion({ argv, stdout, stateFolder, environment }: ProcessContext): Promise<void> {
  const [, shell = '', ...given] = argv;
  const { words, kept } = shell === 'bash' ? joinBashWords(given) : { words: markedWords(given, shell), kept: '' };
  const folder = environment['AUDIOBOOK_STATE_DIR'] ?? stateFolder;
  const findVoices = async (provider: string | undefined) => await rememberedVoices(folder, provider);
  const { candidates, isPath } = await complete(words, await storedCommandTable(), findVoices);
  const lines = candidates.map(({ value, description }) => `${value.slice(kept.length)}\t${oneLine(description)}`);
  stdout.write([isPath ? 'files' : 'words', ...lines].map((line) => `${line}\n`).join(''));
}

/** Windows PowerShell passes no empty words: the last one has a sign in front. */
function markedWords(words: readonly string[], shell: string): readonly string[] {
  if (shell !== 'powershell') return words;
  return words.map((word, index) => (index === words.length - 1 ? word.replace(/^=/u, '') : word));
}

const maxDescription = 80;

function oneLine(description: string): string {
  const line = description.replaceAll(/\s+/gu, ' ');
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1)}…`;
}

/**
 * Returns the table that the build has written beside the program, so that completion need not load every command. Empty for
 * sources that are run without a build.
 */
async function storedCommandTable(): Promise<readonly CommandRow[]> {
  const stored = parseJson(await readFile(new URL('commands.json', import.meta.url), 'utf8').catch(() => ''));
  return isTable(stored) ? stored : [];
}

/** The build makes the file from `commandTable`. */
function isTable(stored: unknown): stored is readonly CommandRow[] {
  return Array.isArray(stored);
}
