import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { sendWebhook } from '../../core/http/send-webhook.ts';
import { runProgram } from '../../core/process/run-program.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { ConversionReport } from '../../pipeline/output/report.ts';
import { webhookSecretSetting } from '../../server/server-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import type { noticeOptions } from './notice-options.ts';
import { outcomeOf, outcomeVariables } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** A run that sends notices of its end. */
export interface NoticedRun extends OptionValues<typeof noticeOptions> {
  /** The words of the command line that name books. */
  readonly books: readonly string[];
  /** Runs and returns the exit code. `onReport` takes the report of each book. */
  readonly work: (onReport: (report: ConversionReport) => void) => Promise<number>;
}

/**
 * Runs, and notifies the command and the webhook how it ended, also when it failed or was stopped. A notice that cannot be
 * delivered is a warning. Returns the exit code. Throws what the work throws, and `bad-value` for a webhook without a secret.
 */
export async function withNotices(context: ProcessContext, run: NoticedRun): Promise<number> {
  const { notify, webhook, books, work } = run;
  if (notify === undefined && webhook === undefined) return await work(() => undefined);
  const secret = await webhookSecret(webhook, context);
  const startedMs = performance.now();
  const reports: ConversionReport[] = [];
  const sendNotices = async (exitCode: number, message?: string): Promise<void> => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const outcome = outcomeOf({ exitCode, message, seconds, books, reports });
    await Promise.all([
      notify === undefined ? undefined : warnIfFails(context, '--notify', runCommand(notify, outcome, context)),
      webhook === undefined ? undefined : warnIfFails(context, '--webhook', callWebhook(webhook, secret, outcome)),
    ]);
  };
  try {
    const exitCode = await work((report) => void reports.push(report));
    await sendNotices(exitCode);
    return exitCode;
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    await sendNotices(context.signal.aborted ? exitCodes.canceled : exitCodes[code], message);
    throw thrown;
  }
}

/** Returns what signs the messages to a webhook; empty without one. Throws `bad-value` when it is not set. */
export async function webhookSecret(webhook: string | undefined, context: ProcessContext): Promise<string> {
  if (webhook === undefined) return '';
  const settings = await loadProcessSettings(context, () => undefined);
  const secret = settings.get(webhookSecretSetting);
  if (secret !== undefined) return secret;
  throw new AudiobookError('bad-value', '--webhook needs AUDIOBOOK_WEBHOOK_SECRET, which signs the message.');
}

const commandTimeoutMs = 60_000;

/** The outcome is in the environment, never in the command: titles and paths are not the shell's to read. */
async function runCommand(command: string, outcome: Outcome, { environment }: ProcessContext): Promise<void> {
  const [shell, flag] = process.platform === 'win32' ? (['cmd', '/c'] as const) : (['sh', '-c'] as const);
  const env = { ...environment, ...outcomeVariables(outcome) };
  await runProgram(shell, [flag, command], { input: `${JSON.stringify(outcome)}\n`, env, timeoutMs: commandTimeoutMs });
}

/** Waits before the attempts after the first, in milliseconds. */
const waitsMs = [1000, 5000, 20_000];

async function callWebhook(url: string, secret: string, outcome: Outcome): Promise<void> {
  const body = JSON.stringify({ type: 'conversion.ended', timestamp: new Date().toISOString(), data: outcome });
  // A stopped run sends its notices, too.
  const { signal } = new AbortController();
  const message = { url, id: `msg_${randomUUID()}`, body, secret, signal };
  for (const waitMs of [0, ...waitsMs]) {
    await delay(waitMs);
    const isLast = waitMs === waitsMs.at(-1);
    try {
      const status = await sendWebhook(message);
      if (status >= 200 && status < 300) return;
      if (isLast) throw new Error(`${new URL(url).host} answered ${status}`);
    } catch (thrown) {
      if (isLast) throw thrown;
    }
  }
}

async function warnIfFails({ stderr }: ProcessContext, flag: string, notice: Promise<void>): Promise<void> {
  try {
    await notice;
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    stderr.write(`Warning: ${flag} failed: ${message.replace(/\.$/u, '')}.\n`);
  }
}
