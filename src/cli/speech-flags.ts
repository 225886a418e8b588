import type { Command } from 'commander';
import { chapterNumbers } from '../pipeline/chapter-numbers.ts';
import type { ConversionRequest } from '../pipeline/conversion.ts';
import { parseDuration } from './parse-duration.ts';
import { wholeNumber } from './whole-number.ts';

/** The flags of `addSpeechFlags`, as commander hands them over. */
export interface SpeechFlags {
  readonly provider?: string;
  readonly voice?: string;
  readonly language?: string;
  readonly concurrency?: number;
  readonly waitForProvider?: number;
  readonly chapters?: readonly number[];
  readonly maxChapters?: number;
  readonly allowGaps?: boolean;
}

/** Adds the flags that say who speaks and how. */
export function addSpeechFlags(command: Command): Command {
  return command
    .option('--provider <id>', 'speech provider (see: audiobook providers)')
    .option('--voice <id>', 'voice of the provider (see: audiobook voices)')
    .option('--language <code>', 'BCP-47 language code (default: the book’s own)')
    .option('--chapters <numbers>', 'speak only these, like 1,3-5', chapterNumbers)
    .option('--max-chapters <number>', 'speak only so many chapters, from the first', wholeNumber)
    .option('--concurrency <number>', 'requests in flight (default: found while running)', wholeNumber)
    .option('--wait-for-provider <time>', 'wait so long for a provider that is starting, like 5m', parseDuration)
    .option('--allow-gaps', 'go on when a piece of text cannot be spoken; exit code 9 tells');
}

/** What the speech flags ask of a conversion; provider, concurrency and waiting are asked of its tools. */
export function speechChoices(
  flags: SpeechFlags,
): Pick<ConversionRequest, 'voice' | 'language' | 'chapters' | 'maxChapters' | 'allowGaps'> {
  const { voice, language, chapters, maxChapters, allowGaps } = flags;
  return {
    ...(voice !== undefined && { voice }),
    ...(language !== undefined && { language }),
    ...(chapters && { chapters }),
    ...(maxChapters !== undefined && { maxChapters }),
    ...(allowGaps && { allowGaps }),
  };
}
