import { formatDuration } from '../../../core/strings/format-duration.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { chapterOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { verifyAudio } from '../../../pipeline/hear/verify-audio.ts';
import type { AudioProblem, AudioVerification } from '../../../pipeline/hear/verify-audio.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { withChoices } from '../../with-answers.ts';
import { jsonOptions } from '../../options.ts';

/** `audiobook verify BOOK AUDIO…`: hears whether every word of a book is in its audio. */
export const command = defineCommand({
  description:
    'Listens to audio files with a recognizer and compares them with the text of a book, also when another program made them. Ends with exit code 9 when words are missing, repeated or wrong.',
  argument: bookArgument,
  secondArgument: { name: '<audio...>', description: 'audio files of the book, in order' },
  options: { ...jsonOptions, language: speechOptions.language, ...chapterOptions, ...readingOptions },
  async run({ context, options, args: [book, ...audio], file, settings, warn, print }) {
    const { signal, stderr } = context;
    const tools = { settings: await settings(), signal, warn, onHeard: heardLines(stderr) };
    const { language } = options;
    const result = await withChoices(context, options, async (reading) => {
      const files = { bookFile: file(book), audioFiles: audio.map(file) };
      return await verifyAudio({ ...files, language, chapters: options, reading }, tools);
    });
    print(result, () => lines(result));
    return result.complete ? 0 : exitCodes.incomplete;
  },
});

/** A line for every ten minutes of audio. */
const secondsPerLine = 600;

function heardLines(stderr: { write(text: string): unknown }): (seconds: number) => void {
  let shown = 0;
  return (seconds) => {
    if (seconds < shown + secondsPerLine) return;
    shown = seconds;
    stderr.write(`Heard ${formatDuration(seconds)}\n`);
  };
}

function lines({ complete, words, seconds, recognizer, problems }: AudioVerification): string {
  const heard = `${words} words in ${formatDuration(seconds)}, heard by ${recognizer}`;
  const verdict = complete ? 'every word is there' : `${problems.length} passages are not whole`;
  return `${problems.map(problemLine).join('')}${heard}: ${verdict}.\n`;
}

function problemLine({ number, title, verdict, seconds, missing }: AudioProblem): string {
  const words = missing.length > 0 ? `: ${missing.map((text) => `"${text}"`).join(', ')}` : '';
  return `${formatDuration(seconds)}  chapter ${number} (${title})  ${verdict}${words}\n`;
}
