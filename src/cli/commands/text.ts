import path from 'node:path';
import { Option } from 'commander';
import { bookText, textFormats } from '../../pipeline/queries/book-text.ts';
import type { TextFormat } from '../../pipeline/queries/book-text.ts';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import type { Host } from '../host.ts';
import type { DefineCommand } from '../command.ts';
import { addReadingFlags, readingChoices } from '../reading-flags.ts';
import type { ReadingFlags } from '../reading-flags.ts';
import { withPassword } from '../with-password.ts';

interface TextFlags extends ReadingFlags {
  readonly output?: string;
  readonly format?: TextFormat;
}

/** `audiobook text BOOK`: the cleaned text, as it would be spoken. */
export const defineText: DefineCommand = (command, host, done) => {
  command
    .argument('<book>', 'EPUB or PDF file')
    .option('-o, --output <file>', 'file to write (default: stdout)')
    .addOption(
      new Option('--format <form>', 'txt, md, or json with chapters and blocks (default: by the file’s name)').choices([
        ...textFormats,
      ]),
    );
  addReadingFlags(command).action(async (book: string, flags: TextFlags) => {
    await run(host, book, flags);
    done(0);
  });
};

async function run(host: Host, book: string, flags: TextFlags): Promise<void> {
  const output = flags.output === undefined ? undefined : path.resolve(host.workingFolder, flags.output);
  const form = flags.format ?? formByName(output);
  const file = path.resolve(host.workingFolder, book);
  const { text, warnings } = await withPassword(host, flags.password, (password) =>
    bookText(file, form, { ...readingChoices({ ...flags, password }), signal: host.signal }),
  );
  for (const warning of warnings) host.stderr.write(`Warning: ${warning}\n`);
  if (output === undefined) host.stdout.write(text);
  else await writeFileAtomic(output, text);
}

function formByName(output: string | undefined): TextFormat {
  const ending = output === undefined ? '' : path.extname(output).slice(1).toLowerCase();
  return textFormats.find((form) => form === ending) ?? 'txt';
}
