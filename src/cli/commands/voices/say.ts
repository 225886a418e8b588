import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { isStandardOutput } from '../../../core/files/resolve-target.ts';
import { AudiobookError, invalidValue } from '../../../core/errors.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { providerOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { sayPhonemes, sayText } from '../../../pipeline/say/say-text.ts';
import type { SayRequest } from '../../../pipeline/say/say-text.ts';
import { spokenFormats } from '../../../pipeline/say/speak-text.ts';
import type { SpokenFormat } from '../../../pipeline/say/speak-text.ts';
import { defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { playAudio } from '../../play-audio.ts';
import type { ProcessContext } from '../../process-context.ts';
import { bookFileOptions } from '../../options.ts';

/** A text to try a voice with, not a book: its sound is kept in memory. */
const maxCharacters = 20_000;
const fileFormats = spokenFormats.filter((format) => format !== 'pcm');

const sayOptions = {
  output: {
    flag: '-o, --output <file>',
    schema: z.string(),
    description: `file to write (${fileFormats.join(', ')}), or - for WAV on standard output`,
    defaultNote: 'play it',
    isPath: true,
  },
  play: { flag: '--play', schema: switchSchema, description: 'play it, too, when it is written to a file' },
  force: bookFileOptions.force,
  voice: { ...speechOptions.voice, schema: z.string().max(200), description: 'voice of the speech provider' },
  language: speechOptions.language,
  speed: {
    flag: '--speed <factor>',
    schema: z.coerce.number().min(0.5).max(2),
    description: 'speed relative to that of the voice; the pitch stays',
    default: 1,
  },
  lexicon: speechOptions.lexicon,
  phonemes: {
    flag: '--phonemes',
    schema: switchSchema,
    description:
      'print the phonemes that the voice is given instead of speaking, an utterance a line; with voices of Kokoro',
  },
  provider: providerOptions.provider,
} as const;

/** `audiobook say TEXT`: speaks a text, to try a voice or a lexicon. */
export const command = defineCommand({
  description:
    'Speaks a text, or standard input without one, to try a voice or a lexicon: plays it where a player is found ' +
    '(ffplay, mpv, afplay, aplay), or writes it to a file.',
  argument: { name: '[text...]', description: 'what to say; standard input without it' },
  options: sayOptions,
  async run(invocation) {
    const { context, options, args, settings } = invocation;
    const { output, play } = options;
    if (options.phonemes) {
      await printPhonemes(invocation);
      return;
    }
    const file = output === undefined || isStandardOutput(output) ? undefined : output;
    const format = file === undefined ? 'wav' : formatOf(file);
    if (file !== undefined) await requireFree(file, options.force);
    const text = await textToSay(context, args);
    const audio = await sayText({ ...speakerIn(invocation), text, format }, await settings());
    if (file !== undefined) {
      await writeFileAtomic(file, audio);
      context.stdout.write(`${file}\n`);
    } else if (output !== undefined) context.stdout.write(audio);
    if (output === undefined || play) await playAudio(audio, { ...context, format });
  },
});

function formatOf(file: string): SpokenFormat {
  const extension = path.extname(file).slice(1).toLowerCase();
  const format = fileFormats.find((known) => known === extension);
  if (format !== undefined) return format;
  throw invalidValue('output', path.basename(file), `a file name that ends in .${fileFormats.join(', .')}`);
}

async function requireFree(file: string, force: boolean | undefined): Promise<void> {
  if (force) return;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return;
  throw new AudiobookError('bad-value', `${file} exists. Use --force to replace it.`);
}

async function textToSay({ stdin, stderr }: ProcessContext, args: readonly string[]): Promise<string> {
  const isRead = args.length === 0 || (args.length === 1 && args[0] === '-');
  if (isRead && stdin.isTTY) stderr.write('Type what to say, then press Ctrl-D.\n');
  const text = isRead ? await readText(stdin) : args.join(' ');
  if (text.length <= maxCharacters) return text;
  throw invalidValue('text', `${text.slice(0, 40)}…`, `at most ${maxCharacters} characters. Convert longer texts`);
}

/** Reads no more than is needed to find that a text is too long. */
async function readText(stdin: ProcessContext['stdin']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > maxCharacters) break;
  }
  return text + decoder.decode();
}

async function printPhonemes(invocation: Invocation<typeof sayOptions>): Promise<void> {
  const { context, options, args, settings } = invocation;
  if (options.output !== undefined || options.play) {
    throw new AudiobookError('usage', '--phonemes speaks nothing, so it takes neither --output nor --play.');
  }
  const text = await textToSay(context, args);
  context.stdout.write(await sayPhonemes({ ...speakerIn(invocation), text }, await settings()));
}

function speakerIn({
  context: { signal },
  options: { voice, language, provider, lexicon, speed = 1 },
  warn,
}: Invocation<typeof sayOptions>): Omit<SayRequest, 'text' | 'format'> {
  return { voice, language, provider, lexicons: lexicon?.map((file) => ({ file })), speed, signal, warn };
}
