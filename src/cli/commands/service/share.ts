import { z } from 'zod';
import { ownAddresses } from '../../../core/http/own-addresses.ts';
import { invalidValue } from '../../../core/errors.ts';
import { wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { codeOrAddress } from '../../view/service-lines.ts';

/** Who has not taken the phone out by then has gone. */
const idleMs = 60 * 60_000;

/** `audiobook share FILE`: sends one file to a phone. */
export const command = defineCommand({
  description:
    'Shows a QR code from which a phone in the same network fetches one file. Ends when it was fetched, after an hour without anyone, or with Ctrl-C. Prints the address on stdout.',
  argument: { name: '<file>', description: 'an audiobook, or any other file' },
  options: {
    host: {
      flag: '--host <address>',
      schema: z.string(),
      description: 'address of this machine that the phone reaches',
      defaultNote: 'its first one in a home network',
    },
    port: {
      flag: '--port <number>',
      schema: wholeNumber(0, 65_535),
      description: 'port to listen on; 0 chooses a free one',
      default: 0,
    },
  },
  async run({ context, options, args: [word], file }) {
    const { signal, stdout, stderr } = context;
    const { host = ownAddresses()[0], port = 0 } = options;
    if (host === undefined) throw invalidValue('host', '', 'an address of this machine, which is in no network');
    const { shareFile } = await import('../../../server/share-file.ts');
    const showCode = async (url: string): Promise<void> =>
      void stderr.write(`${await codeOrAddress(url, context)}Scan it with the camera of the phone. Ctrl-C ends it.\n`);
    const onListening = (url: string): void => {
      stdout.write(`${url}\n`);
      if (stderr.isTTY) void showCode(url);
    };
    const onFetch = (from: string): void => void stderr.write(`Fetched by ${from}\n`);
    const isWhole = await shareFile({ file: file(word), host, port, idleMs, signal, onListening, onFetch });
    stderr.write(isWhole ? 'Sent.\n' : 'Nobody fetched it within an hour.\n');
    return isWhole ? 0 : exitCodes.incomplete;
  },
});
