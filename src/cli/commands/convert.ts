import path from 'node:path';
import { convert } from '../../pipeline/convert.ts';
import type { ConversionRequest } from '../../pipeline/conversion.ts';
import type { Host } from '../host.ts';
import { addModelFlags, modelChoices } from '../model-flags.ts';
import type { ModelFlags } from '../model-flags.ts';
import { addOutputFlags, outputChoices } from '../output-flags.ts';
import type { OutputFlags } from '../output-flags.ts';
import type { DefineCommand } from '../command.ts';
import { addReadingFlags, readingChoices } from '../reading-flags.ts';
import type { ReadingFlags } from '../reading-flags.ts';
import { addRunFlags, runConversion } from '../run-conversion.ts';
import type { RunFlags } from '../run-conversion.ts';
import { withPassword } from '../with-password.ts';
import { addSpeechFlags, speechChoices } from '../speech-flags.ts';
import type { SpeechFlags } from '../speech-flags.ts';

type ConvertFlags = ReadingFlags & SpeechFlags & ModelFlags & OutputFlags & RunFlags;

/** `audiobook convert BOOK`: the text as it stands, spoken; an MP3 unless another format is asked for. */
export const defineConvert: DefineCommand = (command, host, done) => {
  command
    .description('Speaks a book (EPUB or PDF) as it stands: an MP3 with chapter marks, tags and cover.')
    .argument('<book>', 'EPUB or PDF file');
  for (const add of [addOutputFlags, addSpeechFlags, addReadingFlags, addModelFlags, addRunFlags]) add(command);
  command.action(async (book: string, flags: ConvertFlags) => {
    const code = await withPassword(host, flags.password, async (password) => {
      const request = convertRequest(host, book, { ...flags, password });
      return await runConversion(host, flags, (tools) => convert(request, tools));
    });
    done(code);
  });
};

function convertRequest(host: Host, book: string, flags: ConvertFlags): ConversionRequest {
  const bookFile = path.resolve(host.workingFolder, book);
  return {
    bookFile,
    reading: readingChoices(flags),
    ...outputChoices(flags, { host, bookFile, usual: 'mp3' }),
    ...speechChoices(flags),
    ...modelChoices(flags),
  };
}
