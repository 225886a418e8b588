import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import { packageVersion } from '../package-version.ts';
import type { DefineCommand } from '../command.ts';
import { wholeNumberFrom } from '../whole-number.ts';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly auth: boolean;
  readonly grace: number;
}

/** `audiobook serve`: the HTTP service, until it is told to stop. */
export const defineServe: DefineCommand = (command, host, done) => {
  command
    .description('Serves the conversions over HTTP. Prints its address on stdout and JSON log lines on stderr.')
    .option('--host <address>', 'address to listen on; any but the loopback needs AUDIOBOOK_TOKEN', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumberFrom(0, 65_535), 8000)
    .option('--no-auth', 'let everybody in who can reach the address')
    .option(
      '--grace <seconds>',
      'how long running conversions may go on once it is told to stop',
      wholeNumberFrom(0, 86_400),
      10,
    )
    .action(async (flags: ServeFlags) => {
      await run(host, flags);
      done(0);
    });
};

async function run(host: Host, { host: address, port, auth, grace }: ServeFlags): Promise<void> {
  const { serve } = await import('../../server/serve.ts');
  const settings = await hostSettings(host);
  await serve({
    settings,
    version: packageVersion(),
    host: address,
    port,
    auth,
    graceMs: grace * 1000,
    cacheFolder: host.cacheFolder,
    log: host.stderr,
    signal: host.signal,
    onListening: (url) => void host.stdout.write(`${url}\n`),
  });
}
