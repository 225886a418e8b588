import type { Command } from 'commander';
import type { ConversionTools } from '../pipeline/conversion.ts';
import { prepareTools } from '../pipeline/tools/prepare-tools.ts';
import type { ConversionReport } from '../pipeline/output/report.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { hostSettings } from './host-settings.ts';
import { openProgressView } from './view/open-progress-view.ts';
import type { SpeechFlags } from './speech-flags.ts';

/** Flags that every conversion has besides those of its kind. */
export interface RunFlags extends SpeechFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Adds the flags that say what the command prints. */
export function addRunFlags(command: Command): Command {
  return command.option('-q, --quiet', 'say nothing but errors').option('--json', 'print the report as JSON on stdout');
}

/** Prepares the tools, runs a conversion while showing its progress, and prints its files or its report. Answers the exit code. */
export async function runConversion(
  host: Host,
  flags: RunFlags,
  work: (tools: ConversionTools) => Promise<ConversionReport>,
): Promise<number> {
  const view = await openProgressView(host.stderr, flags.quiet ?? false);
  try {
    const settings = await hostSettings(host, view.warn);
    await using tools = await prepareTools({
      settings,
      provider: flags.provider,
      cacheFolder: host.cacheFolder,
      signal: host.signal,
      onProgress: view.listener,
      ...(flags.waitForProvider !== undefined && { waitForProviderMs: flags.waitForProvider }),
      ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    });
    if (tools.chosen.byDefault) view.say(`Speech provider: ${tools.chosen.provider.id} (none was chosen).`);
    const report = await work(tools);
    view.close();
    host.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : fileLines(report));
    return report.complete ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}

/** The files, one a line, for a script to take. */
function fileLines(report: ConversionReport): string {
  return report.files.map(({ path }) => `${path}\n`).join('');
}
